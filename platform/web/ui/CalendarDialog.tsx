import { useState } from 'react'
import { DayPicker } from 'react-day-picker'
import { sv } from 'react-day-picker/locale/sv'
import { useToday } from '../page/now.ts'
import { Button } from './Button.tsx'
import styles from './CalendarDialog.module.css'
import { Dialog } from './Dialog.tsx'

interface CalendarDialogProps {
  title: string
  value: string | null
  onPick: (date: string) => void
  onClose: () => void
}

// The calendar uses the browser's time zone. At noon no clock change shifts the day.
const toDate = (text: string) => new Date(`${text}T12:00:00`)
const toText = (date: Date) =>
  [String(date.getFullYear()).padStart(4, '0'), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')

/** A month from which to pick a day. A separate chunk, loaded when the first calendar is opened. */
export default function CalendarDialog({ title, value, onPick, onClose }: CalendarDialogProps) {
  const today = useToday()
  const selected = value ? toDate(value) : undefined
  const [month, setMonth] = useState(selected ?? toDate(today))
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <Button wide onClick={() => onPick(today)}>
          I dag
        </Button>
      }
    >
      <DayPicker
        mode="single"
        locale={sv}
        weekStartsOn={1}
        showWeekNumber
        showOutsideDays
        fixedWeeks
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the focus belongs here in a calendar dialog
        autoFocus
        today={toDate(today)}
        selected={selected}
        month={month}
        onMonthChange={setMonth}
        onSelect={(date) => (date ? onPick(toText(date)) : onClose())}
        formatters={{ formatWeekNumber: String }}
        classNames={{
          months: styles['months'],
          month_caption: styles['caption'],
          nav: styles['nav'],
          button_previous: styles['step'],
          button_next: styles['step'],
          chevron: styles['chevron'],
          month_grid: styles['grid'],
          weekday: styles['weekday'],
          week_number: styles['week'],
          week_number_header: styles['weekday'],
          day: styles['day'],
          day_button: styles['button'],
          today: styles['today'],
          outside: styles['outside'],
          selected: styles['selected'],
        }}
      />
    </Dialog>
  )
}
