import { useEffect, useRef } from 'react'
import { minuteText } from '#platform/contract/wall-clock.ts'
import { reportedBackPath } from '#platform/contract/reported-hours.ts'
import { queryClient } from '#platform/web/calls/query-client.ts'
import { keyOf, prefetch, useCall } from '#platform/web/calls/query.ts'
import { useSend } from '#platform/web/calls/use-send.ts'
import { useToday } from '#platform/web/page/now.ts'
import { useWaiting } from '#platform/web/phone/outbox/state.ts'
import { Card } from '#platform/web/ui/Card.tsx'
import { clockIcon, okIcon, timeReportIcon } from '#platform/web/ui/icons.ts'
import { DoneButton } from '#platform/web/ui/DoneButton.tsx'
import { Loaded } from '#platform/web/calls/Loaded.tsx'
import { Notice } from '#platform/web/ui/Notice.tsx'
import { Unbroken } from '#platform/web/ui/Unbroken.tsx'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import { StatusPill, type Tone } from '#platform/web/ui/StatusPill.tsx'
import { WaitingToBeSent } from '#platform/web/ui/WaitingToBeSent.tsx'
import { acceptTimeReport, getLatestTimeReport } from '../calls.ts'
import type { AcceptTimeReport, TimeReport } from '../contract.ts'
import { maySubmit } from '../rules.ts'
import styles from './TimeReportCard.module.css'

/** Whether a submission is under way. It ends when the report has been loaded again. */
const isSubmitting = () =>
  queryClient.isMutating({
    mutationKey: keyOf(acceptTimeReport),
    predicate: ({ state }) => !(state.variables as AcceptTimeReport).Undo,
  }) > 0

// The specification has a separate text for the load after a submission.
const failedText = () =>
  isSubmitting()
    ? 'Hämta senaste tidrapporten misslyckades efter inlämnande'
    : 'Hämta senaste tidrapporten misslyckades'

export const begin = () => prefetch(getLatestTimeReport, undefined, { failedText })

/** The latest time report, with the button that submits it. Nothing for an employee without a report. */
export default function TimeReportCard() {
  const load = useCall(getLatestTimeReport, undefined, { failedText })
  const today = useToday()
  const loadedOn = useRef(today)
  const { refetch } = load
  useEffect(() => {
    // For a page left open overnight: the count and perhaps the month have changed.
    if (loadedOn.current === today) return
    loadedOn.current = today
    void refetch()
  }, [today, refetch])
  return (
    <Loaded of={load} skeleton={<Frame />}>
      {/* Remounted for the next month, so that a refusal of one report does not stand under another. */}
      {(report) => report && <Report key={report.id} report={report} />}
    </Loaded>
  )
}

const tones: Record<TimeReport['status'], Tone> = { Öppen: 'neutral', Inlämnad: 'blue', Godkänd: 'green' }

function Report({ report }: { report: TimeReport }) {
  const accept = useSend(acceptTimeReport, {
    failedText: 'Acceptering av senaste tidrapport misslyckades',
    reloads: [getLatestTimeReport],
    rests: true,
    outbox: ({ Undo }) => ({
      what: Undo ? 'Återtagen tidrapport' : 'Tidrapport',
      about: report.period,
      settles: report.period,
      // The office approves the hours of the time report, so times that are reported back after it may be refused.
      after: [reportedBackPath],
    }),
    said: ({ Undo }) => (Undo ? 'Tidrapporten är tillbakatagen.' : 'Tidrapporten är inlämnad.'),
  })
  const waiting = useWaiting(acceptTimeReport).findLast(({ TidrapportId }) => TidrapportId === report.id)
  const submitted = waiting ? !waiting.Undo : report.isSubmitted
  return (
    <Card
      title="Tidrapport"
      icon={timeReportIcon}
      aside={
        <StatusPill tone={tones[report.status]} icon={report.status === 'Öppen' ? clockIcon : okIcon}>
          {report.status}
        </StatusPill>
      }
      actions={
        <DoneButton
          done={submitted}
          todo="Lämna in"
          said="Inlämnad"
          kind="secondary"
          disabled={!maySubmit(report)}
          busy={accept.busy}
          onClick={() => accept.submit({ TidrapportId: report.id, Undo: submitted })}
        />
      }
    >
      <p className={styles['period']}>{report.period}</p>
      <p className={styles['count']}>{report.passCount} pass</p>
      {report.aterlamnad && !submitted && (
        <Notice kind="warning" title="Kontoret har lämnat tillbaka tidrapporten">
          {report.aterlamnad}
        </Notice>
      )}
      <Written report={report} returned={!submitted} />
      {waiting && !accept.busy && <WaitingToBeSent />}
      {accept.error && <Notice kind="error">{accept.error.reason}</Notice>}
    </Card>
  )
}

/**
 * What the office has written: the latest about this report openly, and everything before it when asked for. `returned`: whether the text
 * with which the report was returned is shown above.
 */
function Written({
  report: { aterlamnad, meddelanden = [], period },
  returned,
}: {
  report: TimeReport
  returned: boolean
}) {
  const above = returned ? meddelanden.findIndex((each) => each.text === aterlamnad && each.period === period) : -1
  const rest = meddelanden.filter((_, index) => index !== above)
  const latest = above === -1 && rest[0]?.period === period ? rest[0] : undefined
  const earlier = latest ? rest.slice(1) : rest
  return (
    <>
      {latest && (
        <Notice kind="info" live={false} title={<Unbroken>{`Kontoret skrev ${minuteText(latest.at)}`}</Unbroken>}>
          <span className={styles['written']}>{latest.text}</span>
        </Notice>
      )}
      {earlier.length > 0 && (
        <details>
          <summary className={styles['earlier']}>Tidigare från kontoret ({earlier.length})</summary>
          <ul className={styles['messages']}>
            {earlier.map((each) => (
              <li key={`${each.at} ${each.text}`}>
                <b>{each.period}</b> <time dateTime={each.at}>{minuteText(each.at)}</time>
                <p className={styles['written']}>{each.text}</p>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

function Frame() {
  return (
    <Card title="Tidrapport" icon={timeReportIcon}>
      <Skeleton lines={4} />
    </Card>
  )
}
