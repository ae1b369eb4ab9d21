import { numberAsWritten } from '#core/people/rules.ts'
import { telephone } from '#core/people/web/telephone.ts'
import { hoursAndMinutes } from '#platform/contract/durations.ts'
import { clockOf } from '#platform/contract/wall-clock.ts'
import { Loaded } from '#platform/web/calls/Loaded.tsx'
import { useCall } from '#platform/web/calls/query.ts'
import { Card } from '#platform/web/ui/Card.tsx'
import { type Column, DataView } from '#platform/web/ui/DataView.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { clockIcon, okIcon, warningIcon } from '#platform/web/ui/icons.ts'
import { phoneIcon } from '#platform/web/ui/icons-more.ts'
import { Icon } from '#platform/web/ui/Icon.tsx'
import { PageHeader } from '#platform/web/ui/PageHeader.tsx'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import { StatusPill } from '#platform/web/ui/StatusPill.tsx'
import { getReportedBack, getUnconfirmed, MOST_SHOWN, unconfirmedTitle } from '../office-calls.ts'
import type { ReportedEvent, UnconfirmedDuty } from '../office-contract.ts'
import styles from './OfficeDuties.module.css'

const AGAIN_MS = 60_000

/**
 * 'Tjänster': duties that begin soon and whose drivers have not confirmed, to be called, or have left, and events that drivers have reported
 * back.
 */
export default function OfficeDuties() {
  const unconfirmed = useCall(getUnconfirmed, undefined, {
    failedText: 'Tjänsterna kunde inte hämtas',
    refetchInterval: AGAIN_MS,
  })
  const reported = useCall(getReportedBack, undefined, {
    failedText: 'Återrapporteringarna kunde inte hämtas',
    refetchInterval: AGAIN_MS,
  })
  return (
    <>
      <PageHeader title="Tjänster" />
      <div className={styles['stack']}>
        <Card title={unconfirmedTitle} flush>
          <Loaded of={unconfirmed} skeleton={<Skeleton shape="rows" lines={4} />}>
            {(rows) => (
              <>
                <DataView
                  label="Obekräftade tjänster"
                  columns={dutyColumns}
                  rows={rows}
                  rowKey={({ id }) => id}
                  empty={
                    <EmptyState icon={okIcon} title="Alla har bekräftat">
                      Ingen tjänst som har börjat den senaste timmen eller börjar inom fyra timmar är obekräftad, och
                      ingen hör till någon som har slutat.
                    </EmptyState>
                  }
                />
                <CutOffNote rows={rows} which="första" />
              </>
            )}
          </Loaded>
        </Card>
        <Card title="Återrapporterat det senaste dygnet" flush>
          <Loaded of={reported} skeleton={<Skeleton shape="rows" lines={4} />}>
            {(rows) => (
              <>
                <DataView
                  label="Återrapporterade uppdrag"
                  columns={reportColumns}
                  rows={rows}
                  rowKey={({ id }) => id}
                  empty={
                    <EmptyState icon={okIcon} title="Inget avviker">
                      Ingen har rapporterat andra tider än de planerade.
                    </EmptyState>
                  }
                />
                <CutOffNote rows={rows} which="senaste" />
              </>
            )}
          </Loaded>
        </Card>
      </div>
    </>
  )
}

/** Says that a list was cut off and has more rows. */
function CutOffNote({ rows, which }: { rows: readonly unknown[]; which: string }) {
  return rows.length < MOST_SHOWN ? null : (
    <p className={styles['cut']}>
      Här visas de {MOST_SHOWN} {which}.
    </p>
  )
}

function untilStart(minutes: number): string {
  const words = hoursAndMinutes(minutes)
  return minutes > 0 ? `om ${words}` : `för ${words} sedan`
}

const urgent = 60

const dutyColumns: readonly Column<UnconfirmedDuty>[] = [
  {
    head: 'Börjar',
    tight: true,
    cell: ({ starttid, minuter }) => (
      <span className={styles['begins']}>
        <b>{clockOf(starttid)}</b>
        <StatusPill tone={minuter <= urgent ? 'red' : 'amber'} icon={minuter <= urgent ? warningIcon : clockIcon}>
          {untilStart(minuter)}
        </StatusPill>
      </span>
    ),
  },
  {
    head: 'Förare',
    cell: ({ namn, harSlutat }) => (
      <span className={styles['driver']}>
        {namn} {harSlutat && <StatusPill tone="red">Har slutat</StatusPill>}
      </span>
    ),
  },
  { head: 'Tjänst', cell: ({ tjanst }) => tjanst, tight: true },
  { head: 'Startplats', cell: ({ startplats }) => startplats },
  { head: 'Buss', cell: ({ fordonStr }) => fordonStr || '–', tight: true, hideOnCard: ({ fordonStr }) => !fordonStr },
  { head: 'Område', cell: ({ omrade }) => omrade ?? '–', hideOnCard: ({ omrade }) => !omrade },
  {
    head: 'Ring',
    tight: true,
    cell: ({ namn, harSlutat, telefon }) =>
      harSlutat ? (
        'Behöver en ny förare'
      ) : telefon ? (
        <a
          className={styles['call']}
          href={telephone(telefon)}
          aria-label={`Ring ${namn}, ${numberAsWritten(telefon)}`}
        >
          <Icon path={phoneIcon} size={20} />
          {numberAsWritten(telefon)}
        </a>
      ) : (
        'Inget nummer'
      ),
  },
]

const reportColumns: readonly Column<ReportedEvent>[] = [
  { head: 'Förare', cell: ({ namn }) => namn },
  { head: 'Tjänst', cell: ({ tjanst }) => tjanst, tight: true },
  { head: 'Uppdrag', cell: ({ beskrivning }) => beskrivning },
  { head: 'Planerat', cell: ({ starttid, sluttid }) => `${clockOf(starttid)}–${clockOf(sluttid)}`, tight: true },
  {
    head: 'Rapporterat',
    cell: ({ rapporteradStart, rapporteradSlut }) => `${clockOf(rapporteradStart)}–${clockOf(rapporteradSlut)}`,
    tight: true,
  },
  { head: 'Notering', cell: ({ notering }) => notering || '–', hideOnCard: ({ notering }) => !notering },
]
