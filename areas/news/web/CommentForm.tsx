import { useEffect, useRef, useState } from 'react'
import type { Call } from '#platform/contract/call.ts'
import { useDraft } from '#platform/web/drafts.ts'
import { useSend } from '#platform/web/http/query.ts'
import { useHandedOver } from '#platform/web/outbox/handed-over.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { TextArea } from '#platform/web/ui/Field.tsx'
import { Notice } from '#platform/web/ui/Notice.tsx'
import { getComments } from '../calls.ts'
import type { NewsComment } from '../contract.ts'
import { COMMENT_LENGTH, commentRefusal, isComment } from '../rules.ts'
import styles from './Comments.module.css'

interface CommentFormProps<Body> {
  draftKey: string
  label: string
  submitLabel: string
  /** What is being changed; nothing for a new one. */
  initial?: string
  /** Opened by hand: whoever did goes on there. */
  focused?: boolean
  call: Call<NewsComment, undefined, Body>
  bodyOf: (text: string) => Body
  textOf: (body: Body) => string
  onSaved: () => void
  onCancel?: () => void
}

/** Where a comment is written, with a counter. What was typed survives a failed save and a reload. */
export function CommentForm<Body>(props: CommentFormProps<Body>) {
  const { draftKey, label, submitLabel, initial = '', focused = false, call, bodyOf, textOf, onSaved, onCancel } = props
  const {
    draft: kept,
    save,
    discard,
  } = useDraft<{ text: string; attempt: string }>(draftKey, { text: '', attempt: '' })
  // Went to the outbox before the draft could be put away: what stands in it is sent already.
  const handedOver = useHandedOver(kept?.attempt)
  const draft = handedOver === false ? kept : null
  useEffect(() => {
    if (handedOver) void discard()
  }, [handedOver, discard])
  const attempt = useRef<string>(undefined)
  const [typed, setTyped] = useState<string>()
  const [tried, setTried] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (focused) form.current?.querySelector('textarea')?.focus()
  }, [focused])
  const text = typed ?? draft?.text ?? initial
  const done = (_answer: unknown, body: Body) => {
    onSaved()
    // What was typed while it was being sent is the next one's beginning.
    if (text.trim() !== textOf(body)) return
    setTyped('')
    setTried(false)
    void discard()
  }
  const sending = useSend(call, {
    once: () => attempt.current ?? draft?.attempt ?? crypto.randomUUID(),
    reloads: [getComments],
    outbox: (body) => ({ what: initial ? 'Ändrad kommentar' : 'Kommentar', about: textOf(body) }),
    said: () => (initial ? 'Kommentaren är ändrad.' : 'Kommentaren är skickad.'),
    onSuccess: done,
    onWaiting: (body) => done(undefined, body),
  })
  const type = (value: string) => {
    const cut = value.slice(0, COMMENT_LENGTH)
    setTyped(cut)
    // Emptied by hand is told at once; a field not yet used is not.
    setTried(true)
    if (cut === initial) void discard()
    else {
      // The write's idempotency key: the same words are the same write, after a reload too.
      attempt.current = crypto.randomUUID()
      save({ text: cut, attempt: attempt.current })
    }
  }
  const submit = () => {
    setTried(true)
    if (isComment(text)) sending.submit(bodyOf(text.trim()))
  }
  return (
    <form
      ref={form}
      className={styles['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <TextArea
        label={label}
        hint={`${text.length}/${COMMENT_LENGTH}`}
        rows={3}
        maxLength={COMMENT_LENGTH}
        value={text}
        error={tried && !isComment(text) ? commentRefusal : undefined}
        onChange={(event) => type(event.target.value)}
      />
      {sending.error && !sending.busy && <Notice kind="error">Ett fel inträffade när kommentaren skulle sparas</Notice>}
      <div className={styles['actions']}>
        {onCancel && (
          <Button
            onClick={() => {
              void discard()
              onCancel()
            }}
          >
            Avbryt
          </Button>
        )}
        <Button type="submit" kind="primary" busy={sending.busy}>
          {sending.busy ? 'Sparar..' : submitLabel}
        </Button>
      </div>
    </form>
  )
}
