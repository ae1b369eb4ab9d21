import * as z from 'zod/mini'
import { misleading, text } from '#platform/contract/text.ts'
import { isNational } from './rules.ts'

/** An employer within the group. */
export const Company = z.object({ id: z.string(), name: z.string() })
export type Company = z.infer<typeof Company>

const phoneFault = 'Ange ett svenskt telefonnummer med riktnummer och utan mellanslag'

const required = (label: string, message: string, max = 100) => text({ max, min: 1, label, required: message })
/** An empty value is accepted here: it is reported as missing, not as malformed. */
const formed = (fits: (value: string) => boolean, message: string) =>
  z.refine<string>((value) => value.trim() === '' || fits(value.trim()), message)

/** What others read as somebody's name, also those who decide about a role or a case: on one line, and no other than it looks. */
const name = (label: string, message: string) =>
  required(label, message).check(
    z.refine(
      (value) => !misleading.test(value) && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value),
      `${label} innehåller otillåtna tecken`,
    ),
  )

const others = {
  firstName: name('Förnamn', 'Ange ett förnamn'),
  lastName: name('Efternamn', 'Ange ett efternamn'),
  email: required('E-post', 'Ange en e-postadress', 254).check(
    // The specification prescribes the braces.
    formed((value) => z.regexes.email.test(value), 'Ange en e-postadress med formatet {email}'),
  ),
  address: required('Gatuadress', 'Ange en gatuadress', 200),
  zipCode: required('Postnummer', 'Ange ett postnummer', 20).check(
    formed((value) => /^\d{5}$/.test(value), 'Ange ett postnummer med formatet XXXXX som bara innehåller siffror'),
  ),
  city: required('Postort', 'Ange en postort'),
}

const phones = (fits: (value: string) => boolean) => ({
  phoneNumber: required('Telefon', 'Ange ett telefonnummer', 40).check(formed(fits, phoneFault)),
  relativePhone: text({ max: 40, label: 'Anhörigs telefonnummer' }).check(formed(fits, phoneFault)),
})

const relative = {
  relativeName: text({ max: 100, label: 'Anhörigs namn' }),
  relativeRelation: text({ max: 100, label: 'Relation' }),
}

/** The schemas of the personal details; `fits` checks telephone numbers. */
export const detailSchemas = (fits: (phone: string) => boolean) => ({ ...others, ...relative, ...phones(fits) })

const wire = phones((value) => value.startsWith('+46 ') && isNational(value.slice(4)))

/** What is sent: phone numbers as '+46 701234567'. Absent fields of the next of kin are unchanged. */
export const NewDetails = z.strictObject({
  ...others,
  phoneNumber: wire.phoneNumber,
  relativeName: z.optional(relative.relativeName),
  relativeRelation: z.optional(relative.relativeRelation),
  relativePhone: z.optional(wire.relativePhone),
})
export type NewDetails = z.infer<typeof NewDetails>

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
