import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { FieldErrors, FieldValues, UseFormReturn } from 'react-hook-form'
import type { Call } from '#platform/contract/call.ts'
import { type Draft, flushDrafts } from '../drafts.ts'
import { type SendingOptions, useSend } from '../http/query.ts'
import { type Attempt, attemptAt } from './attempt.ts'
import { continued } from './continued.ts'

export interface KeptFields<Fields> {
  readonly fields: Fields
  readonly attempt: Attempt | null
}

/** The form of `KeptFields`, for `useDraft`. */
export const keptFields = { fields: {} }

/** What a form begins with: what was typed last time, else nothing; undefined until that is known. */
export function useBegun<Fields extends object>(
  { draft }: Draft<KeptFields<Fields>>,
  empty: Fields,
): Fields | undefined {
  const [begun, setBegun] = useState<Fields>()
  if (begun === undefined && draft !== undefined) setBegun(continued(empty, draft?.fields))
  return begun
}

interface KeptFormOptions<Fields extends FieldValues, Body, Answer> {
  readonly form: UseFormReturn<Fields, unknown, Body>
  readonly draft: Draft<KeptFields<Fields>>
  readonly empty: Fields
  readonly call: Call<Answer, undefined, Body>
  readonly reloads?: NonNullable<SendingOptions<Answer, Body>['reloads']>
  readonly onSaved?: () => void
  /** What it was sent with is not in order; the first such field has the focus. */
  readonly onWrong?: (errors: FieldErrors<Fields>) => void
}

/** A form that is kept on the phone at every change, and stored once however often it is sent. */
export function useKeptForm<Fields extends FieldValues, Body, Answer>(options: KeptFormOptions<Fields, Body, Answer>) {
  const { form, draft, empty, call, reloads = [], onSaved, onWrong } = options
  const { save: keep, discard } = draft
  const { subscribe, getValues, reset, handleSubmit } = form
  const [saved, setSaved] = useState(false)
  const attempt = useRef(draft.draft?.attempt ?? null)
  const leaving = useRef(false)

  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          setSaved(false)
          if (Object.values(values).some(Boolean)) keep({ fields: { ...values }, attempt: attempt.current })
          else void discard()
        },
      }),
    [subscribe, keep, discard],
  )

  const saving = useSend(call, {
    once: () => attempt.current?.key ?? '',
    reloads,
    onSuccess: (_answer, sent) => {
      attempt.current = null
      // What was changed meanwhile is not sent, and stays.
      if (JSON.stringify(getValues()) === JSON.stringify(sent)) {
        reset(empty)
        void discard()
      }
      setSaved(true)
      onSaved?.()
    },
    onError: () => setSaved(false),
  })

  const leave = async (body: Body) => {
    if (leaving.current || saving.busy) return
    leaving.current = true
    attempt.current = attemptAt(JSON.stringify(body), attempt.current)
    keep({ fields: { ...getValues() }, attempt: attempt.current })
    // On the phone before it is on its way: whatever happens to the page meanwhile, it goes by the same key again.
    await flushDrafts()
    leaving.current = false
    saving.submit(body)
  }

  return {
    saving,
    /** Stored, and nothing has been typed since. */
    saved,
    submit: (event: FormEvent) => void handleSubmit(leave, onWrong)(event),
  }
}
