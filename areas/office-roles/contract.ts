import * as z from 'zod/mini'
import { inReach, isoDate, localDateTime } from '#platform/contract/dates.ts'
import { MOST_HOURS } from './rules.ts'
import { text } from '#platform/contract/text.ts'

const assignment = {
  id: z.number(),
  /** The role's key; `namn` is its name. */
  roll: z.string(),
  namn: z.string(),
  /** Null: the whole company. */
  omrade: z.nullable(z.string()),
  kategori: z.nullable(z.string()),
  fran: z.string(),
  /** The last day on which the role counts; null if it has none. */
  till: z.nullable(z.string()),
  kalla: z.enum(['hand', 'scim', 'claim', 'deputy', 'emergency']),
  /** The rule or the file that gave the role; null if neither did. */
  grund: z.nullable(z.string()),
  gavsAv: z.nullable(z.string()),
  gavs: z.string(),
  /** The employee for whom the role's holder is a deputy. */
  ersatterFor: z.nullable(z.string()),
  /** When a role ends that was taken in an emergency; otherwise null. */
  slutar: z.nullable(localDateTime),
}

/** A deputy of the signed-in employee. */
const OwnDeputy = z.object({ id: z.number(), namn: z.string(), fran: z.string(), till: z.nullable(z.string()) })

/** A role of the signed-in employee, with the reason why he or she has it. */
export const OwnRole = z.object({
  ...assignment,
  syfte: z.string(),
  /** What it permits, each as a line of text. */
  tillater: z.array(z.string()),
  kanslig: z.boolean(),
  ersattare: z.array(OwnDeputy),
})
export type OwnRole = z.infer<typeof OwnRole>

/** Somebody's role in the list of all. */
export const Assigned = z.object({
  ...assignment,
  anstid: z.string(),
  anstalld: z.string(),
  /** Whether the signed-in employee may end it. */
  kanAvslutas: z.boolean(),
})
export type Assigned = z.infer<typeof Assigned>

/** What the form for a new role offers. */
export const Choices = z.object({
  roller: z.array(
    z.object({
      roll: z.string(),
      namn: z.string(),
      syfte: z.string(),
      tillater: z.array(z.string()),
      kanslig: z.boolean(),
    }),
  ),
  omraden: z.array(z.string()),
})
export type Choices = z.infer<typeof Choices>

const number = text({ max: 50, min: 1, label: 'Anställningsnummer', required: 'Ange ett anställningsnummer' })
const period = {
  fran: inReach(isoDate),
  till: z.optional(inReach(isoDate)),
}

export const NewRole = z.strictObject({
  anstid: number,
  roll: text({ max: 50, min: 1, label: 'Roll', required: 'Välj en roll' }),
  /** Absent: the whole company. */
  omrade: z.optional(text({ max: 100, min: 1, label: 'Område' })),
  kategori: z.optional(text({ max: 100, min: 1, label: 'Kategori' })),
  ...period,
})
export type NewRole = z.infer<typeof NewRole>

/** A deputy for one of the employee's own roles, from one day to another. */
export const Deputy = z.strictObject({
  /** The id of the employee's role. */
  rollId: z.int('Välj en roll'),
  anstid: number,
  fran: period.fran,
  till: inReach(isoDate),
})
export type Deputy = z.infer<typeof Deputy>

/** `vantar`: the role does not count until somebody else has approved it, and `id` is the request's. */
export const Given = z.object({ id: z.number(), vantar: z.boolean() })
export type Given = z.infer<typeof Given>

const id = z.int('Ange ett id')
export const RowId = z.strictObject({ id })
export type RowId = z.infer<typeof RowId>

export const Done = z.object({ id: z.number() })
export type Done = z.infer<typeof Done>

/** A role that waits for somebody else's approval. */
export const Waiting = z.object({
  id: z.number(),
  anstid: z.string(),
  anstalld: z.string(),
  roll: z.string(),
  namn: z.string(),
  syfte: z.string(),
  omrade: z.nullable(z.string()),
  kategori: z.nullable(z.string()),
  fran: z.string(),
  till: z.nullable(z.string()),
  ersatterFor: z.nullable(z.string()),
  /** Null if a command of the operator asked for it. */
  begardAv: z.nullable(z.string()),
  begard: z.string(),
  /** Neither the employee who asked nor the one concerned may decide. */
  kanBeslutas: z.boolean(),
})
export type Waiting = z.infer<typeof Waiting>

