import { useState } from 'react'
import type { Gate } from '#platform/contract/claims.ts'
import { earlierFirst } from '#platform/contract/wall-clock.ts'
import { pause } from '#platform/web/page/pause.ts'
import type { OwnReport } from '#platform/web/shell/area.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { Card } from '#platform/web/ui/Card.tsx'
import { warningIcon } from '#platform/web/ui/icons.ts'
import { ownDeviations } from '../../areas/deviations/web/off-home.tsx'
import { ownSuggestions } from '../../areas/suggestions/web/off-home.tsx'
import { ownFaults } from '../../areas/vehicle-faults/web/off-home.tsx'
import { HomeRow } from './HomeRow.tsx'
import styles from './OwnReports.module.css'

const MOST_SHOWN = 5

/**
 * How long the reports are waited for, in milliseconds. A kind that is late is left out, so that the contacts do not wait for it and nothing
 * moves.
 */
const LONGEST_MS = 2500

type OfKinds = readonly (readonly OwnReport[])[]

/** The employee's reports of each kind. Of a kind that fails or is late: those from before. */
export function fetchOwnReports(passes: (gate: Gate) => boolean, before: OfKinds = []): Promise<OfKinds> {
  // Not a constant of the module: the built files of the areas and of home import one another, so some of these may not
  // have been evaluated by then.
  const kinds = [ownFaults, ownDeviations, ownSuggestions]
  return Promise.all(
    kinds.map(async ({ gate, fetch }, at) => {
      if (!passes(gate)) return []
      const known = before[at] ?? []
      return Promise.race([fetch().catch(() => known), pause(LONGEST_MS).then(() => known)])
    }),
  )
}

/** All kinds together, newest first. */
export const newestFirst = (reports: OfKinds): readonly OwnReport[] =>
  reports.flat().toSorted((one, other) => earlierFirst(other.at, one.at))

/** 'Mina ärenden': the employee's reports and their states. */
export function OwnReports({ reports }: { reports: readonly OwnReport[] }) {
  const [whole, setWhole] = useState(false)
  if (reports.length === 0) return null
  return (
    <Card title="Mina ärenden" icon={warningIcon} flush>
      <ul>
        {(whole ? reports : reports.slice(0, MOST_SHOWN)).map(({ to, title, number, at, state }) => (
          <HomeRow
            key={to}
            to={to}
            title={title}
            facts={
              <>
                {number && `${number} · `}
                <time dateTime={at}>{at.slice(0, 10)}</time>
              </>
            }
            state={state}
          />
        ))}
      </ul>
      {reports.length > MOST_SHOWN && (
        <div className={styles['more']}>
          <Button kind="quiet" aria-expanded={whole} onClick={() => setWhole(!whole)}>
            {whole ? 'Visa färre' : 'Visa alla'}
          </Button>
        </div>
      )}
    </Card>
  )
}
