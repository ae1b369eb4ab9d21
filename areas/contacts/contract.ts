import * as z from 'zod/mini'

export const Contact = z.object({
  /** A function or a person: 'Trafikledningen', 'Maria Lind'. */
  namn: z.string(),
  /** 'Närmaste chef', or a position; empty for a function. */
  roll: z.string(),
  /** What he, she or they help with. */
  hjalperMed: z.string(),
  telefon: z.nullable(z.string()),
  mobil: z.nullable(z.string()),
  epost: z.nullable(z.string()),
})
export type Contact = z.infer<typeof Contact>
export const Contacts = z.array(Contact)
