import { useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { useDutyAtHand } from '#platform/web/shell/duty-at-hand.ts'
import type { FormContext } from './definition.ts'

/**
 * Fills in the bus and place of the duty under way, once known, in fields that have not been touched. A duty that has not begun is not
 * used, since the event cannot belong to it.
 */
export function usePrefill<Fields extends FieldValues>(
  form: UseFormReturn<Fields, FormContext>,
  { vehicles, fromList }: FormContext,
  wanted: boolean,
): void {
  const duty = useDutyAtHand()
  // Once per field: a field that the employee empties stays empty.
  const filled = useRef(new Set<string>())
  useEffect(() => {
    if (!wanted || !duty?.underWay) return
    const fill = (name: string, value: string) => {
      const field = name as Path<Fields>
      if (value === '' || filled.current.has(name)) return
      filled.current.add(name)
      if (form.getValues(field) !== '' || form.getFieldState(field).isTouched) return
      // The employee is about to type in this field: the text would end up after the prefilled one.
      if (document.activeElement?.getAttribute('name') === name) return
      // Rendered at once, since a later render could come between a tap on the field and the first letter.
      flushSync(() => form.resetField(field, { defaultValue: value as PathValue<Fields, Path<Fields>> }))
    }
    let current = true
    // Not inside the effect, where React cannot render synchronously.
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
