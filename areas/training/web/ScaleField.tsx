import { useId } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { FieldError } from '#platform/web/ui/FieldError.tsx'
import { scale } from '../rules.ts'
import styles from './ScaleField.module.css'

interface ScaleFieldProps {
  question: string
  /** The error message, if any. */
  error: string | undefined
  field: UseFormRegisterReturn
}

/** A statement with the five steps from disagreeing to agreeing. */
export function ScaleField({ question, error, field }: ScaleFieldProps) {
  const errorId = useId()
  return (
    <fieldset
      className={styles['question']}
      role="radiogroup"
      aria-required="true"
      aria-invalid={error ? true : undefined}
    >
      <legend className={styles['legend']}>{question}</legend>
      <FieldError id={errorId} quiet>
        {error}
      </FieldError>
      <div className={styles['steps']}>
        {scale.map((step) => (
          <label key={step} className={styles['step']}>
            <input
              type="radio"
              value={step}
              required
              className={styles['input']}
              aria-describedby={error ? errorId : undefined}
              {...field}
            />
            <span className={styles['dot']} aria-hidden="true" />
            <span>{step}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
