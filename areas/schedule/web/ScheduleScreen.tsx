import { useState } from 'react'
import { clockOf, monthNames, weekdayOf, type YearMonth } from '#platform/contract/wall-clock.ts'
import { counted } from '#platform/web/ui/announce.ts'
import { useCall } from '#platform/web/calls/query.ts'
import { useToday } from '#platform/web/page/now.ts'
import { type Column, DataView } from '#platform/web/ui/DataView.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { calendarIcon } from '#platform/web/ui/icons.ts'
import { Loaded } from '#platform/web/calls/Loaded.tsx'
import { PageHeader } from '#platform/web/ui/PageHeader.tsx'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import { YearMonthFilter } from '#platform/web/ui/YearMonthFilter.tsx'
import { getSchedule } from '../calls.ts'
import type { ScheduleRow } from '../contract.ts'
import styles from './ScheduleScreen.module.css'
import { useOpeningMonth } from './use-opening-month.ts'

/** A copy that an earlier version kept on the phone has no service date. */
const dateOf = ({ datum, starttid }: Partial<ScheduleRow> & Pick<ScheduleRow, 'starttid'>) =>
  datum ?? starttid.slice(0, 10)

const columns: Column<ScheduleRow>[] = [
  { head: 'Datum', cell: (row) => dateOf(row), tight: true },
  { head: 'Dag', cell: (row) => weekdayOf(dateOf(row)), tight: true },
  { head: 'Starttid', cell: (row) => clockOf(row.starttid, dateOf(row)), tight: true },
  { head: 'Sluttid', cell: (row) => clockOf(row.sluttid, dateOf(row)), tight: true },
  { head: 'Beskrivning', cell: (row) => row.beskrivning },
]

/** 'Schema': the duties of a month. */
export default function ScheduleScreen() {
  const today = useToday()
  const opening = useOpeningMonth()
  const [chosen, setChosen] = useState<YearMonth | null>(null)
  const shown = chosen ?? opening
  const load = useCall(getSchedule, shown, { failedText: 'Hämta schema misslyckades', staleTime: 0 })
  return (
    <>
      <PageHeader title="Schema" />
      {/* Remounted when it opens on another month, since it keeps what is typed. */}
      <YearMonthFilter key={opening.month} chosen={shown} today={today} onChange={setChosen} />
      <Loaded
        of={load}
        skeleton={<Skeleton shape="rows" lines={6} />}
        said={(rows) => wordsOn(rows, shown)}
        asked={chosen !== null}
      >
        {(rows) => (
          <DataView
            label="Schema"
            columns={columns}
            rows={rows}
            rowKey={(row) => `${dateOf(row)} ${row.starttid} ${row.beskrivning}`}
            card={(row) => <DutyOfDay row={row} today={today} />}
            empty={
              <EmptyState icon={calendarIcon} title="Inga tjänster den här månaden">
                Schemat visas när trafikledningen har publicerat det.
              </EmptyState>
            }
          />
        )}
      </Loaded>
    </>
  )
}

const wordsOn = ({ length }: readonly ScheduleRow[], { year, month }: YearMonth) =>
  `${counted(length, 'Inga tjänster', 'En tjänst', 'tjänster')} i ${monthNames[month - 1]?.toLowerCase()} ${year}`

function DutyOfDay({ row, today }: { row: ScheduleRow; today: string }) {
  const date = dateOf(row)
  return (
    <div className={styles['card']} aria-current={date === today ? 'date' : undefined}>
      <p className={styles['day']}>
        <span className={styles['number']}>{Number(date.slice(8))}</span>
        {weekdayOf(date).slice(0, 3)}
      </p>
      <div>
        <p className={styles['times']}>
          {clockOf(row.starttid, date)} – {clockOf(row.sluttid, date)}
        </p>
        <p className={styles['what']}>{row.beskrivning}</p>
      </div>
    </div>
  )
}
