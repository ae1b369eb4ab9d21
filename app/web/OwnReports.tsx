import { useState } from 'react'
import type { Gate } from '#platform/contract/claims.ts'
import { earlierFirst } from '#platform/contract/wall-clock.ts'
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

/** The employee's reports of every kind, newest first. A kind that fails is left out. */
export async function fetchOwnReports(passes: (gate: Gate) => boolean): Promise<readonly OwnReport[]> {
  // Not a constant of the module: the built files of the areas and of home import one another, so some of these may not
  // have been evaluated by then.
  const kinds = [ownFaults, ownDeviations, ownSuggestions]
  const reports = await Promise.all(
    kinds.filter(({ gate }) => passes(gate)).map(({ fetch }) => fetch().catch(() => [])),
  )
  return reports.flat().toSorted((one, other) => earlierFirst(other.at, one.at))
}

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
