import type { DashboardBlock } from '#platform/web/shell/area.ts'
import { useWallClock } from '#platform/web/page/now.ts'
import { useClaim, useGate } from '#platform/web/calls/profile.ts'
import { useSession } from '#platform/web/who/session.ts'
import { readLastUser } from '#platform/web/who/stored-user.ts'
import { useAreas } from '#platform/web/shell/areas-context.ts'
import { ErrorBoundary } from '#platform/web/shell/ErrorBoundary.tsx'
import { LazyView } from '#platform/web/shell/LazyView.tsx'
import { useTitle } from '#platform/web/shell/Screens.tsx'
import { Card } from '#platform/web/ui/Card.tsx'
import { PageHeader } from '#platform/web/ui/PageHeader.tsx'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import styles from './Dashboard.module.css'
import { greetingAt, longDate } from './greeting.ts'
import { useSettled } from '#platform/web/page/use-settled.ts'

const places = ['buttons', 'cards', 'main', 'halves', 'end'] as const

/** The start page: a greeting, and the areas' blocks. */
export function Dashboard() {
  useTitle('Hem')
  const asks = useGate()
  const blocks = useAreas()
    .flatMap((area) => area.blocks ?? [])
    .filter((block) => asks(block.gate))
  const settled = useSettled()
  const clock = useWallClock()
  const hour = Number(clock.slice(11, 13))
  return (
    <>
      <PageHeader over={longDate(clock.slice(0, 10))} title={greetingAt(hour, useFirstName())} />
      <div className={styles['blocks']}>
        {places.map((place) => {
          const here = blocks.filter((block) => block.place === place)
          return (
            here.length > 0 && (
              <div key={place} className={styles[place]}>
                {here.map((block) => (
                  <Block key={block.id} block={block} mayLoad={settled} />
                ))}
              </div>
            )
          )
        })}
      </div>
    </>
  )
}

/** A block whose code crashes or is slow does not affect the others. */
function Block({ block, mayLoad }: { block: DashboardBlock; mayLoad: boolean }) {
  // No space is reserved for rows that may stay empty.
  const waiting = block.place === 'buttons' || block.place === 'end' ? null : <Waiting />
  return (
    <ErrorBoundary>
      {block.load ? <LazyView load={block.load} waiting={waiting} mayLoad={mayLoad} /> : <block.component />}
    </ErrorBoundary>
  )
}

function Waiting() {
  return (
    <Card>
      <Skeleton shape="rows" lines={4} />
    </Card>
  )
}

function useFirstName(): string | undefined {
  const own = useClaim('GivenName')
  // An employee whose sign-in expired overnight is still greeted by name.
  const claims = (useSession() ?? readLastUser())?.claims ?? {}
  const name = own || (claims['given_name'] ?? claims['name'])
  return typeof name === 'string' ? name.split(' ')[0] : undefined
}
