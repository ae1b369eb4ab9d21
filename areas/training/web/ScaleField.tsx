import { useId } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { classes } from '#platform/web/ui/class-names.ts'
import { FieldError } from '#platform/web/ui/FieldError.tsx'
import { scale } from '../rules.ts'
import styles from './ScaleField.module.css'

interface ScaleFieldProps {
  question: string
  /** What is wrong, or nothing. */
  error: string | undefined
  field: UseFormRegisterReturn
}

/** A statement with the five steps from disagreeing to agreeing. */
export function ScaleField({ question, error, field }: ScaleFieldProps) {
  const errorId = useId()
  return (
    <fieldset className={styles['question']} aria-describedby={error ? errorId : undefined}>
      <legend className={styles['legend']}>{question}</legend>
      <div className={classes(styles['steps'], error && styles['wrong'])}>
        {scale.map((step) => (
          <label key={step} className={styles['step']}>
            <input type="radio" value={step} className={styles['input']} {...field} />
            <span className={styles['dot']} aria-hidden="true" />
            <span className={styles['word']}>{step}</span>
          </label>
        ))}
      </div>
      <FieldError id={errorId}>{error}</FieldError>
    </fieldset>
  )
}
