import { outOfReach } from '#platform/contract/date-words.ts'
import { useState } from 'react'
import { isYearInRange, monthNames, type YearMonth } from '#platform/contract/wall-clock.ts'
import { SelectField, TextField } from './Field.tsx'
import styles from './YearMonthFilter.module.css'

interface YearMonthFilterProps {
  chosen: YearMonth
  /** `YYYY-MM-DD`. The year may be up to five years before or after this date's year. */
  today: string
  onChange: (chosen: YearMonth) => void
}

/**
 * A year and a month. A year that is out of range is reported but not passed on. Another month of the last valid year can still be
 * chosen.
 */
export function YearMonthFilter({ chosen, today, onChange }: YearMonthFilterProps) {
  const [typed, setTyped] = useState(String(chosen.year))
  const wrong = !isYearInRange(yearOf(typed), today)
  return (
    <div className={styles['filter']}>
      <TextField
        label="År"
        type="number"
        inputMode="numeric"
        value={typed}
        error={wrong ? outOfReach : undefined}
        onChange={({ target }) => {
          setTyped(target.value)
          const year = yearOf(target.value)
          if (isYearInRange(year, today)) onChange({ ...chosen, year })
        }}
      />
      <SelectField
        label="Månad"
        value={chosen.month}
        options={monthNames.map((name, index) => ({ value: String(index + 1), label: name }))}
        onChange={({ target }) => onChange({ ...chosen, month: Number(target.value) })}
      />
    </div>
  )
}

const yearOf = (typed: string) => (/^\d{4}$/.test(typed) ? Number(typed) : Number.NaN)
