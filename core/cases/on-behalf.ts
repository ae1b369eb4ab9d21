import * as z from 'zod/mini'

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