export const Decision = z.strictObject({
  id,
  godkann: z.boolean('Välj om du godkänner'),
  skal: z.optional(text({ max: 500, label: 'Skäl' })),
})
export type Decision = z.infer<typeof Decision>

const claim = text({ max: 200, min: 1, label: 'Claim', required: 'Ange vilket claim det gäller' })
const claimValue = text({ max: 200, min: 1, label: 'Värde', required: 'Ange värdet' })
const issuer = z.optional(text({ max: 300, min: 1, label: 'Inloggningstjänst' }))

/** Everybody who signs in with this value in this claim gets the role. */
export const Rule = z.object({
  id: z.number(),
  /** Null: any sign-in provider. */
  utfardare: z.nullable(z.string()),
  claim: z.string(),
  varde: z.string(),
  roll: z.string(),
  namn: z.string(),
  omrade: z.nullable(z.string()),
  kategori: z.nullable(z.string()),
  kanslig: z.boolean(),
  gjordesAv: z.nullable(z.string()),
  gjordes: localDateTime,
  godkandesAv: z.nullable(z.string()),
  /** How many employees have the role by this rule. */
  antal: z.int(),
})
export type Rule = z.infer<typeof Rule>

export const NewRule = z.strictObject({
  utfardare: issuer,
  claim,
  varde: claimValue,
  roll: NewRole.shape.roll,
  omrade: NewRole.shape.omrade,
  kategori: NewRole.shape.kategori,
})
export type NewRule = z.infer<typeof NewRule>

/** 'Visa vilka som berörs': asks for the employees who have signed in with a rule's claim and value. */
export const RuleQuery = z.object({ utfardare: issuer, claim, varde: claimValue })
export type RuleQuery = z.infer<typeof RuleQuery>

export const Meant = z.object({
  antal: z.int(),
  /** The first employees, sorted by name, with their numbers. */
  namn: z.array(z.string()),
})
export type Meant = z.infer<typeof Meant>

/** A rule that waits for somebody else's approval. */
export const WaitingRule = z.object({
  id: z.number(),
  utfardare: z.nullable(z.string()),
  claim: z.string(),
  varde: z.string(),
  namn: z.string(),
  omrade: z.nullable(z.string()),
  kategori: z.nullable(z.string()),
  begardAv: z.nullable(z.string()),
  begard: localDateTime,
  kanBeslutas: z.boolean(),
})
export type WaitingRule = z.infer<typeof WaitingRule>

/** A role that an employee who gives roles takes for a few hours, with a reason that HR reads. */
export const NewEmergency = z.strictObject({
  roll: NewRole.shape.roll,
  omrade: NewRole.shape.omrade,
  timmar: z
    .int('Välj hur länge')
    .check(z.minimum(1, 'Välj hur länge'), z.maximum(MOST_HOURS, `Högst ${MOST_HOURS} timmar`)),
  skal: text({ max: 500, min: 10, label: 'Skälet', required: 'Skriv varför, med minst tio tecken' }),
})
export type NewEmergency = z.infer<typeof NewEmergency>

export const Emergency = z.object({
  id: z.number(),
  anstid: z.string(),
  anstalld: z.string(),
  roll: z.string(),
  namn: z.string(),
  omrade: z.nullable(z.string()),
  kategori: z.nullable(z.string()),
  fran: localDateTime,
  /** When it ends, or has ended. */
  till: localDateTime,
  pagar: z.boolean(),
  skal: z.string(),
})
export type Emergency = z.infer<typeof Emergency>

/** How many things wait, by the part of the page on which they are. */
export const RoleCounts = z.array(
  z.object({ view: z.enum(['nodatkomst', 'vantar']), label: z.string(), count: z.int() }),
)
export type RoleCounts = z.infer<typeof RoleCounts>
