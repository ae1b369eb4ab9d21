import { type ReactNode, useState } from 'react'
import { addDays, daysOf, isYearInRange, monthNames } from '#platform/contract/wall-clock.ts'
import { useCall } from '#platform/web/calls/query.ts'
import { Loaded } from '#platform/web/calls/Loaded.tsx'
import { Button, IconButton } from '#platform/web/ui/Button.tsx'
import { chevronLeftIcon, chevronRightIcon } from '#platform/web/ui/icons.ts'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import { useWide } from '#platform/web/ui/use-media.ts'
import { usePrinting } from '#platform/web/ui/use-printing.ts'
import { VisuallyHidden } from '#platform/web/ui/VisuallyHidden.tsx'
import { getSchedule, getScheduleDays } from '../calls.ts'
import { DayList } from './DayList.tsx'
import { DayStrip } from './DayStrip.tsx'
import { scheduleFailed } from './failures.ts'
import { NoDuties, wordsOn } from './ListView.tsx'
import { calendarOf, publishedText, summaryOf } from './month.ts'
import { MonthGrid } from './MonthGrid.tsx'
import styles from './MonthView.module.css'
import { NextDays } from './NextDays.tsx'
import { useChanges } from './seen.ts'
import type { Shown } from './use-shown-day.ts'

/** How many days after the chosen day are shown at least, so that a driver sees two whole weeks. */
const daysAhead = 13

/**
 * A month as a calendar: a grid where there is room for it, otherwise a strip of weeks above the days from the chosen one on. Near the end
 * of a month the first days of the next one follow, since planning the coming week does not stop at a month's end.
 */
export function MonthView({ shown, today }: { shown: Shown; today: string }) {
  const { month, date, chosen } = shown
  const [arrived, setArrived] = useState<string | null>(null)
  const show = (day: string | null) => {
    setArrived(null)
    shown.show(day)
  }
  const wide = useWide()
  const printing = usePrinting()
  const load = useCall(getSchedule, month, { failedText: scheduleFailed, staleTime: 0 })
  const { data: known } = useCall(getScheduleDays, month)
  const changed = useChanges({ month, rows: load.data, till: known?.publicerat?.till }, today)
  const days = calendarOf(month, { rows: load.data, days: known, changed })
  const title = `${monthNames[month.month - 1]} ${month.year}`
  const { from, before } = daysOf(month)
  const last = addDays(from, -1)
  const goTo = (day: string) => {
    setArrived(day)
    shown.show(day)
  }
  const parts = { days, today, chosen: date }
  const published = publishedText(days, known, today)
  const grid = (
    <MonthGrid
      key={title}
      {...parts}
      month={month}
      label={title}
      arrived={arrived}
      onLeave={goTo}
      loading={!load.data}
    />
  )
  return (
    <>
      <div className={styles['bar']}>
        <div className={styles['months']}>
          <Step icon={chevronLeftIcon} label="Föregående månad" to={monthStart(last)} today={today} show={show} />
          <h2 className={styles['title']}>{title}</h2>
          <Step icon={chevronRightIcon} label="Nästa månad" to={before} today={today} show={show} />
        </div>
        <Button onClick={() => show(null)}>I dag</Button>
        <p className={styles['summary']}>{load.data && !load.isError ? summaryOf(days) : '\u00A0'}</p>
      </div>
      <Loaded
        of={load}
        skeleton={<Loading>{wide ? grid : <DayStrip {...parts} onChoose={show} />}</Loading>}
        said={(rows) => wordsOn(rows, month)}
        asked={chosen}
      >
        {() => (
          <>
            {!wide && (
              <div className={styles['narrow']}>
                <DayStrip {...parts} onChoose={show} />
                {load.data?.length === 0 ? (
                  <NoDuties text={published} />
                ) : (
                  <DayList days={days.filter((day) => day.date >= date)} today={today} label="Dagar" />
                )}
              </div>
            )}
            {(wide || printing) && grid}
            {load.data?.length === 0 ? wide && <NoDuties text={published} /> : <Note text={published} />}
            {addDays(date, daysAhead) >= before && (
              <NextDays key={before} from={before} until={addDays(date, daysAhead)} today={today} />
            )}
          </>
        )}
      </Loaded>
    </>
  )
}

const monthStart = (date: string) => `${date.slice(0, 8)}01`

interface StepProps {
  icon: string
  label: string
  /** The first day of the month to show. */
  to: string
  today: string
  show: Shown['show']
}

function Step({ icon, label, to, today, show }: StepProps) {
  const isNow = to.slice(0, 7) === today.slice(0, 7)
  return (
    <IconButton
      icon={icon}
      label={label}
      disabled={!isYearInRange(Number(to.slice(0, 4)), today)}
      onClick={() => show(isNow ? today : to)}
    />
  )
}

/** The frame of the calendar, shown before its duties are known, so that nothing moves when they arrive. */
function Loading({ children }: { children: ReactNode }) {
  return (
    <>
      <VisuallyHidden>
        <Skeleton lines={0} />
      </VisuallyHidden>
      {children}
    </>
  )
}

const Note = ({ text }: { text: string | null }) => text && <p className={styles['note']}>{text}</p>
