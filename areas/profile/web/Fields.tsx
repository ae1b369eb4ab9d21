import type { ComponentProps } from 'react'
import type { FieldErrors, UseFormRegister } from 'react-hook-form'
import { requiredDetails } from '#core/people/contract.ts'
import { Field, TextField, type FieldProps } from '#platform/web/ui/Field.tsx'
import type { DetailsForm } from '../contract.ts'
import type { Group } from './groups.ts'
import styles from './ProfileScreen.module.css'

export const labels: Readonly<Record<keyof DetailsForm, string>> = {
  firstName: 'Förnamn',
  lastName: 'Efternamn',
  email: 'E-post',
  address: 'Gatuadress',
  zipCode: 'Postnummer',
  city: 'Postort',
  phoneNumber: 'Telefonnummer',
  relativeName: 'Anhörigs namn',
  relativeRelation: 'Relation',
  relativePhone: 'Anhörigs telefonnummer',
}

/** The specified text has a placeholder for an example. */
export const filledIn = (message: string | undefined) => message?.replace('{email}', 'namn@exempel.se')

interface FieldsProps {
  register: UseFormRegister<DetailsForm>
  errors: FieldErrors<DetailsForm>
  companyOwned: readonly string[]
  /** The card whose fields are shown; without it all are, with their headings. */
  only: Group | null
}

export function Fields({ register, errors, companyOwned, only }: FieldsProps) {
  const wire = (field: keyof DetailsForm) => {
    const closed = companyOwned.includes(field)
    return {
      label: labels[field],
      error: filledIn(errors[field]?.message),
      hint: closed ? 'Kan bara ändras av ditt bolag' : undefined,
      readOnly: closed,
      required: closed ? undefined : field in requiredDetails,
      ...register(field),
    }
  }
  // Called in the order of the page, since the first wrong field in the order of registration gets the focus.
  const address = () => (
    <>
      <div className={styles['broad']}>
        <TextField {...wire('address')} autoComplete="street-address" />
      </div>
      <TextField {...wire('zipCode')} autoComplete="postal-code" inputMode="numeric" />
      <TextField {...wire('city')} autoComplete="address-level2" />
    </>
  )
  const contact = () => (
    <>
      <PhoneField {...wire('phoneNumber')} autoComplete="tel-national" />
      <TextField {...wire('email')} autoComplete="email" inputMode="email" autoCapitalize="none" />
    </>
  )
  const relative = () => (
    <>
      <TextField {...wire('relativeName')} />
      <TextField {...wire('relativeRelation')} />
      <PhoneField {...wire('relativePhone')} />
    </>
  )
  if (only) return <div className={styles['fields']}>{{ address, contact, relative }[only]()}</div>
  return (
    <>
      <fieldset className={styles['group']}>
        <legend>Namn</legend>
        <TextField {...wire('firstName')} autoComplete="given-name" />
        <TextField {...wire('lastName')} autoComplete="family-name" />
      </fieldset>
      <fieldset className={styles['group']}>
        <legend>Adress</legend>
        {address()}
      </fieldset>
      <fieldset className={styles['group']}>
        <legend>Kontakt</legend>
        {contact()}
      </fieldset>
      <fieldset className={styles['group']}>
        <legend>Närmaste anhörig</legend>
        {relative()}
      </fieldset>
    </>
  )
}

/** The digits after +46. */
function PhoneField({
  label,
  error,
  required,
  hint = 'Utan inledande nolla',
  ...input
}: FieldProps & Omit<ComponentProps<'input'>, 'id' | 'className' | 'children' | 'required'>) {
  return (
    <Field label={label} error={error} hint={hint} required={required}>
      {(wiring) => (
        <span className={styles['phone']}>
          <span aria-hidden="true">+46</span>
          <input autoComplete="off" inputMode="tel" {...input} {...wiring} />
        </span>
      )}
    </Field>
  )
}
