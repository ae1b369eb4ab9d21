import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { type FormEvent, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { type Draft, flushDrafts } from '#platform/web/drafts.ts'
import { whileTyping } from '#platform/web/forms/while-typing.ts'
import { useSend } from '#platform/web/http/query.ts'
import { addFault, getActiveFaults, getOwnFaults } from '../calls.ts'
import { FaultFields } from '../contract.ts'

export interface FaultDraft extends FaultFields {
  readonly vehicleNumber: string | null
  /** The write's idempotency key: new with every change, so that the same report is the same write after a reload too. */
  readonly attempt: string
}

/** A report in the making: kept on the phone at every change, sent once. */
export function useFaultReport(
  kept: Draft<FaultDraft>,
  draft: FaultDraft | null,
  nameOf: (vehicleNumber: string) => string | undefined,
) {
  const [vehicleNumber, setVehicleNumber] = useState(draft?.vehicleNumber ?? null)
  const [typed, setTyped] = useState<string | null>(null)
  const [restored, setRestored] = useState(draft !== null)
  const leaving = useRef(false)
  const attempt = useRef(draft?.attempt ?? crypto.randomUUID())
  const form = useForm<FaultFields>({
    resolver: standardSchemaResolver(FaultFields),
    ...whileTyping,
    defaultValues: { category: draft?.category ?? '', text: draft?.text ?? '' },
  })

  const clear = () => {
    form.reset({ category: '', text: '' })
    attempt.current = crypto.randomUUID()
    setRestored(false)
    void kept.discard()
  }
  /** What was typed while it was being sent is the next report's beginning. */
  const clearIfSent = ({ text }: { readonly text: string }) => {
    if (form.getValues('text') === text) clear()
  }
  const sending = useSend(addFault, {
    once: () => attempt.current,
    reloads: [getActiveFaults, getOwnFaults],
    outbox: ({ vehicleNumber }) => ({ what: 'Felrapport', about: nameOf(vehicleNumber) }),
    onSuccess: (saved, body) => {
      if (saved) clearIfSent(body)
    },
    onWaiting: (body) => clearIfSent(body),
  })
  const keep = (number = vehicleNumber) => {
    const { category, text } = form.getValues()
    attempt.current = crypto.randomUUID()
    if (category || text) kept.save({ category, text, vehicleNumber: number, attempt: attempt.current })
    else void kept.discard()
  }

  const leave = async ({ category, text }: FaultFields) => {
    if (vehicleNumber === null || leaving.current) return
    leaving.current = true
    // On the phone before it is on its way: whatever happens to the page meanwhile, it is there to be sent again.
    await flushDrafts()
    leaving.current = false
    sending.submit({ faultCategoryNumber: Number(category), vehicleNumber, text })
  }

  return {
    form,
    vehicleNumber,
    /** What stands in the vehicle field; null until something has been typed. */
    typed,
    /** Whether what stands here was typed before the screen was opened. */
    restored,
    savedAt: kept.savedAt,
    unkept: kept.failed,
    sending,
    clear,
    chooseVehicle(text: string, number: string | null) {
      setTyped(text)
      if (number === vehicleNumber) return
      setVehicleNumber(number)
      // What has been said of the last report says nothing of another vehicle.
      sending.reset()
      if (number !== null) keep(number)
    },
    changed() {
      if (sending.answer !== undefined || sending.waiting) sending.reset()
      keep()
    },
    submit: (event: FormEvent) => form.handleSubmit(leave)(event),
  }
}
