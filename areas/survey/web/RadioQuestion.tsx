import { type ComponentProps, useId } from 'react'
import { classes } from '#platform/web/ui/class-names.ts'
import { Icon } from '#platform/web/ui/Icon.tsx'
import { failedIcon } from '#platform/web/ui/icons.ts'
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
    <fieldset className={styles['question']}>
      <legend>
        {text}{' '}
        <span className={styles['star']} aria-hidden="true">
          *
        </span>
      </legend>
      <div className={classes(styles['answers'], answers !== scale && styles['short'], error && styles['wrong'])}>
        {answers.map((answer) => (
          <label key={answer} className={styles['answer']}>
            <input
              type="radio"
              value={answer}
              required
              aria-describedby={error ? `${id}-error` : undefined}
              {...registered}
            />
            <span className={styles['dot']} aria-hidden="true" />
            {answer}
          </label>
        ))}
      </div>
      <div aria-live="polite">
        {error && (
          <p id={`${id}-error`} className={styles['error']}>
            <Icon path={failedIcon} size={16} />
            {error}
          </p>
        )}
      </div>
    </fieldset>
  )
}
