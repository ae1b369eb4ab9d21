import * as z from 'zod/mini'
import { localDateTime } from '#platform/contract/dates.ts'
import { pageNumber } from '#platform/contract/page-number.ts'
import { soughtText } from '#platform/contract/search.ts'
import { text } from '#platform/contract/text.ts'
import { changeable, rights, TYPED_LENGTH } from './rules.ts'

/** Rows on a page. */
export const PAGE_SIZE = 50

const EmployeeRow = z.object({
  anstid: z.string(),
  namn: z.string(),
  omrade: z.nullable(z.string()),
  befattning: z.nullable(z.string()),
  aktiv: z.boolean(),
  roller: z.array(z.string()),
})
export type EmployeeRow = z.infer<typeof EmployeeRow>

export const EmployeeList = z.object({
  rader: z.array(EmployeeRow),
  fler: z.boolean(),
  /** The areas to choose from. */
  omraden: z.array(z.string()),
})
export type EmployeeList = z.infer<typeof EmployeeList>

/** Where a value comes from: the company's file, the employee, or the office. `av` and `nar` are who in the office and when. */
const Source = z.object({
  fran: z.enum(['import', 'egen', 'kontor']),
  av: z.nullable(z.string()),
  nar: z.nullable(localDateTime),
})
export type Source = z.infer<typeof Source>

const Field = z.object({
  falt: z.string(),
  etikett: z.string(),
  varde: z.nullable(z.string()),
  /** The value as a request names it, if that differs from `varde`: the number of a manager. */
  nyckel: z.nullable(z.string()),
  kalla: Source,
})
export type Field = z.infer<typeof Field>

const RightOfEmployee = z.object({
  typ: z.enum(rights),
  har: z.boolean(),
  kalla: Source,
})

export const Employee = z.object({
  anstid: z.string(),
  namn: z.string(),
  aktiv: z.boolean(),
  aktivKalla: Source,
  uppgifter: z.array(Field),
  behorigheter: z.array(RightOfEmployee),
  roller: z.array(
    z.object({
      namn: z.string(),
      omrade: z.nullable(z.string()),
      fran: z.string(),
      till: z.nullable(z.string()),
      ersatterFor: z.nullable(z.string()),
    }),
  ),
  konton: z.array(z.object({ utfardare: z.string(), konto: z.string() })),
  /** How many active employees have him or her as their nearest manager. */
  chefFor: z.int(),
  /** Whether the signed-in employee may change the fields, and the rights. */
  farAndra: z.boolean(),
  farBehorigheter: z.boolean(),
  /** The areas and positions to choose from. */
  omraden: z.array(z.string()),
  befattningar: z.array(z.string()),
})
export type Employee = z.infer<typeof Employee>

export const EmployeeQuery = z.object({
  /** The beginning of a number, or of a word of a name. */
  sok: z.optional(soughtText()),
  omrade: z.optional(text({ max: 100, label: 'Området' })),
  visa: z.optional(z.enum(['aktiva', 'avslutade', 'alla'], 'Felaktigt urval')),
  sida: z.optional(pageNumber),
})
export type EmployeeQuery = z.infer<typeof EmployeeQuery>

const anstid = text({ max: 50, min: 1, label: 'Anställningsnummer', required: 'Ange ett anställningsnummer' })
export const OneEmployee = z.object({ anstid })
export type OneEmployee = z.infer<typeof OneEmployee>

const value = (max: number) => z.nullable(text({ max, label: 'Värdet' }))

/**
 * `varde` may be several areas or positions, separated by commas. `fore`: the value that the office saw; 409 if it has changed since. An
 * import may have made that one longer than what the office types.
 */
export const NewValue = z.strictObject({
  anstid,
  falt: z.enum(changeable, 'Uppgiften kan inte ändras här'),
  varde: value(TYPED_LENGTH),
  fore: value(10 * TYPED_LENGTH),
})
export type NewValue = z.infer<typeof NewValue>

/** Lets the next import write the field again. */
export const Release = z.strictObject({
  anstid,
  falt: z.enum([...changeable, 'active'], 'Uppgiften kan inte ändras här'),
})
export type Release = z.infer<typeof Release>

export const Right = z.strictObject({
  anstid,
  typ: z.enum(rights, 'Behörigheten finns inte'),
  har: z.boolean('Ange om behörigheten ska finnas'),
})
export type Right = z.infer<typeof Right>

export const Active = z.strictObject({ anstid, aktiv: z.boolean('Ange om anställningen pågår') })
export type Active = z.infer<typeof Active>

/** An account at a sign-in provider. */
export const Account = z.strictObject({
  anstid,
  utfardare: text({ max: 500, min: 1, label: 'Inloggningstjänst', required: 'Välj ett konto' }),
  konto: text({ max: 500, min: 1, label: 'Konto', required: 'Välj ett konto' }),
})
export type Account = z.infer<typeof Account>

/** `andrat`: whether anything has changed. `vantar`: a second person has to approve the change first. */
export const Changed = z.object({ andrat: z.boolean(), vantar: z.optional(z.boolean()) })
export type Changed = z.infer<typeof Changed>

export const Refused = z.object({
  utfardare: z.string(),
  konto: z.string(),
  namn: z.nullable(z.string()),
  senast: localDateTime,
})
export type Refused = z.infer<typeof Refused>

/** A link of an account that waits for somebody else's approval. */
export const WaitingAccount = z.object({
  id: z.number(),
  anstid: z.string(),
  anstalld: z.string(),
  /** How many accounts the employee has already. */
  harKonton: z.int(),
  utfardare: z.string(),
  konto: z.string(),
  /** The name that the account gave when it last tried to sign in, and when that was; null if it has not lately. */
  kontoNamn: z.nullable(z.string()),
  senast: z.nullable(localDateTime),
  begardAv: z.nullable(z.string()),
  begard: localDateTime,
  /** Neither the employee who asked nor the one concerned may decide. */
  kanBeslutas: z.boolean(),
})
export type WaitingAccount = z.infer<typeof WaitingAccount>

export const AccountDecision = z.strictObject({
  id: z.int('Ange ett id'),
  godkann: z.boolean('Välj om du godkänner'),
})
export type AccountDecision = z.infer<typeof AccountDecision>

/** The number of account links that wait for approval, for the overview. */
export const EmployeeCounts = z.array(z.object({ view: z.enum(['kopplingar']), label: z.string(), count: z.int() }))
export type EmployeeCounts = z.infer<typeof EmployeeCounts>
