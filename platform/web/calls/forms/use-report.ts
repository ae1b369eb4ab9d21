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

/** Marks that the last attempt is over, even if the draft still contains it. No content has this text. */
const noAttempt: Attempt = { text: '', key: '' }

/** The initial values of a form: those of the draft, otherwise the empty ones. Undefined until the draft has been read. */
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
  'reloads' | 'headers' | 'said'
> {
  readonly call: Call<Answer, undefined, Body>
  readonly draft: Draft<FormDraft<Fields>>
  /** As in `useSend`. `fields`: the values that the body was made of. */
  readonly outbox?: (body: Body, fields: Fields) => ReturnType<NonNullable<SendingOptions<Answer, Body>['outbox']>>
  /** Further drafts that are sent with the report: photos. */
  readonly otherDrafts?: readonly string[]
  /** Returns the current values. */
  readonly fields: () => Fields
  /** Empties the form, after its content has been sent or discarded. */
  readonly empty: () => void
  /** Whether the values are worth keeping. By default they are if anything is filled in. */
  readonly isDraft?: (fields: Fields) => boolean
  /** The content that identifies a write, if it is not the whole body. */
  readonly contentOf?: (body: Body) => unknown
  readonly onSent?: (answer: Answer, body: Body) => void
  /** Called when the report is stored on the phone under this key, to be sent when there is coverage. */
  readonly onWaiting?: (id: string) => void
  readonly onRefused?: (error: ApiError) => void
}

/**
 * A form that is kept on the phone while it is typed, and sent once. The same content is sent with the same key, also after a failure or a
 * reload, and changed content with a new key. Sent content is cleared. What the employee has typed since stays as the next report.
 */
export function useReport<Fields extends object, Body, Answer>(options: ReportOptions<Fields, Body, Answer>) {
  const { call, draft, otherDrafts = [], fields, empty, isDraft = hasContent, contentOf } = options
  const { reloads, headers, outbox, said } = options
  const attempt = useRef<Attempt | null>(null)
  const sent = useRef<Fields>(undefined)
  const isSent = (typed: Fields) => JSON.stringify(typed) === JSON.stringify(sent.current)
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
    if (isSent(fields())) clear()
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
        ...outbox(body, sent.current ?? fields()),
        draftKeys: [draft.key, ...otherDrafts],
      }),
    }),
    onSuccess: (answer, body) => {
      // According to the specification, `false` means accepted but not carried out.
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
      // The server has this key for another report, so this report needs a new key.
      if ('Idempotency-Key' in (error.modelState ?? {})) attempt.current = noAttempt
      options.onRefused?.(error)
    },
  })
  const state: ReportState<Answer> = stateOf(sending, useFollowed(sending.waiting ? waitingId : null))

  const submitAsOf = async (typed: Fields, body: Body) => {
    if (leaving.current || sending.busy) return
    leaving.current = true
    const content = JSON.stringify(contentOf ? contentOf(body) : body)
    attempt.current = attemptAt(content, attempt.current ?? draft.draft?.attempt ?? null)
    sent.current = typed
    draft.save({ fields: typed, attempt: attempt.current })
    // The draft is stored before the report is sent. Whatever happens to the page, the report is sent again with the same key.
    await flushDrafts()
    leaving.current = false
    sending.submit(body)
  }
  const forgetEnd = () => {
    if (!sending.busy && (sending.answer !== undefined || sending.waiting)) sending.reset()
  }
  return {
    state,
    busy: sending.busy,
    /** Call it at every change. It keeps the draft and hides the outcome of the last report. */
    changed: () => {
      if (emptying.current) return
      forgetEnd()
      const typed = fields()
      // The report that is being sent must not become a draft again.
      if (sending.busy && isSent(typed)) return
      if (isDraft(typed)) draft.save({ fields: structuredClone(typed), attempt: attempt.current })
      else void draft.discard()
    },
    /** Sends the report. Does nothing while a report is being sent. */
    submit: (body: Body) => submitAsOf(structuredClone(fields()), body),
    /** Sends a report that was made of values from before a wait. What has been typed since stays as the next report. */
    submitAsOf,
    clear,
    /**
     * Hides the outcome of the last report. Does nothing while a report is being sent, because its answer would be taken for the next
     * report's.
     */
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
