import { useId } from 'react'
import { OptionBox } from '#platform/web/ui/OptionBox.tsx'
import styles from './CrisisScreen.module.css'

interface ListChoiceProps {
  question: string
  names: readonly string[]
  chosen: number
  onChoose: (index: number) => void
}

/** Lets the employee choose what has happened, and so which of the lists is shown. */
export function ListChoice({ question, names, chosen, onChoose }: ListChoiceProps) {
  const group = useId()
  return (
    <fieldset className={styles['choice']}>
      <legend className={styles['question']}>{question}</legend>
      {names.map((name, index) => (
        <OptionBox key={name} type="radio" name={group} checked={index === chosen} onChange={() => onChoose(index)}>
          {name}
        </OptionBox>
      ))}
    </fieldset>
  )
}
