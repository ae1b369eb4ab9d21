import { lazy, Suspense, useRef } from 'react'
import styles from './Combobox.module.css'
import type { ComboboxInputProps } from './ComboboxInput.tsx'
import { type ComboboxOption, optionNamed } from './combobox-options.ts'
import { Field, type FieldProps } from './Field.tsx'

export interface ComboboxProps extends FieldProps {
  /** What stands in the field: an option's label once one is chosen, else whatever was typed. */
  value: string
  /** At every keystroke and choice. `chosen` is the option that the text names; null where it names none. */
  onChange: (value: string, chosen: ComboboxOption | null) => void
  onBlur?: () => void
  options: readonly ComboboxOption[]
  placeholder?: string
  name?: string
  /** Said where nothing matches what was typed. */
  emptyText?: string
}

// The list is heavy: it is on its way while the form is drawn, and where it does not come the field still takes a full name.
const loading = import('./ComboboxInput.tsx').catch(() => ({ default: PlainInput }))
const ComboboxInput = lazy(() => loading)

/**
 * One of many, found by typing a part of its name. What is typed stays, also when it names no option; the caller is told
 * which option it names.
 */
export function Combobox({ label, hint, error, value, onChange, onBlur, options, ...rest }: ComboboxProps) {
  const focused = useRef(false)
  return (
    <Field label={label} hint={hint} error={error}>
      {(wiring) => {
        const input = {
          ...rest,
          label,
          wiring,
          value,
          options,
          onChange,
          focused: focused.current,
          onFocus: () => {
            focused.current = true
          },
          onBlur: () => {
            focused.current = false
            const chosen = optionNamed(options, value)
            if (chosen && chosen.label !== value) onChange(chosen.label, chosen)
            onBlur?.()
          },
        }
        return (
          <div className={styles['frame']}>
            <Suspense fallback={<PlainInput {...input} />}>
              <ComboboxInput {...input} />
            </Suspense>
          </div>
        )
      }}
    </Field>
  )
}

function PlainInput({ wiring, value, onChange, onFocus, onBlur, options, placeholder, name }: ComboboxInputProps) {
  return (
    <input
      {...wiring}
      type="text"
      autoComplete="off"
      name={name}
      placeholder={placeholder}
      value={value}
      onFocus={onFocus}
      onBlur={onBlur}
      onChange={(event) => onChange(event.target.value, optionNamed(options, event.target.value))}
    />
  )
}
