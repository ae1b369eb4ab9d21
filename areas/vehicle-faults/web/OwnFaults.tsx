import { minuteText } from '#platform/contract/wall-clock.ts'
import { ReplyForm } from '#core/cases/web/ReplyForm.tsx'
import { useMarkSeen } from '#platform/web/calls/seen.ts'
import { useCall } from '#platform/web/calls/query.ts'
import { Card } from '#platform/web/ui/Card.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { wrenchIcon } from '#platform/web/ui/icons.ts'
import { Loaded } from '#platform/web/calls/Loaded.tsx'
import { Pager } from '#platform/web/ui/panes/Pager.tsx'
import { usePage } from '#platform/web/ui/panes/use-chosen.ts'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import { StatePill } from '#platform/web/ui/StatePill.tsx'
import { getOwnFaults, replyToWorkshop } from '../calls.ts'
import type { OwnFaultReport } from '../contract.ts'
import { faultsFailed } from './failures.ts'
import type { Said } from './FaultCard.tsx'
import { FaultReports } from './FaultReports.tsx'
import styles from './FaultScreen.module.css'
import { FaultPhotos } from './FaultPhotos.tsx'
import { historyOf } from './history.ts'
import { seenKey } from './seen-key.ts'

/** 'Mina felrapporter'. It includes ended reports, so that employees see their outcome. */
export function OwnFaults() {
  const [page, setPage] = usePage()
  const load = useCall(getOwnFaults, { ...(page > 0 && { page }) }, { failedText: faultsFailed, keepPrevious: true })
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
              saidOf={lastSaid}
              more={page > 0 || hasMore}
              empty={
                <EmptyState icon={wrenchIcon} title="Du har inte skickat någon felrapport">
                  Här ser du sedan vad som händer med dina felrapporter.
                </EmptyState>
              }
            >
              {(report) => <History report={report} />}
            </FaultReports>
            <Pager page={page} hasMore={hasMore} onPage={setPage} />
          </>
        )}
      </Loaded>
    </Card>
  )
}

/** The newest text of the report's history, whoever wrote it. */
function lastSaid(report: OwnFaultReport): Said | null {
  const last = historyOf(report).findLast(({ text }) => text)
  return last?.text ? { own: last.own === true, text: last.text } : null
}

function History({ report }: { report: OwnFaultReport }) {
  return (
    <div className={styles['life']}>
      <p>
        <b>
          {report.vehicleName}, {report.faultCategoryName}
        </b>
      </p>
      <p className={styles['text']}>{report.text}</p>
      <FaultPhotos report={report} />
      {report.enteredBy && <p className={styles['entered']}>Anmäld åt dig av {report.enteredBy}.</p>}
      <ol className={styles['steps']} aria-label="Händelser">
        {historyOf(report).map(({ at, state, text, own }) => (
          <li key={`${state} ${at} ${text}`}>
            {state ? <StatePill state={state} /> : <b>{own ? 'Du svarade' : 'Verkstaden skrev'}</b>}
            <time dateTime={at}>{minuteText(at)}</time>
            {text && <p>{text}</p>}
          </li>
        ))}
      </ol>
      {report.messages?.some(({ asks }) => asks) && (
        <ReplyForm number={report.number} to="verkstaden" reply={replyToWorkshop} reloads={[getOwnFaults]} />
      )}
    </div>
  )
}
