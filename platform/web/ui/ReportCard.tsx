import type { ReactNode } from 'react'
import { classes } from './class-names.ts'
import styles from './ReportCard.module.css'
import { VisuallyHidden } from './VisuallyHidden.tsx'

interface Labelled {
  readonly label: string
  readonly text: string
}

interface ReportCardProps {
  /** Where it is or what it is about. */
  title: string
  /** The title's heading level, one below the heading of its list. */
  heading: 'h2' | 'h3'
  /** `shown` has the form that the screen shows: '2026-11-21 08:15'. */
  at: { readonly iso: string; readonly shown: string }
  state: ReactNode
  /** Other short facts: the number, the author. */
  facts?: readonly (string | false | null | undefined)[]
  /** A mark below the facts, such as that it is unread. */
  mark?: ReactNode
  /** The office's answers. Empty ones are left out. */
  answers?: readonly Labelled[]
  /** Shows only the first lines of an answer, if the whole answer is a tap away. */
  brief?: boolean
  children?: ReactNode
}

/** A report of an employee on a phone: place, date, state and answer, then the report's text. */
export function ReportCard({
  title,
  heading: Heading,
  at,
  state,
  facts = [],
  mark,
  answers = [],
  brief = false,
  children,
}: ReportCardProps) {
  const short = facts.filter(Boolean).join(' · ')
  return (
    <article className={styles['card']} aria-label={title}>
      <div className={styles['head']}>
        <Heading className={styles['title']}>{title}</Heading>
        <VisuallyHidden>Status: </VisuallyHidden>
        {state}
      </div>
      <p className={styles['facts']}>
        <VisuallyHidden>Datum: </VisuallyHidden>
        <time dateTime={at.iso}>{at.shown}</time>
        {short && ` · ${short}`}
      </p>
      {mark}
      {answers.map(
        ({ label, text }) =>
          text.trim() !== '' && (
            <p key={label} className={classes(styles['answer'], brief && styles['brief'])}>
              <b>
                {label}
                <VisuallyHidden>: </VisuallyHidden>
              </b>
              {text}
            </p>
          ),
      )}
      {children}
    </article>
  )
}
