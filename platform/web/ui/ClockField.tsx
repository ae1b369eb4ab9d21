import type { Ref } from 'react'
import { Field, type FieldProps } from './Field.tsx'

interface ClockFieldProps extends FieldProps {
  /** The text in the field; not necessarily a time. */
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  name?: string
  ref?: Ref<HTMLInputElement>
}

/** A time of day as HH:mm. Digits are enough: a phone's number pad has no colon. */
export function ClockField({ value, onChange, onBlur, name, ref, ...field }: ClockFieldProps) {
  return (
    <Field {...field}>
      {(wiring) => (
        <input
          {...wiring}
          ref={ref}
          name={name}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          placeholder="TT:MM"
          maxLength={5}
          value={value}
          onChange={(event) => onChange(asTyped(event.target.value))}
          // Enter submits the form before the field loses the focus.
          onKeyDown={(event) => event.key === 'Enter' && onChange(asMeant(value))}
          onBlur={() => {
            onChange(asMeant(value))
            onBlur?.()
          }}
        />
      )}
    </Field>
  )
}

/** '1432' is 14:32 as soon as the fourth digit is there. */
const asTyped = (text: string) => text.trim().replace(/^(\d\d)(\d\d)$/, '$1:$2')

/** '512' and '5:12' become 05:12 when the field is left. */
const asMeant = (text: string) =>
  text.replace(/^(\d{1,2}):?(\d\d)$/, (_, hour: string, minute: string) => `${hour.padStart(2, '0')}:${minute}`)
