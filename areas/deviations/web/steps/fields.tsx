import type { ComponentProps, ReactNode } from 'react'
import { type Control, type FieldPathByValue, type FieldValues, useController } from 'react-hook-form'
import { ClockField } from '#platform/web/ui/ClockField.tsx'
import { Combobox } from '#platform/web/ui/Combobox.tsx'
import { DateField } from '#platform/web/ui/DateField.tsx'
import { SelectField, type SelectOption, TextArea, TextField } from '#platform/web/ui/Field.tsx'
import { Toggle } from '#platform/web/ui/Toggle.tsx'
import { Choices } from './Choices.tsx'
import type { FormContext } from './definition.ts'
import styles from './fields.module.css'

// The platform's controls, bound to a field of a form.

interface Tied<Fields extends FieldValues, Value> {
  control: Control<Fields, FormContext>
  name: FieldPathByValue<Fields, Value>
  label: string
  hint?: ReactNode
  required?: boolean
}

function useTied<Fields extends FieldValues, Value>({ control, name }: Tied<Fields, Value>) {
  const { field, fieldState } = useController({ control, name })
  return {
    value: field.value as Value,
    onChange: field.onChange as (value: Value) => void,
    onBlur: field.onBlur,
    error: fieldState.error?.message,
  }
}

type InputProps = Pick<ComponentProps<'input'>, 'inputMode' | 'maxLength' | 'autoCapitalize' | 'placeholder'>

export function Line<Fields extends FieldValues>(props: Tied<Fields, string> & InputProps) {
  const { control: _, name, ...shown } = props
  const { onChange, ...tied } = useTied(props)
  return <TextField {...shown} {...tied} name={name} onChange={(event) => onChange(event.target.value)} />
}

/** `error`: one that is not this field's alone, if the field has none of its own. */
export function Lines<Fields extends FieldValues>(
  props: Tied<Fields, string> & { rows?: number; error?: string | undefined },
) {
  const { control: _, name, error: shared, ...shown } = props
  const { onChange, error = shared, ...tied } = useTied(props)
  return <TextArea {...shown} {...tied} error={error} name={name} onChange={(event) => onChange(event.target.value)} />
}

export function Day<Fields extends FieldValues>(props: Tied<Fields, string>) {
  const { control: _, ...shown } = props
  return <DateField {...shown} {...useTied(props)} />
}

export function Clock<Fields extends FieldValues>(props: Tied<Fields, string>) {
  const { control: _, ...shown } = props
  return <ClockField {...shown} {...useTied(props)} />
}

export function OneOf<Fields extends FieldValues>(
  props: Tied<Fields, string> & { options: readonly SelectOption[]; onChosen?: () => void },
) {
  const { control: _, name, onChosen, ...shown } = props
  const { onChange, ...tied } = useTied(props)
  return (
    <SelectField
      {...shown}
      {...tied}
      name={name}
      placeholder="Välj"
      onChange={(event) => {
        onChange(event.target.value)
        onChosen?.()
      }}
    />
  )
}

export function YesNo<Fields extends FieldValues>(props: Tied<Fields, boolean>) {
  const { value, onChange } = useTied(props)
  return (
    <div className={styles['yesNo']}>
      <Toggle label={props.label} checked={value} onChange={onChange} />
    </div>
  )
}

export function Several<Fields extends FieldValues>(
  props: Tied<Fields, readonly string[]> & { options: readonly SelectOption[] },
) {
  const { control: _, ...shown } = props
  return <Choices {...shown} {...useTied(props)} />
}

/** A bus from the company's list, or free text if there is none. The list may come, and perhaps never, while the name is being typed. */
export function Bus<Fields extends FieldValues>(props: Omit<Tied<Fields, string>, 'label'> & { context: FormContext }) {
  const { control: _, context, name, hint, required } = props
  const { onChange, ...tied } = useTied({ ...props, label: 'Fordon' })
  if (!context.fromList) {
    return (
      <TextField
        label="Fordon"
        name={name}
        hint={hint}
        required={required}
        {...tied}
        onChange={(event) => onChange(event.target.value)}
      />
    )
  }
  return (
    <Combobox
      label="Fordon"
      name={name}
      hint={hint}
      required={required}
      {...tied}
      onChange={onChange}
      options={context.vehicles?.map((vehicle) => ({ value: vehicle.number, label: vehicle.name })) ?? []}
      emptyText={context.vehicles ? undefined : ''}
    />
  )
}
