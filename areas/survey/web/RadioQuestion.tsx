import { type ComponentProps, useId } from 'react'
import { classes } from '#platform/web/ui/class-names.ts'
import { FieldError } from '#platform/web/ui/FieldError.tsx'
import { OptionBox } from '#platform/web/ui/OptionBox.tsx'
import { type Question, scale } from '../contract/form.ts'
import styles from './Survey.module.css'

type Registered = Pick<ComponentProps<'input'>, 'name' | 'onChange' | 'onBlur' | 'ref'>

interface RadioQuestionProps extends Registered {
  question: Question
  error: string | undefined
}

/** One of the answers must be chosen. */
export function RadioQuestion({ question: { text, answers }, error, ...registered }: RadioQuestionProps) {
  const id = useId()
  return (
    <fieldset
      className={styles['question']}
      role="radiogroup"
      aria-required="true"
      aria-invalid={error ? true : undefined}
    >
      <legend>
        {text}{' '}
        <span className={styles['star']} aria-hidden="true">
          *
        </span>
      </legend>
      <FieldError id={`${id}-error`} quiet>
        {error}
      </FieldError>
      <div className={classes(styles['answers'], answers !== scale && styles['short'])}>
        {answers.map((answer) => (
          <OptionBox
            key={answer}
            type="radio"
            value={answer}
            required
            aria-describedby={error ? `${id}-error` : undefined}
            {...registered}
          >
            {answer}
          </OptionBox>
        ))}
      </div>
    </fieldset>
  )
}
