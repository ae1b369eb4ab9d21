import { monthInWords } from '#platform/contract/dates-in-words.ts'
import { daysOf, weekdayOf, yearMonthOf, type YearMonth } from '#platform/contract/wall-clock.ts'
import { clockText } from '#platform/web/page/clock-text.ts'
import { useCall } from '#platform/web/calls/query.ts'
import { Loaded } from '#platform/web/calls/Loaded.tsx'
import { counted } from '#platform/web/ui/announce.ts'
import { type Column, DataView } from '#platform/web/ui/DataView.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { calendarIcon } from '#platform/web/ui/icons.ts'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import { YearMonthFilter } from '#platform/web/ui/YearMonthFilter.tsx'
import { getSchedule } from '../calls.ts'
import type { ScheduleRow } from '../contract.ts'
import { scheduleFailed } from './failures.ts'
import styles from './ListView.module.css'
import type { Shown } from './use-shown-day.ts'
import { useOpeningMonth } from './use-opening-month.ts'

const columns: Column<ScheduleRow>[] = [
  { head: 'Datum', cell: (row) => row.datum, tight: true },
  { head: 'Dag', cell: (row) => weekdayOf(row.datum), tight: true },
  { head: 'Starttid', cell: (row) => clockText(row.starttid, row.startForskjutning, row.datum), tight: true },
  { head: 'Sluttid', cell: (row) => clockText(row.sluttid, row.slutForskjutning, row.datum), tight: true },
  { head: 'Beskrivning', cell: (row) => row.beskrivning },
]

/** The duties of a month. The employee types the year and chooses the month. */
export function ListView({ shown: { month, date, chosen, show }, today }: { shown: Shown; today: string }) {
  const opening = useOpeningMonth()
  const load = useCall(getSchedule, month, { failedText: scheduleFailed, staleTime: 0 })
  const choose = (next: YearMonth) => {
    const sameMonth = next.year === yearMonthOf(today).year && next.month === yearMonthOf(today).month
    show(sameMonth ? today : daysOf(next).from)
  }
  return (
    <>
      {/* Remounted when the opening month changes, since the filter keeps what is typed. */}
      <YearMonthFilter key={opening.month} chosen={yearMonthOf(date)} today={today} onChange={choose} />
      <Loaded
        of={load}
        skeleton={<Skeleton shape="rows" lines={6} />}
        said={(rows) => wordsOn(rows, month)}
        asked={chosen}
      >
        {(rows) => (
          <DataView
            label="Schema"
            columns={columns}
            rows={rows}
            rowKey={(row) => `${row.datum} ${row.starttid} ${row.beskrivning}`}
            card={(row) => <DutyOfDay row={row} today={today} />}
            empty={<NoDuties />}
          />
        )}
      </Loaded>
    </>
  )
}

/** `text`: how far the month is published, as `publishedText` returns it. */
export const NoDuties = ({ text }: { text?: string | null }) => (
  <EmptyState icon={calendarIcon} title="Inga tjänster den här månaden">
    {text ?? 'Schemat visas när trafikledningen har publicerat det.'}
  </EmptyState>
)

/** '14 tjänster i november 2026'. */
export const wordsOn = ({ length }: readonly ScheduleRow[], month: YearMonth): string =>
  `${counted(length, 'Inga tjänster', 'En tjänst', 'tjänster')} i ${monthInWords(month)}`

function DutyOfDay({ row, today }: { row: ScheduleRow; today: string }) {
  const { datum: date } = row
  return (
    <div className={styles['card']} aria-current={date === today ? 'date' : undefined}>
      <p className={styles['day']}>
        <span className={styles['number']}>{Number(date.slice(8))}</span>
        {weekdayOf(date).slice(0, 3)}
      </p>
      <div>
        <p className={styles['times']}>
          {clockText(row.starttid, row.startForskjutning, date)} – {clockText(row.sluttid, row.slutForskjutning, date)}
        </p>
        <p className={styles['what']}>
          {row.beskrivning}
          {date === today && ' · i dag'}
        </p>
      </div>
    </div>
  )
}
