import { Fragment, startTransition, useDeferredValue, useEffect, useEffectEvent, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { DashboardBlock, Load } from '#platform/web/shell/area.ts'
import { useWallClock } from '#platform/web/page/now.ts'
import { pause } from '#platform/web/page/pause.ts'
import { useClaim, useGate } from '#platform/web/calls/profile.ts'
import { useSession } from '#platform/web/who/session.ts'
import { readLastUser } from '#platform/web/who/stored-user.ts'
import { ErrorBoundary } from '#platform/web/shell/ErrorBoundary.tsx'
import { fetchView, LazyView } from '#platform/web/shell/LazyView.tsx'
import { useTitle } from '#platform/web/shell/Screens.tsx'
import { classes } from '#platform/web/ui/class-names.ts'
import { PageHeader } from '#platform/web/ui/PageHeader.tsx'
import { areas } from './areas.ts'
import { Block } from './Block.tsx'
import styles from './Dashboard.module.css'
import { firstNameOf, greetingAt, longDate } from './greeting.ts'
import { newThingsKey } from './new-things-key.ts'
import { useSettled } from '#platform/web/page/use-settled.ts'

type Place = DashboardBlock['place']

const offHome = () => import('./OffHome.tsx')
const newThings = () => import('./NewThings.tsx')
const lateThings = () => newThings().then(({ LateThings }) => ({ default: LateThings }))

/** How long the blocks' code and first answers are waited for, in milliseconds. After that, missing blocks show placeholders. */
const LONGEST_MS = 1500

const useHasDuty = areas.find((area) => area.useHasDuty)?.useHasDuty ?? (() => false)

/**
 * The start page: a greeting, the employee's day, and beside it the new things. An employee without a duty sees the new things
 * first.
 */
export function Dashboard() {
  useTitle('Hem')
  const passes = useGate()
  const hasDuty = useHasDuty()
  const off = hasDuty === false
  const blocks = areas.flatMap((area) => area.blocks ?? []).filter((block) => passes(block.gate))
  const settled = useSettled()
  // What is below the duty is shown when it is known whether there is a duty, so that it does not move.
  const known = settled && hasDuty !== undefined
  const clock = useWallClock()
  const hour = Number(clock.slice(11, 13))

  const fetched = useFetched(blocks, settled)
  const at = (place: Place) =>
    blocks
      .filter((block) => block.place === place)
      // The blocks above all others are warnings, which wait for nothing else.
      .filter((block) => fetched || block.component || (settled && place === 'first'))
      .map((block) => <Block key={block.id} block={block} reserved={place === 'below' || !off} />)
  // The news below are rendered after the new things, so that they do not move.
  const answered = useQuery({
    queryKey: newThingsKey,
    queryFn: async () => {
      await fetchView(newThings)
      return (await newThings()).askFor(areas, passes, off)
    },
    enabled: known,
  })
  // New things are rendered after the blocks, because the blocks would move them.
  const asked = useDeferredValue(answered.isFetched) && fetched
  const things = (load: Load) =>
    asked &&
    answered.data && (
      <ErrorBoundary silent>
        <LazyView load={load} waiting={null} />
      </ErrorBoundary>
    )
  const latest = things(newThings)
  const news = asked && (
    <div key="news" className={styles['news']}>
      {at('below')}
    </div>
  )
  const rest = known && fetched && (!off || asked)
  return (
    <div className={styles['home']}>
      <PageHeader
        over={<span className={styles['date']}>{longDate(clock.slice(0, 10))}</span>}
        title={greetingAt(hour, useFirstName())}
        actions={at('beside')}
      />
      <div className={classes(styles['blocks'], off && styles['off'])}>
        <div className={styles['first']}>{at('first')}</div>
        <div className={styles['day']}>
          {at('lead')}
          {rest && !off && at('week')}
          {rest && at('main')}
        </div>
        {off && [<Fragment key="new">{latest}</Fragment>, news]}
        <div key="side" className={styles['side']}>
          {off && asked && things(offHome)}
          {rest && at('side')}
          {!off && latest}
          {asked && at('row')}
        </div>
        {!off && news}
        <div className={styles['end']}>
          {at('end')}
          {things(lateThings)}
        </div>
      </div>
    </div>
  )
}

let wereFetched = false

/**
 * Whether the code of the blocks and their first answers have been fetched, or the wait for them has ended. All blocks are then
 * rendered at once, so that no placeholder is shown before that.
 */
function useFetched(blocks: readonly DashboardBlock[], begun: boolean): boolean {
  const [fetched, setFetched] = useState(wereFetched)
  const fetchAll = useEffectEvent(() => blocks.flatMap(({ load }) => (load ? [fetchView(load)] : [])))
  useEffect(() => {
    if (fetched || !begun) return undefined
    let gone = false
    void Promise.race([Promise.allSettled(fetchAll()), pause(LONGEST_MS)]).then(() => {
      wereFetched = true
      // A transition is rendered in small pieces, so that taps are handled in between.
      if (!gone) startTransition(() => setFetched(true))
    })
    return () => {
      gone = true
    }
  }, [begun, fetched])
  return fetched
}

function useFirstName(): string | undefined {
  // An employee whose sign-in expired overnight is still greeted by name.
  return firstNameOf(useClaim('GivenName'), (useSession() ?? readLastUser())?.claims)
}
