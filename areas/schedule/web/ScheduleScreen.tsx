import { useState } from 'react'
import { yearMonthOf } from '#platform/contract/wall-clock.ts'
import { useCall } from '#platform/web/http/query.ts'
import { useToday } from '#platform/web/now.ts'
import { type Column, DataView } from '#platform/web/ui/DataView.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { calendarIcon } from '#platform/web/ui/icons.ts'
import { Loaded } from '#platform/web/ui/Loaded.tsx'
import { PageHeader } from '#platform/web/ui/PageHeader.tsx'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import { YearMonthFilter } from '#platform/web/ui/YearMonthFilter.tsx'
import { getSchedule } from '../calls.ts'
import type { ScheduleRow } from '../contract.ts'
import styles from './ScheduleScreen.module.css'

const columns: Column<ScheduleRow>[] = [
  { head: 'Datum', cell: (row) => row.starttid.slice(0, 10), tight: true },
  { head: 'Dag', cell: (row) => row.starttidDayName, tight: true },
  { head: 'Starttid', cell: (row) => row.starttid.slice(11, 16), tight: true },
  { head: 'Sluttid', cell: (row) => row.sluttid.slice(11, 16), tight: true },
  { head: 'Beskrivning', cell: (row) => row.beskrivning },
]

/** 'Schema': the duties of a month. */
export default function ScheduleScreen() {
  const today = useToday()
  const [chosen, setChosen] = useState(() => yearMonthOf(today))
  const load = useCall(getSchedule, chosen, { failedText: 'Hämta schema misslyckades', staleTime: 0 })
  return (
    <>
      <PageHeader title="Schema" />
      <YearMonthFilter chosen={chosen} today={today} onChange={setChosen} />
      <Loaded of={load} skeleton={<Skeleton shape="rows" lines={6} />}>
        {(rows) => (
          <DataView
            label="Schema"
            columns={columns}
            rows={rows}
            rowKey={(row) => row.starttid}
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

function DutyOfDay({ row, today }: { row: ScheduleRow; today: string }) {
  const date = row.starttid.slice(0, 10)
  return (
    <div className={styles['card']} aria-current={date === today ? 'date' : undefined}>
      <p className={styles['day']}>
        <span className={styles['number']}>{Number(date.slice(8))}</span>
        {row.starttidDayName.slice(0, 3)}
      </p>
      <div>
        <p className={styles['times']}>
          {row.starttid.slice(11, 16)} – {row.sluttid.slice(11, 16)}
        </p>
        <p className={styles['what']}>{row.beskrivning}</p>
      </div>
    </div>
  )
}
