import { type ComponentProps, type ReactNode, useId } from 'react'
import { classes } from './class-names.ts'
import styles from './Field.module.css'
import { FieldError } from './FieldError.tsx'
import { Icon } from './Icon.tsx'
import { chevronDownIcon } from './icons.ts'

export interface FieldProps {
  label: string
  hint?: ReactNode
  /** The error, if any. */
  error?: string | undefined
  /** Whether the field must be filled in. True is announced to screen readers, false is written next to the label. */
  required?: boolean | undefined
}

/** The attributes that connect a control with its label, hint and error; spread them on the control. */
export interface FieldWiring {
  id: string
  className: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  'aria-required': true | undefined
}

/** The class of a control, for one without a label beside it. */
export const controlClass = styles['control']

/** A control with its label, hint and error. */
export function Field({
  label,
  hint: words,
  error,
  required,
  children,
}: FieldProps & { children: (wiring: FieldWiring) => ReactNode }) {
  const id = useId()
  const hint =
    required === false ? (
      <>
        {words} {optional}
      </>
    ) : (
      words
    )
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className={styles['field']}>
      <div className={styles['top']}>
        <label className={styles['label']} htmlFor={id}>
          {label}
        </label>
        {hint && (
          <span id={`${id}-hint`} className={styles['hint']}>
            {hint}
          </span>
        )}
      </div>
      {children({
        id,
        className: classes(styles['control'], error && styles['wrong']),
        'aria-describedby': described || undefined,
        'aria-invalid': error ? true : undefined,
        'aria-required': required || undefined,
      })}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  )
}

export const optional = '(valfritt)'

type Without<Props> = Omit<Props, 'id' | 'className' | 'children' | 'required'>

/** A line of text. React Hook Form's `register` may be spread on it. */
export function TextField({ label, hint, error, required, ...input }: FieldProps & Without<ComponentProps<'input'>>) {
  return (
    <Field label={label} hint={hint} error={error} required={required}>
      {(wiring) => <input autoComplete="off" {...input} {...wiring} />}
    </Field>
  )
}

/** A text of several lines. */
export function TextArea({ label, hint, error, required, ...input }: FieldProps & Without<ComponentProps<'textarea'>>) {
  return (
    <Field label={label} hint={hint} error={error} required={required}>
      {(wiring) => <textarea rows={4} {...input} {...wiring} />}
    </Field>
  )
}

export interface SelectOption {
  readonly value: string
  readonly label: string
}

interface SelectProps extends Omit<ComponentProps<'select'>, 'children'> {
  options: readonly SelectOption[]
  placeholder?: string | undefined
}

/** A choice of one among a few options, without a label. */
export function Select({ options, placeholder, ...select }: SelectProps) {
  return (
    <span className={styles['select']}>
      <select className={styles['control']} {...select}>
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon path={chevronDownIcon} size={20} className={styles['chevron']} />
    </span>
  )
}

/** A choice of one among a few options. */
export function SelectField({ label, hint, error, required, ...select }: FieldProps & Without<SelectProps>) {
  return (
    <Field label={label} hint={hint} error={error} required={required}>
      {(wiring) => <Select {...select} {...wiring} />}
    </Field>
  )
}
