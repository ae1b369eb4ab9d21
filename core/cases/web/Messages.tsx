import { minuteText } from '#platform/contract/wall-clock.ts'
import type { Message } from '../messages.ts'
import styles from './Messages.module.css'
import { ReplyForm, type ReplyFormProps } from './ReplyForm.tsx'

interface MessagesProps extends Omit<ReplyFormProps, 'to'> {
  messages: readonly Message[]
}

/** The messages between the office and the employee about one of the employee's reports, and the form that answers a question. */
export function Messages({ number, messages, reply, reloads }: MessagesProps) {
  if (messages.length === 0) return null
  return (
    <section className={styles['messages']} aria-label={`Meddelanden om ${number}`}>
      <ol className={styles['list']}>
        {messages.map(({ at, own, text }) => (
          <li key={`${at} ${text}`} className={styles['message']} data-own={own || undefined}>
            <b>{own ? 'Du svarade' : 'Kontoret skrev'}</b> <time dateTime={at}>{minuteText(at)}</time>
            <p>{text}</p>
          </li>
        ))}
      </ol>
      {messages.some(({ asks }) => asks) && <ReplyForm number={number} to="kontoret" reply={reply} reloads={reloads} />}
    </section>
  )
}
