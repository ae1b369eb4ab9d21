import * as z from 'zod/mini'
import type { ModelState } from '#platform/contract/call.ts'
import { misleading, text } from '#platform/contract/text.ts'
import type { PersonalField } from '#platform/contract/variant.ts'
import { isNational } from './rules.ts'

/** An employer within the group. */
export const Company = z.object({ id: z.string(), name: z.string() })
export type Company = z.infer<typeof Company>

const phoneFault = 'Ange ett svenskt telefonnummer med riktnummer och utan mellanslag'

/** What is said of each detail that is missing. The others may be empty. */
export const requiredDetails = {
  firstName: 'Ange ett förnamn',
  lastName: 'Ange ett efternamn',
  email: 'Ange en e-postadress',
  address: 'Ange en gatuadress',
  zipCode: 'Ange ett postnummer',
  city: 'Ange en postort',
  phoneNumber: 'Ange ett telefonnummer',
} as const satisfies Partial<Record<PersonalField, string>>

/** An empty value is accepted here: it is reported as missing, not as malformed. */
const formed = (fits: (value: string) => boolean, message: string) =>
  z.refine<string>((value) => value.trim() === '' || fits(value.trim()), message)

/** What others read as somebody's name, also those who decide about a role or a case: on one line, and no other than it looks. */
const name = (label: string) =>
  z.refine<string>(
    (value) => !misleading.test(value) && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value),
    `${label} innehåller otillåtna tecken`,
  )

/** The schemas of the personal details; `fits` checks telephone numbers, and with `min` 0 a required detail may be empty. */
function schemasOf({ fits, min }: { fits: (phone: string) => boolean; min: 0 | 1 }) {
  const required = (field: keyof typeof requiredDetails, label: string, max = 100) =>
    text({ max, min, label, required: requiredDetails[field] })
  return {
    firstName: required('firstName', 'Förnamn').check(name('Förnamn')),
    lastName: required('lastName', 'Efternamn').check(name('Efternamn')),
    email: required('email', 'E-post', 254).check(
      // The specification prescribes the braces.
      formed((value) => z.regexes.email.test(value), 'Ange en e-postadress med formatet {email}'),
    ),
    address: required('address', 'Gatuadress', 200),
    zipCode: required('zipCode', 'Postnummer', 20).check(
      formed((value) => /^\d{5}$/.test(value), 'Ange ett postnummer med formatet XXXXX som bara innehåller siffror'),
    ),
    city: required('city', 'Postort'),
    phoneNumber: required('phoneNumber', 'Telefon', 40).check(formed(fits, phoneFault)),
    relativeName: text({ max: 100, label: 'Anhörigs namn' }),
    relativeRelation: text({ max: 100, label: 'Relation' }),
    relativePhone: text({ max: 40, label: 'Anhörigs telefonnummer' }).check(formed(fits, phoneFault)),
  }
}

/** The schemas of a form in which every required detail has to be filled in. */
export const detailSchemas = (fits: (phone: string) => boolean) => schemasOf({ fits, min: 1 })

const wire = schemasOf({ fits: (value) => value.startsWith('+46 ') && isNational(value.slice(4)), min: 0 })

/**
 * What is sent: phone numbers as '+46 701234567'. Absent fields are unchanged. Which may be absent or empty depends on the company, because
 * the employee cannot fill in what only the company changes: `missingDetails`.
 */
export const NewDetails = z.strictObject({
  firstName: z.optional(wire.firstName),
  lastName: z.optional(wire.lastName),
  email: z.optional(wire.email),
  address: z.optional(wire.address),
  zipCode: z.optional(wire.zipCode),
  city: z.optional(wire.city),
  phoneNumber: z.optional(wire.phoneNumber),
  relativeName: z.optional(wire.relativeName),
  relativeRelation: z.optional(wire.relativeRelation),
  relativePhone: z.optional(wire.relativePhone),
})
export type NewDetails = z.infer<typeof NewDetails>

/** The required details that a body, of whatever shape, does not have, apart from those that only the company changes. */
export function missingDetails(body: unknown, companyOwned: readonly PersonalField[]): ModelState {
  const given: Readonly<Record<string, unknown>> = Object(body)
  const isMissing = (field: string) => {
    const value = given[field]
    return value === undefined || (typeof value === 'string' && value.trim() === '')
  }
  const missing = Object.entries(requiredDetails).filter(
    ([field]) => isMissing(field) && !companyOwned.some((owned) => owned === field),
  )
  return Object.fromEntries(missing.map(([field, message]) => [field, [message]]))
}

export const PersonalDetails = z.object({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  address: z.string(),
  zipCode: z.string(),
  city: z.string(),
  phoneNumber: z.string(),
  relativeName: z.string(),
  relativeRelation: z.string(),
  relativePhone: z.string(),
})
export type PersonalDetails = z.infer<typeof PersonalDetails>
