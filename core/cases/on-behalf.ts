import * as z from 'zod/mini'

/** The ways in which a report that the office enters for an employee may have reached it. */
export const ways = ['telefon', 'radio', 'plats'] as const
export type Way = (typeof ways)[number]

export const wayWords: Readonly<Record<Way, string>> = {
  telefon: 'på telefon',
  radio: 'på radio',
  plats: 'på plats',
}

/** Whose report it is and how it came in: sent in addition to the fields of the employee's own form. */
export const forSomebody = {
  reporterId: z.uuid('Välj vem du skriver åt.'),
  way: z.enum(ways, 'Ange hur anmälan kom in.'),
}
