import * as z from 'zod/mini'
import { soughtText } from '#platform/contract/search.ts'

export const noEmployee = 'Det finns ingen anställd med det anställningsnumret.'

/** An employee to choose. */
export const Person = z.object({
  id: z.string(),
  name: z.string(),
  number: z.string(),
  area: z.nullable(z.string()),
})
export type Person = z.infer<typeof Person>
export const Persons = z.array(Person)

/** The beginning of a number, or of a word of a name. */
export const PersonQuery = z.object({ sok: soughtText() })
export type PersonQuery = z.infer<typeof PersonQuery>
