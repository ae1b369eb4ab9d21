import { type ReactNode, useId } from 'react'
import { Button } from '#platform/web/ui/Button.tsx'
import { type Column, DataView } from '#platform/web/ui/DataView.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { Icon } from '#platform/web/ui/Icon.tsx'
import { okIcon, pinIcon } from '#platform/web/ui/icons.ts'
import { cameraIcon } from '#platform/web/ui/icons-more.ts'
import { StatusPill, type Tone } from '#platform/web/ui/StatusPill.tsx'
import type { Deviation } from '../../contract/list.ts'
import styles from './DeviationList.module.css'
import { dateOf, momentOf } from './moments.ts'

interface DeviationListProps {
  deviations: readonly Deviation[]
  onDetails: (deviation: Deviation) => void
  onAction: (deviation: Deviation) => void
}

/** A table if there is room, cards on a phone. */
export function DeviationList({ deviations, onDetails, onAction }: DeviationListProps) {
  const buttons = (deviation: Deviation) => <Buttons deviation={deviation} onDetails={onDetails} onAction={onAction} />
  return (
    <DataView
      label="Avvikelser"
      columns={[...columns, { head: 'Visa', cell: buttons, tight: true }]}
      rows={deviations}
      rowKey={({ id }) => id}
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
  { head: 'Rubrik', cell: (deviation) => <Heading deviation={deviation} /> },
  { head: 'Bolag', cell: ({ bolag }) => <Small>{bolag}</Small> },
  { head: 'Skapad', cell: ({ skapadDatum }) => <Moment of={skapadDatum} /> },
  { head: 'Avvikelsedatum', cell: ({ incidentDatum }) => <Moment of={incidentDatum} /> },
  { head: 'Status', cell: ({ status }) => <Status status={status} />, tight: true },
  { head: 'Skapad Av', cell: ({ skapadAv }) => <Small>{skapadAv}</Small> },
  { head: 'Ansvarig', cell: ({ incidentAnsvarig }) => <Small>{incidentAnsvarig || '–'}</Small> },
]

// The table has eight columns next to the menu, so secondary information is smaller.
function Small({ children }: { children: string }) {
  return <span className={styles['small']}>{children}</span>
}

/** The date, and below it the time if there is one. */
function Moment({ of }: { of: string }) {
  const [date, time] = momentOf(of).split(' ')
  return (
    <time className={styles['moment']} dateTime={of}>
      <span>{date}</span> {time && <span>{time}</span>}
    </time>
  )
}

function Heading({ deviation: { rubrik, olast } }: { deviation: Deviation }) {
  return (
    <span className={styles['heading']}>
      {rubrik}
      {olast && <StatusPill tone="amber">Allvarlig händelse att läsa</StatusPill>}
    </span>
  )
}

function Status({ status }: { status: string }) {
  return <StatusPill tone={toneOf(status)}>{status}</StatusPill>
}

/** The office may use any words; these are the ones that the portal sets or has seen. */
function toneOf(status: string): Tone {
  if (status === 'Ny') return 'blue'
  return /avslut|klar|stängd|åtgärdad/i.test(status) ? 'green' : 'amber'
}

const noAction = 'Ingen åtgärd är beskriven ännu'

function Buttons({
  deviation,
  onDetails,
  onAction,
}: { deviation: Deviation } & Omit<DeviationListProps, 'deviations'>) {
  const whyId = useId()
  const none = deviation.atgard.trim() === ''
  return (
    <div className={styles['buttons']}>
      <Button
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
      <Button onClick={() => onDetails(deviation)}>Detaljer</Button>
    </div>
  )
}

function DeviationCard({ deviation, children }: { deviation: Deviation; children: ReactNode }) {
  const { rubrik, bolag, skapadDatum, incidentDatum, status, skapadAv, incidentAnsvarig, plats, bilder, olast } =
    deviation
  return (
    <article className={styles['card']} aria-label={rubrik}>
      <div className={styles['top']}>
        <h2 className={styles['title']}>{rubrik}</h2>
        <Status status={status} />
      </div>
      {olast && <StatusPill tone="amber">Allvarlig händelse att läsa</StatusPill>}
      <p className={styles['fact']}>
        <Icon path={pinIcon} size={16} />
        <span>{plats}</span>
      </p>
      {bilder.length > 0 && (
        <p className={styles['fact']}>
          <Icon path={cameraIcon} size={16} />
          <span>{bilder.length === 1 ? 'En bild' : `${bilder.length} bilder`}</span>
        </p>
      )}
      <dl className={styles['values']}>
        <div>
          <dt>Avvikelsedatum</dt>
          <dd>
            <time dateTime={incidentDatum}>{momentOf(incidentDatum)}</time>
          </dd>
        </div>
        <div>
          <dt>Skapad</dt>
          <dd>
            <time dateTime={skapadDatum}>{dateOf(skapadDatum)}</time>
          </dd>
        </div>
        <div>
          <dt>Bolag</dt>
          <dd>{bolag}</dd>
        </div>
        <div>
          <dt>Skapad Av</dt>
          <dd>{skapadAv}</dd>
        </div>
        <div>
          <dt>Ansvarig</dt>
          <dd>{incidentAnsvarig || '–'}</dd>
        </div>
      </dl>
      {children}
    </article>
  )
}
