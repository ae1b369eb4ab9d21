import * as z from 'zod/mini'
import { isoDate } from '#platform/contract/dates.ts'
import type { CrisisGuide } from '#platform/contract/variant.ts'
import type { ChecklistName } from './rules.ts'

/** Numbers in a variant's settings that a step may call. */
export const companyNumbers = [
  'trafficControl',
  'crisisGroup',
  'ceo',
  'deputyCeo',
  'switchboard',
  'support',
  'press',
  'workshop',
  'radio',
  'industry',
] as const
export type CompanyNumber = (typeof companyNumbers)[number]

/** Numbers that are the same for everybody in Sweden: the emergency number, and the police when it is not urgent. */
const publicNumbers = ['112', '11414'] as const
export type PublicNumber = (typeof publicNumbers)[number]

const line = (max: number) => z.string().check(z.minLength(1), z.maxLength(max))

const Step = z.strictObject({
  /** One short instruction that can be read at a glance. */
  do: line(90),
  /** Details for a reader with a moment more. */
  more: z.optional(line(300)),
  /** Who is called, or sent a text message, in this step. `manager` is the employee's own manager, shown by name. */
  call: z.optional(z.array(z.enum([...publicNumbers, ...companyNumbers, 'manager'])).check(z.minLength(1))),
  sms: z.optional(z.array(z.enum(companyNumbers)).check(z.minLength(1))),
  /** The report to write in this step, by the name of its entry in the menu 'Rapportera'. */
  report: z.optional(z.enum(['fordonsskada', 'hot-och-vald', 'arbetsmiljo', 'trafikinformation', 'felrapport'])),
})
export type Step = z.infer<typeof Step>

const Part = z.strictObject({
  title: line(80),
  lead: z.optional(line(200)),
  /** Parts of the same list are done by one person in order; each list is counted separately. */
  list: z.optional(line(80)),
  steps: z.array(Step).check(
    z.minLength(1),
    // Ticks are stored by the step's words.
    z.refine((steps) => new Set(steps.map((step) => step.do)).size === steps.length, 'two steps say the same'),
  ),
})
export type Part = z.infer<typeof Part>

/** A file `variants/<name>/crisis/<checklist>.json` as the page shows it. */
export const Checklist = z
  .strictObject({
    title: line(80),
    /** Shown before the first step. */
    lead: line(200),
    /** The companies for which the guide was last reviewed, the date (`YYYY-MM-DD`), and the reviewing function. */
    reviewed: z.optional(
      z.strictObject({ companies: z.array(line(80)).check(z.minLength(1)), on: isoDate, by: line(80) }),
    ),
    /** A question whose answers are the lists: only the chosen one is shown. Without it all lists are shown. */
    choose: z.optional(line(80)),
    parts: z.array(Part).check(z.minLength(1)),
  })
  .check(
    z.refine(
      ({ choose, parts }) =>
        !choose || (parts.every(({ list }) => list) && new Set(parts.map(({ list }) => list)).size > 1),
      '"choose" needs a "list" on every part, and more than one of them',
    ),
    z.refine(
      ({ parts }) =>
        new Set(parts.map(({ list }) => list)).size ===
        parts.filter(({ list }, index) => index === 0 || parts[index - 1]?.list !== list).length,
      'the parts of a list must follow one another',
    ),
  )
export type Checklist = z.infer<typeof Checklist>

/** Values that a company decides itself, such as a distance: they replace `{name}` in the guide's text. */
export const GuideValues = z._default(
  z.record(
    z.string().check(z.regex(/^[a-z][a-zA-Z0-9]*$/)),
    z.strictObject({
      value: line(80),
      /** Who in the company is responsible for the value. */
      decidedBy: line(80),
      /** What the value means and where it comes from. */
      about: line(300),
    }),
  ),
  {},
)

/** `/variant/crisis.json`: everything that the page needs to help, in one file that requires no sign-in and no call. */
export interface CrisisContent {
  readonly numbers: Readonly<Partial<Record<CompanyNumber, string>>>
  readonly guides: Readonly<Partial<Record<CrisisGuide, Readonly<Partial<Record<ChecklistName, Checklist>>>>>>
}

/** The employee's nearest manager. */
export const BossInfo = z.object({
  firstname: z.string(),
  lastname: z.string(),
  telephoneNumber: z.nullable(z.string()),
  mobileNumber: z.nullable(z.string()),
})
export type BossInfo = z.infer<typeof BossInfo>
export const PerhapsBoss = z.nullable(BossInfo)

export const CrisisDocument = z.object({
  filename: z.string(),
  /** Bytes. */
  size: z.int(),
  date: isoDate,
})
export type CrisisDocument = z.infer<typeof CrisisDocument>
export const CrisisDocuments = z.array(CrisisDocument)

export const PositionDocument = z.extend(CrisisDocument, {
  /** The parameter of the download: `<position>/<file name>`. Looked up as a whole, never split. */
  pathFileName: z.string(),
})
export type PositionDocument = z.infer<typeof PositionDocument>
export const PositionDocuments = z.array(PositionDocument)

/** A document's content, in base64. */
export const DocumentFile = z.string()
