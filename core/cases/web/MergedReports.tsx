import { minuteText } from '#platform/contract/wall-clock.ts'
import { useId } from 'react'
import { PictureStrip } from '#core/pictures/web/PictureStrip.tsx'
import { Link } from '#platform/web/ui/Link.tsx'
import type { CaseCalls } from '../calls.ts'
import { reportsLeftOut } from '../merged.ts'
import type { Case } from '../contract.ts'
import styles from './Case.module.css'

interface MergedReportsProps {
  found: Pick<Case, 'reports' | 'merged'>
  calls: CaseCalls
  /** The address of a case. */
  to: (number: string) => string
}

/** The reports in the cases that are merged into this one: an answer goes to their reporters too. */
export function MergedReports({ found, calls, to }: MergedReportsProps) {
  const id = useId()
  const { reports } = found
  const leftOut = reportsLeftOut(found, calls.words)
  if (reports.length === 0 && leftOut === null) return null
  return (
    <section aria-labelledby={id} className={styles['reports']}>
      <h3 id={id}>Fler {calls.words.things[1]} om samma sak</h3>
      {reports.length > 0 && (
        <ul>
          {reports.map(({ number, reporter, received, text, pictures, replies }) => (
            <li key={number}>
              <p className={styles['what']}>
                <b>
                  <Link to={to(number)}>{number}</Link>
                  {reporter && `, ${reporter}`}
                </b>
                <time dateTime={received}>{minuteText(received)}</time>
              </p>
              {text && <blockquote className={styles['text']}>{text}</blockquote>}
              <PictureStrip pictures={pictures} call={calls.picture} of={number} />
              {replies.map((reply) => (
                <p key={reply.at} className={styles['said']}>
                  <time dateTime={reply.at}>{minuteText(reply.at)}</time>: {reply.text}
                </p>
              ))}
            </li>
          ))}
        </ul>
      )}
      {leftOut && <p>{leftOut}</p>}
    </section>
  )
}
