import * as z from 'zod/mini'
import { text } from '#platform/contract/text.ts'

/** How what the office writes down for an employee reached it. */
export const ways = ['telefon', 'radio', 'plats'] as const
export type Way = (typeof ways)[number]

export const wayWords: Readonly<Record<Way, string>> = {
  telefon: 'på telefon',
  radio: 'på radio',
  plats: 'på plats',
}

/** Whose report it is, beside the fields of the employee's own form. */
export const forSomebody = {
  reporterId: z.uuid('Välj vem anmälan är åt.'),
  way: z.enum(ways, 'Ange hur anmälan kom in.'),
}

/** An employee on whose behalf a report may be entered. */
export const Person = z.object({
  id: z.string(),
  name: z.string(),
  number: z.string(),
  area: z.nullable(z.string()),
})
export type Person = z.infer<typeof Person>
export const Persons = z.array(Person)

/** The beginning of a name or a number. */
export const PersonQuery = z.object({ sok: text({ max: 100, label: 'Sökningen' }) })
export type PersonQuery = z.infer<typeof PersonQuery>
