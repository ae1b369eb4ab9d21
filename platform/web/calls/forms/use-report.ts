import { useEffect, useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import type { Call } from '#platform/contract/call.ts'
import { type Draft, flushDrafts } from '../../phone/drafts.ts'
import { type SendingOptions, useSend } from '../query.ts'
import type { ApiError } from '../../wire/api-error.ts'
import { type Attempt, attemptAt } from './attempt.ts'
import { continued } from './continued.ts'
import { type ReportState, stateOf } from './report-state.ts'
import { useFollowed } from './use-followed.ts'

/** What a draft keeps of a form: the fields, and the last attempt to send them. */
export interface Kept<Fields> {
  readonly fields: Fields
  readonly attempt: Attempt | null
}

/** What was tried is over, also where the draft still holds it. No content has this text. */
const noAttempt: Attempt = { text: '', key: '' }

/** The form of `Kept`, for `useDraft`. */
export const keptSample = { fields: {} }

/** What a form begins with: what was typed last time, else nothing; undefined until that is known. */
export function useBegun<Fields extends object>({ draft }: Draft<Kept<Fields>>, empty: Fields): Fields | undefined {
  const [begun, setBegun] = useState<Fields>()
  if (begun === undefined && draft !== undefined) setBegun(continued(empty, draft?.fields))
  return begun
}

interface ReportOptions<Fields extends object, Body, Answer> extends Pick<
  SendingOptions<Answer, Body>,
  'reloads' | 'outbox' | 'said'
> {
  readonly call: Call<Answer, undefined, Body>
  readonly draft: Draft<Kept<Fields>>
  /** Drafts beside it that are sent with it: photos. */
  readonly otherDrafts?: readonly string[]
  /** What is typed now. */
  readonly fields: () => Fields
  /** Empties the form: what was in it has been sent, or is thrown away. */
  readonly empty: () => void
  /** Whether what is typed is worth keeping; else a form in which nothing is filled in has no draft. */
  readonly isDraft?: (fields: Fields) => boolean
  /** What makes two bodies the same write, where that is not the body itself. */
  readonly contentOf?: (body: Body) => unknown
  readonly onSent?: (answer: Answer, body: Body) => void
  /** It is safe on the phone under this key, and goes when there is coverage. */
  readonly onWaiting?: (id: string) => void
  readonly onRefused?: (error: ApiError) => void
}

/**
 * A form that is kept on the phone while it is typed, and sent once: the same content goes by the same key, after a failure or a reload
 * too, and changed content by a new one. What has been sent is cleared; what was typed meanwhile stays, and begins the next.
 */
export function useReport<Fields extends object, Body, Answer>(options: ReportOptions<Fields, Body, Answer>) {
  const { call, draft, otherDrafts = [], fields, empty, isDraft = hasContent, contentOf } = options
  const { reloads, outbox, said } = options
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
    said,
    ...(outbox && { outbox: (body: Body) => ({ ...outbox(body), draftKeys: [draft.key, ...otherDrafts] }) }),
    onSuccess: (answer, body) => {
      // Taken, but not done, says the specification of `false`.
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
      // The server knows the key by another report, so what is typed here cannot be stored under it.
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
    /** To be called at every change: it is kept, and what became of the last report is no longer said. */
    changed: () => {
      if (emptying.current) return
      forgetEnd()
      const typed = fields()
      // What is on its way has left its draft.
      if (sending.busy && JSON.stringify(typed) === sent.current) return
      if (isDraft(typed)) draft.save({ fields: structuredClone(typed), attempt: attempt.current })
      else void draft.discard()
    },
    /** Sends it. Does nothing while one is on its way. */
    submit: async (body: Body) => {
      if (leaving.current || sending.busy) return
      leaving.current = true
      const content = JSON.stringify(contentOf ? contentOf(body) : body)
      attempt.current = attemptAt(content, attempt.current ?? draft.draft?.attempt ?? null)
      const typed = structuredClone(fields())
      sent.current = JSON.stringify(typed)
      draft.save({ fields: typed, attempt: attempt.current })
      // On the phone before it is on its way: whatever happens to the page meanwhile, it goes by the same key again.
      await flushDrafts()
      leaving.current = false
      sending.submit(body)
    },
    clear,
    /** Says no longer what became of the last one. */
    reset: sending.reset,
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
