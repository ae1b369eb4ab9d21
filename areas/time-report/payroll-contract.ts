import * as z from 'zod/mini'

// The contract of the payroll calls. In a separate file from contract.ts, because the employee's card needs none of it.

const wrongMonth = 'Ange månaden som åååå-mm'
const manad = z.string(wrongMonth).check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/, wrongMonth))
const wrongPiece = 'Felaktigt urval'

export const MonthQuery = z.object({ manad })

export const MonthForPayroll = z.object({
  godkanda: z.int(),
  /** Submitted or returned, and not approved: they are not in the file. */
  ejKlara: z.int(),
})
export type MonthForPayroll = z.infer<typeof MonthForPayroll>

/** `efter`: the `next` of the previous piece, the id of its last report; absent for the first piece. */
export const PayrollQuery = z.object({
  manad,
  efter: z.optional(z.pipe(z.string(wrongPiece).check(z.regex(/^\d{1,15}$/, wrongPiece)), z.transform(Number))),
})
export type PayrollQuery = z.infer<typeof PayrollQuery>

export const PayrollPiece = z.object({ text: z.string(), next: z.nullable(z.int()) })
export type PayrollPiece = z.infer<typeof PayrollPiece>
