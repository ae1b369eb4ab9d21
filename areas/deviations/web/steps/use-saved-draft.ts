import { useEffect, useRef } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'

/** Keeps the fields in the draft from the first change on: a form that is only prefilled is not a draft. */
export function useSavedDraft<Fields extends FieldValues, Context>(
  { subscribe }: UseFormReturn<Fields, Context>,
  keep: () => void,
  hasDraft: boolean,
): void {
  const latest = useRef(keep)
  useEffect(() => {
    latest.current = keep
  })
  useEffect(() => {
    let begun = hasDraft
    return subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ isDirty }) => {
        begun ||= isDirty === true
        if (begun) latest.current()
      },
    })
  }, [subscribe, hasDraft])
}
