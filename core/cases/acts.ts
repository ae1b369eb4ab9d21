import * as z from 'zod/mini'
import { text } from '#platform/contract/text.ts'
import { caseNumber, caseVersion, stateName, written } from './fields.ts'
import { noneChosen } from './failures.ts'
import { MOST_AT_ONCE } from './rules.ts'

// What the office does with a case, or with several at once.

/** An employee, the employee who asks ('jag'), or nobody. */
const owner = z.nullable(z.union([z.literal('jag'), z.uuid()], 'Välj en handläggare.'))
const said = text({ max: 4000, label: 'Texten' })

export const Reveal = z.strictObject({
  number: caseNumber,
  reason: text({ max: 500, min: 10, label: 'Skälet', required: 'Skriv varför, med minst tio tecken' }),
})
export type Reveal = z.infer<typeof Reveal>

export const Assign = z.strictObject({
  number: caseNumber,
  version: caseVersion,
  owner,
})
export type Assign = z.infer<typeof Assign>

/** An answer to the reporter, with the state that it explains; either may be left out. */
export const Answer = z.strictObject({
  number: caseNumber,
  version: caseVersion,
  text: said,
  state: z.nullable(stateName),
  /** Whether the text is a question: the clock stops until the reporter has answered. */
  asks: z.boolean(),
})
export type Answer = z.infer<typeof Answer>

/** Has no version: a note is added even if the case has changed meanwhile, because it overwrites nothing. */
export const Note = z.strictObject({ number: caseNumber, text: written })
export type Note = z.infer<typeof Note>

export const Mark = z.strictObject({ number: caseNumber, version: caseVersion, on: z.boolean(), text: said })
export type Mark = z.infer<typeof Mark>

/** Fills in a form, or changes it. `item` is null if it is new: the first, or another one of a form with `many`. */
export const Fill = z.strictObject({
  number: caseNumber,
  version: caseVersion,
  form: z.string().check(z.maxLength(40, 'Felaktig blankett')),
  item: z.nullable(z.int().check(z.minimum(1, 'Felaktig blankett'), z.maximum(1000, 'Felaktig blankett'))),
  values: z.record(z.string().check(z.maxLength(40, 'Felaktig uppgift')), said),
})
export type Fill = z.infer<typeof Fill>

export const Merge = z.strictObject({ number: caseNumber, version: caseVersion, into: caseNumber })
export type Merge = z.infer<typeof Merge>

const severalOf = <Each extends z.ZodMiniType>(each: Each) =>
  z
    .array(each)
    .check(z.minLength(1, noneChosen), z.maxLength(MOST_AT_ONCE, `Välj högst ${MOST_AT_ONCE} ärenden åt gången.`))

/** One change to several cases. Each case is changed, or refused, separately. */
export const Bulk = z.strictObject({
  /** Each with the version in which it was chosen; absent if it was chosen from a list of the version before. */
  cases: z.optional(severalOf(z.strictObject({ number: caseNumber, version: z.optional(caseVersion) }))),
  /** From a page of the version before, which sends no versions. */
  numbers: z.optional(severalOf(caseNumber)),
  change: z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('assign'), owner }),
    z.strictObject({
      type: z.literal('state'),
      state: stateName,
      text: said,
    }),
  ]),
})
export type Bulk = z.infer<typeof Bulk>

export const BulkResults = z.array(z.object({ number: z.string(), why: z.nullable(z.string()) }))
export type BulkResults = z.infer<typeof BulkResults>
