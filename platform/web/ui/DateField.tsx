import { lazy, Suspense, useState } from 'react'
import { addDays, weekdayOf } from '#platform/contract/wall-clock.ts'
import { IconButton } from './Button.tsx'
import styles from './DateField.module.css'
import { Field, type FieldProps } from './Field.tsx'
import { calendarIcon, chevronLeftIcon, chevronRightIcon } from './icons.ts'
import { dateAsTyped, isIsoDate } from './iso-date.ts'

const CalendarDialog = lazy(() => import('./CalendarDialog.tsx'))

interface DateFieldProps extends FieldProps {
  /** The text in the field; not necessarily a date. */
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  /** Buttons for the day before and the day after. */
  steps?: boolean
  name?: string
}

/**
 * A date as YYYY-MM-DD, typed (eight digits are enough) or picked. A native date input would hide malformed text, but the
 * specification has messages for it.
 */
export function DateField({ value, onChange, onBlur, steps, name, label, hint, error, required }: DateFieldProps) {
  const [open, setOpen] = useState(false)
  const valid = isIsoDate(value)
  const step = (days: number) => onChange(addDays(value, days))
  return (
    <Field label={label} hint={hint ?? (valid && weekdayOf(value))} error={error} required={required}>
      {(wiring) => (
        <div className={styles['row']}>
          {steps && (
            <span className={styles['step']}>
              <IconButton icon={chevronLeftIcon} label="Föregående dag" disabled={!valid} onClick={() => step(-1)} />
            </span>
          )}
          <div className={styles['input']}>
            <input
              {...wiring}
              name={name}
              type="text"
              inputMode="numeric"
              autoComplete="off"
              placeholder="ÅÅÅÅ-MM-DD"
              maxLength={10}
              value={value}
              onChange={(event) => onChange(dateAsTyped(event.target.value))}
              onBlur={onBlur}
            />
            <IconButton
              icon={calendarIcon}
              label="Öppna kalendern"
              aria-haspopup="dialog"
              onClick={() => setOpen(true)}
            />
          </div>
          {steps && (
            <span className={styles['step']}>
              <IconButton icon={chevronRightIcon} label="Nästa dag" disabled={!valid} onClick={() => step(1)} />
            </span>
          )}
          {open && (
            <Suspense fallback={null}>
              <CalendarDialog
                title={/datum/i.test(label) ? `Välj ${label.toLowerCase()}` : `Välj datum: ${label.toLowerCase()}`}
                value={valid ? value : null}
                onPick={(date) => {
                  onChange(date)
                  setOpen(false)
                }}
                onClose={() => setOpen(false)}
              />
            </Suspense>
          )}
        </div>
      )}
    </Field>
  )
}
