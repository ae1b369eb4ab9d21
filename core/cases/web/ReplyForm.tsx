import { useState } from 'react'
import type { Call } from '#platform/contract/call.ts'
import { SaveError } from '#platform/web/calls/forms/SaveError.tsx'
import { useSend } from '#platform/web/calls/use-send.ts'
import { useWaiting } from '#platform/web/phone/outbox/state.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { TextArea } from '#platform/web/ui/Field.tsx'
import { Notice } from '#platform/web/ui/Notice.tsx'
import { noAnswer } from '../failures.ts'
import type { Reply } from '../messages.ts'
import { useDraft } from './drafts.ts'
import styles from './Messages.module.css'

const draftKind = 'eget'
const draftPart = 'svar'

export interface ReplyFormProps {
  number: string
  /** Who asked: 'kontoret', 'verkstaden'. */
  to: string
  reply: Call<true, undefined, Reply>
  /** The lists that show the answer. */
  reloads: readonly Pick<Call<unknown>, 'path'>[]
}

/** Answers a question of the office; without coverage the answer is sent later. */
export function ReplyForm({ number, to, reply, reloads }: ReplyFormProps) {
  // The typed text survives a reload of the list around it.
  const { text, write, sent } = useDraft(draftKind, number, draftPart)
  const [missing, setMissing] = useState(false)
  const sending = useSend(reply, {
    once: true,
    reloads,
    outbox: ({ text: answer }) => ({ what: `Svar till ${to}`, about: number, written: [['Svar', answer]] }),
    said: () => 'Svaret är skickat',
    onSuccess: (_done, body) => void sent(body.text),
    onWaiting: (body) => void sent(body.text),
  })
  // Also when the report has been closed and opened again: a second answer would be sent beside the waiting one.
  const waiting = useWaiting(reply).findLast((each) => each.number === number)
  if (waiting && !sending.busy)
    return (
      <Notice kind="info" title="Svaret skickas när du har täckning">
        <span>{waiting.text}</span>
      </Notice>
    )
  return (
    <form
      className={styles['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setMissing(text.trim() === '')
        if (text.trim() !== '') sending.submit({ number, text })
      }}
    >
      <TextArea
        label={`Svara ${to}`}
        required
        maxLength={4000}
        value={text}
        error={missing ? noAnswer : undefined}
        onChange={({ target }) => write(target.value)}
      />
      {sending.error && <SaveError error={sending.error} />}
      <Button kind="primary" type="submit" busy={sending.busy}>
        {sending.busy ? 'Skickar..' : 'Skicka svar'}
      </Button>
    </form>
  )
}
