import { minuteText } from '#platform/contract/wall-clock.ts'
import { type ReactNode, useId } from 'react'
import { Button } from '#platform/web/ui/Button.tsx'
import { type Column, DataView } from '#platform/web/ui/DataView.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { okIcon } from '#platform/web/ui/icons.ts'
import { RowLink } from '#platform/web/ui/panes/Rows.tsx'
import { ReportCard } from '#platform/web/ui/ReportCard.tsx'
import { StatusPill } from '#platform/web/ui/StatusPill.tsx'
import { StatePill } from '#platform/web/ui/StatePill.tsx'
import type { Deviation } from '../../contract/list.ts'
import { responsibleFor } from './DetailsDialog.tsx'
import styles from './DeviationList.module.css'
import { Status, unread } from './Status.tsx'

interface DeviationListProps {
  deviations: readonly Deviation[]
  /** The address with a report open beside the list. */
  to: (number: string) => string
  onDetails: (deviation: Deviation) => void
  onAction: (deviation: Deviation) => void
}

/** A table if there is room, cards on a phone. */
export function DeviationList({ deviations, to, onDetails, onAction }: DeviationListProps) {
  const buttons = (deviation: Deviation) => <Buttons deviation={deviation} onDetails={onDetails} onAction={onAction} />
  return (
    <DataView
      label="Avvikelser"
      columns={[
        { head: 'Rubrik', cell: (deviation) => <Heading deviation={deviation} to={to} /> },
        ...columns,
        { head: 'Visa', cell: buttons, tight: true },
      ]}
      rows={deviations}
      rowKey={({ id }) => id}
      tableFrom={56}
      card={(deviation) => <DeviationCard deviation={deviation}>{buttons(deviation)}</DeviationCard>}
      empty={
        <EmptyState icon={okIcon} title="Inga avvikelser">
          Här visas det som du har rapporterat eller ansvarar för.
        </EmptyState>
      }
    />
  )
}

const columns: readonly Column<Deviation>[] = [
  { head: 'Bolag', cell: ({ bolag }) => <Small>{bolag}</Small> },
  { head: 'Skapad', cell: ({ skapadDatum }) => <Moment of={skapadDatum} /> },
  { head: 'Avvikelsedatum', cell: ({ incidentDatum }) => <Moment of={incidentDatum} /> },
  { head: 'Status', cell: (deviation) => <Status of={deviation} />, tight: true },
  { head: 'Skapad Av', cell: ({ skapadAv }) => <Small>{skapadAv}</Small> },
  { head: 'Ansvarig', cell: (deviation) => <Small>{responsibleFor(deviation)}</Small> },
]

// The table has eight columns next to the menu, so secondary information is smaller.
function Small({ children }: { children: string }) {
  return <span className={styles['small']}>{children}</span>
}

/** The date, and below it the time if there is one. */
function Moment({ of }: { of: string }) {
  const [date, time] = minuteText(of).split(' ')
  return (
    <time className={styles['moment']} dateTime={of}>
      <span>{date}</span> {time && <span>{time}</span>}
    </time>
  )
}

function Heading({
  deviation: { nummer, rubrik, plats },
  to,
}: {
  deviation: Deviation
  to: (number: string) => string
}) {
  return (
    <span className={styles['heading']}>
      <RowLink id={nummer} to={to(nummer)}>
        {rubrik}
      </RowLink>
      <span className={styles['place']}>{plats}</span>
    </span>
  )
}

const noAction = 'Ingen åtgärd är beskriven ännu'

function Buttons({
  deviation,
  onDetails,
  onAction,
}: { deviation: Deviation } & Omit<DeviationListProps, 'deviations' | 'to'>) {
  const whyId = useId()
  const none = deviation.atgard.trim() === ''
  return (
    <div className={styles['buttons']}>
      <Button
        kind="quiet"
        disabled={none}
        title={none ? noAction : undefined}
        aria-describedby={none ? whyId : undefined}
        onClick={() => onAction(deviation)}
      >
        Åtgärd
      </Button>
      {none && (
        <span id={whyId} hidden>
          {noAction}
        </span>
      )}
      <Button kind="quiet" onClick={() => onDetails(deviation)}>
        Detaljer
      </Button>
    </div>
  )
}

/** Place, time, subject and what was done. The rest is in 'Detaljer'. */
function DeviationCard({ deviation, children }: { deviation: Deviation; children: ReactNode }) {
  const { rubrik, incidentDatum, status, skapadAv, atgard, plats, bilder, egen, olast } = deviation
  const pictures = bilder.length === 1 ? 'En bild' : `${bilder.length} bilder`
  return (
    <ReportCard
      title={plats}
      heading="h2"
      at={{ iso: incidentDatum, shown: minuteText(incidentDatum) }}
      state={<StatePill state={status} />}
      facts={[rubrik, bilder.length > 0 && pictures, !egen && skapadAv]}
      mark={olast && <StatusPill tone="amber">{unread}</StatusPill>}
      answers={[{ label: 'Åtgärd', text: atgard }]}
      brief
    >
      {children}
    </ReportCard>
  )
}
