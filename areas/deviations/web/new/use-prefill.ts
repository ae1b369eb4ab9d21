import { useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { useDutyAtHand } from '#platform/web/shell/duty-at-hand.ts'
import type { Means } from './definition.ts'

/** Bus and place of the duty at hand, once they are known, in fields that nobody has touched. */
export function usePrefill<Fields extends FieldValues>(
  form: UseFormReturn<Fields, Means>,
  { vehicles, fromList }: Means,
  wanted: boolean,
): void {
  const duty = useDutyAtHand()
  // Once for each field: one that has been emptied stays so.
  const filled = useRef(new Set<string>())
  useEffect(() => {
    if (!wanted || !duty) return
    const fill = (name: string, value: string) => {
      const field = name as Path<Fields>
      if (value === '' || filled.current.has(name)) return
      filled.current.add(name)
      if (form.getValues(field) !== '' || form.getFieldState(field).isTouched) return
      // What somebody is about to type into would end up behind it.
      if (document.activeElement?.getAttribute('name') === name) return
      // At once: drawn later, it could come between a tap on the field and the first letter.
      flushSync(() => form.resetField(field, { defaultValue: value as PathValue<Fields, Path<Fields>> }))
    }
    let current = true
    // Not within the effect, where React draws nothing at once.
    queueMicrotask(() => {
      if (!current) return
      fill('Plats', duty.place)
      const known = !fromList || vehicles?.some(({ name }) => name === duty.vehicle)
      if (known) fill('Fordon', duty.vehicle)
    })
    return () => {
      current = false
    }
  }, [wanted, duty, form, vehicles, fromList])
}
