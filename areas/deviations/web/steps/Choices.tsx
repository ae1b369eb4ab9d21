import { type ReactNode, useId } from 'react'
import { classes } from '#platform/web/ui/class-names.ts'
import { optional } from '#platform/web/ui/Field.tsx'
import { FieldError } from '#platform/web/ui/FieldError.tsx'
import { OptionBox } from '#platform/web/ui/OptionBox.tsx'
import styles from './Choices.module.css'

/** Long labels get one row each: side by side they would wrap into narrow columns. */
const isLong = (options: readonly { readonly label: string }[]) => options.some(({ label }) => label.length > 20)

interface ChoicesProps {
  label: string
  hint?: ReactNode
  error?: string | undefined
  required?: boolean | undefined
  options: readonly { readonly value: string; readonly label: string }[]
  value: readonly string[]
  onChange: (value: readonly string[]) => void
  /** Shown below the boxes: a field for the employee's own addition. */
  children?: ReactNode
}

/** A multiple choice with boxes that are easy to hit. */
export function Choices({ label, hint, error, required, options, value, onChange, children }: ChoicesProps) {
  const id = useId()
  const chosen = new Set(value)
  const turn = (option: string, on: boolean) =>
    // In the order of the list, not the order of choosing.
    onChange(options.map((each) => each.value).filter((each) => (each === option ? on : chosen.has(each))))
  return (
    <fieldset className={styles['choices']}>
      <legend className={styles['legend']}>
        {/* The spaces are for the accessible name. */}
        {label} {hint && <span className={styles['hint']}>{hint}</span>}{' '}
        {required === false && <span className={styles['hint']}>{optional}</span>}
      </legend>
      <FieldError id={`${id}-error`}>{error}</FieldError>
      <div className={classes(styles['boxes'], isLong(options) && styles['rows'])}>
        {options.map((option) => (
          <OptionBox
            key={option.value}
            type="checkbox"
            checked={chosen.has(option.value)}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
            onChange={(event) => turn(option.value, event.target.checked)}
          >
            {option.label}
          </OptionBox>
        ))}
      </div>
      {children}
    </fieldset>
  )
}
