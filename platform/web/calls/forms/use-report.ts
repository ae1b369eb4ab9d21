import { useEffect, useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import type { Call } from '#platform/contract/call.ts'
import { type Draft, flushDrafts } from '../../phone/drafts.ts'
import { type SendingOptions, useSend } from '../use-send.ts'
import type { ApiError } from '../../wire/api-error.ts'
import { type Attempt, attemptAt } from '../attempt.ts'
import { continued } from './continued.ts'
import { type ReportState, stateOf } from './report-state.ts'
import { useFollowed } from './use-followed.ts'

/** The draft of a form: the fields, and the last attempt to send them. */
export interface FormDraft<Fields> {
  readonly fields: Fields
  readonly attempt: Attempt | null
}

/** Says that the last attempt is over, even if the draft still contains it. No content has this text. */
const noAttempt: Attempt = { text: '', key: '' }

/** The initial values of a form: those of the draft, otherwise the empty ones; undefined until that is known. */
export function useInitialFields<Fields extends object>(
  { draft }: Draft<FormDraft<Fields>>,
  empty: Fields,
): Fields | undefined {
  const [begun, setBegun] = useState<Fields>()
  if (begun === undefined && draft !== undefined) setBegun(continued(empty, draft?.fields))
  return begun
}

export interface ReportOptions<Fields extends object, Body, Answer> extends Pick<
  SendingOptions<Answer, Body>,
  'reloads' | 'headers' | 'outbox' | 'said'
> {
  readonly call: Call<Answer, undefined, Body>
  readonly draft: Draft<FormDraft<Fields>>
  /** Further drafts that are sent with it: photos. */
  readonly otherDrafts?: readonly string[]
  /** Returns the current values. */
  readonly fields: () => Fields
  /** Empties the form, after its content has been sent or discarded. */
  readonly empty: () => void
  /** Whether the values are worth keeping; by default, if anything is filled in. */
  readonly isDraft?: (fields: Fields) => boolean
  /** The content that identifies a write, if it is not the whole body. */
  readonly contentOf?: (body: Body) => unknown
  readonly onSent?: (answer: Answer, body: Body) => void
  /** Called when it is stored on the phone under this key, to be sent when there is coverage. */
  readonly onWaiting?: (id: string) => void
  readonly onRefused?: (error: ApiError) => void
}

/**
 * A form that is kept on the phone while it is typed, and sent once: the same content is sent with the same key, also after a failure or
 * a reload, and changed content with a new one. Sent content is cleared; what was typed meanwhile stays, as the next report.
 */
export function useReport<Fields extends object, Body, Answer>(options: ReportOptions<Fields, Body, Answer>) {
  const { call, draft, otherDrafts = [], fields, empty, isDraft = hasContent, contentOf } = options
  const { reloads, headers, outbox, said } = options
  const attempt = useRef<Attempt | null>(null)
  const sent = useRef('')
  const leaving = useRef(false)
  const emptying = useRef(false)
  const [waitingId, setWaitingId] = useState<string | null>(null)

  const clear = () => {
    emptying.current = true
    empty()
    emptying.current = false
    attempt.current = noAttempt
    void draft.discard()
  }
  const end = () => {
    attempt.current = noAttempt
    if (JSON.stringify(fields()) === sent.current) clear()
    else draft.save({ fields: structuredClone(fields()), attempt: null })
  }
  const sending = useSend(call, {
    once: () => attempt.current?.key ?? '',
    reloads,
    headers,
    said,
    ...(outbox && {
      outbox: (body: Body) => ({
        address: `${location.pathname}${location.search}`,
        ...outbox(body),
        draftKeys: [draft.key, ...otherDrafts],
      }),
    }),
    onSuccess: (answer, body) => {
      // By the specification, `false` means accepted but not carried out.
      if (answer === false) return
      end()
      options.onSent?.(answer, body)
    },
    onWaiting: () => {
      const id = attempt.current?.key ?? ''
      setWaitingId(id)
      end()
      options.onWaiting?.(id)
    },
    onError: (error) => {
      // The server has the key for another report, so this one needs a new key.
      if ('Idempotency-Key' in (error.modelState ?? {})) attempt.current = noAttempt
      options.onRefused?.(error)
    },
  })
  const state: ReportState<Answer> = stateOf(sending, useFollowed(sending.waiting ? waitingId : null))

  const forgetEnd = () => {
    if (!sending.busy && (sending.answer !== undefined || sending.waiting)) sending.reset()
  }
  return {
    state,
    busy: sending.busy,
    /** Call it at every change: it keeps the draft, and the outcome of the last report is no longer shown. */
    changed: () => {
      if (emptying.current) return
      forgetEnd()
      const typed = fields()
      // The report that is being sent has left its draft.
      if (sending.busy && JSON.stringify(typed) === sent.current) return
      if (isDraft(typed)) draft.save({ fields: structuredClone(typed), attempt: attempt.current })
      else void draft.discard()
    },
    /** Sends it. Does nothing while one is being sent. */
    submit: async (body: Body) => {
      if (leaving.current || sending.busy) return
      leaving.current = true
      const content = JSON.stringify(contentOf ? contentOf(body) : body)
      attempt.current = attemptAt(content, attempt.current ?? draft.draft?.attempt ?? null)
      const typed = structuredClone(fields())
      sent.current = JSON.stringify(typed)
      draft.save({ fields: typed, attempt: attempt.current })
      // Stored on the phone before it is sent: whatever happens to the page, it is sent with the same key again.
      await flushDrafts()
      leaving.current = false
      sending.submit(body)
    },
    clear,
    /** Stops showing the outcome of the last one. One that is being sent goes on: its answer would otherwise be taken for the next one's. */
    reset: () => {
      if (!sending.busy) sending.reset()
    },
  }
}

const hasContent = (fields: object) => Object.values(fields).some(Boolean)

/** Calls a report's `changed` whenever a value of its form changes. */
export function useTyping<Fields extends FieldValues, Context, Parsed>(
  { subscribe }: UseFormReturn<Fields, Context, Parsed>,
  changed: () => void,
): void {
  const latest = useRef(changed)
  useEffect(() => {
    latest.current = changed
  })
  useEffect(() => subscribe({ formState: { values: true }, callback: () => latest.current() }), [subscribe])
}
