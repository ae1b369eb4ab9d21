import { useMarkSeen } from '#platform/web/calls/seen.ts'
import { useCall } from '#platform/web/calls/query.ts'
import { Card } from '#platform/web/ui/Card.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { wrenchIcon } from '#platform/web/ui/icons.ts'
import { Loaded } from '#platform/web/calls/Loaded.tsx'
import { usePage } from '#platform/web/ui/panes/use-chosen.ts'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import { getOwnFaults } from '../calls.ts'
import type { OwnFaultReport } from '../contract.ts'
import { FaultReports } from './FaultReports.tsx'
import styles from './FaultScreen.module.css'
import { FaultPhotos } from './FaultPhotos.tsx'
import { FaultStatePill, timeOf } from './FaultState.tsx'
import { Pager } from './Pager.tsx'
import { seenKey } from './seen-key.ts'

/** 'Mina felrapporter': includes ended ones, so that employees see what became of their reports. */
export function OwnFaults() {
  const [page, setPage] = usePage()
  const load = useCall(
    getOwnFaults,
    { ...(page > 0 && { page }) },
    { failedText: 'Hämta felrapporter misslyckades', keepPrevious: true },
  )
  useMarkSeen(load.data?.items.map(seenKey))
  return (
    <Card title="Mina felrapporter">
      <Loaded of={load} skeleton={<Skeleton shape="rows" lines={3} />}>
        {({ items, hasMore }) => (
          <>
            <FaultReports
              label="Mina felrapporter"
              reports={items}
              name="visa"
              idOf={({ number }) => number}
              vehicleOf={({ vehicleName }) => vehicleName}
              answerOf={({ reason }) => reason}
              more={page > 0 || hasMore}
              empty={
                <EmptyState icon={wrenchIcon} title="Du har inte skickat någon felrapport">
                  Här ser du sedan vad som händer med dina felrapporter.
                </EmptyState>
              }
            >
              {(report) => <Life report={report} />}
            </FaultReports>
            <Pager page={page} hasMore={hasMore} onPage={setPage} />
          </>
        )}
      </Loaded>
    </Card>
  )
}

function Life({ report }: { report: OwnFaultReport }) {
  return (
    <div className={styles['life']}>
      <p>
        <b>
          {report.vehicleName}, {report.faultCategoryName}
        </b>
      </p>
      <p className={styles['text']}>{report.text}</p>
      <FaultPhotos report={report} />
      <ol className={styles['steps']} aria-label="Händelser">
        {report.steps.map(({ state, timestamp, reason }) => (
          <li key={`${state} ${timestamp}`}>
            <FaultStatePill state={state} />
            <time dateTime={timestamp}>{timeOf(timestamp)}</time>
            {reason && <p>{reason}</p>}
          </li>
        ))}
      </ol>
    </div>
  )
}
