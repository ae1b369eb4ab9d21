import { useEffect, useRef, useState } from 'react'
import type { Call } from '#platform/contract/call.ts'
import { useDraft } from '#platform/web/phone/drafts.ts'
import { NotKept } from '#platform/web/calls/forms/NotKept.tsx'
import { SaveError } from '#platform/web/calls/forms/SaveError.tsx'
import { type FormDraft, useReport } from '#platform/web/calls/forms/use-report.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { TextArea } from '#platform/web/ui/Field.tsx'
import { getComments } from '../calls.ts'
import type { NewsComment } from '../contract.ts'
import { COMMENT_LENGTH, commentRefusal, isComment } from '../rules.ts'
import styles from './Comments.module.css'

interface Fields {
  readonly text: string
}

interface CommentFormProps<Body> {
  draftKey: string
  label: string
  submitLabel: string
  /** The text being changed; absent for a new comment. */
  initial?: string
  /** Whether the field gets the focus, because the employee has just opened the form. */
  focused?: boolean
  call: Call<NewsComment, undefined, Body>
  bodyOf: (text: string) => Body
  textOf: (body: Body) => string
  onSaved: () => void
  onCancel?: () => void
}

/** The form for a comment, with a counter. The text survives a failed save and a reload. */
export function CommentForm<Body>(props: CommentFormProps<Body>) {
  const { draftKey, label, submitLabel, initial = '', focused = false, call, bodyOf, textOf, onSaved, onCancel } = props
  const draft = useDraft<FormDraft<Fields>>(draftKey, { fields: { text: '' } })
  const [typed, setTyped] = useState<string>()
  const [tried, setTried] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (focused) form.current?.querySelector('textarea')?.focus()
  }, [focused])
  const text = typed ?? draft.draft?.fields.text ?? initial
  // Text may be typed before the answer arrives.
  const latest = useRef(text)
  useEffect(() => {
    latest.current = text
  })
  const report = useReport({
    call,
    draft,
    fields: () => ({ text: latest.current }),
    empty: () => {
      setTyped('')
      setTried(false)
    },
    isDraft: (fields) => fields.text !== initial,
    reloads: [getComments],
    outbox: (body) =>
      initial
        ? // The form of a changed comment has no address: its text is shown in the list instead.
          {
            what: 'Ändrad kommentar',
            about: textOf(body),
            settles: draftKey,
            address: undefined,
            written: [['Kommentar', textOf(body)]],
          }
        : { what: 'Kommentar', about: textOf(body) },
    said: () => (initial ? 'Kommentaren är ändrad.' : 'Kommentaren är skickad.'),
    onSent: onSaved,
    onWaiting: onSaved,
  })
  const { state, busy } = report
  const type = (value: string) => {
    const cut = value.slice(0, COMMENT_LENGTH)
    setTyped(cut)
    // An emptied field is reported at once, an unused one is not.
    setTried(true)
    latest.current = cut
    report.changed()
  }
  const submit = () => {
    setTried(true)
    if (isComment(text)) void report.submit(bodyOf(text.trim()))
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
      {/* Not to a reader who writes nothing. */}
      {text !== initial && <NotKept draft={draft} />}
      {state.kind === 'refused' && (
        <SaveError error={state.error} lead="Ett fel inträffade när kommentaren skulle sparas" otherwise="" />
      )}
      <div className={styles['actions']}>
        {onCancel && (
          <Button
            onClick={() => {
              void draft.discard()
              onCancel()
            }}
          >
            Avbryt
          </Button>
        )}
        <Button type="submit" kind="primary" busy={busy}>
          {busy ? 'Sparar..' : submitLabel}
        </Button>
      </div>
    </form>
  )
}
