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
  /** The title's level below its list's heading. */
  heading: 'h2' | 'h3'
  /** `shown` in the words of the screen: '2026-11-21 08:15'. */
  at: { readonly iso: string; readonly shown: string }
  state: ReactNode
  /** What else is short: its number, who wrote it. */
  facts?: readonly (string | false | null | undefined)[]
  /** Stands below the facts: a mark that it is unread. */
  mark?: ReactNode
  /** What the office has answered; empty ones are left out. */
  answers?: readonly Labelled[]
  /** Shows the first lines of an answer, where the whole is a tap away. */
  brief?: boolean
  children?: ReactNode
}

/** Something that an employee has sent in, on a phone: place, date, state and answer, then what was written. */
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
