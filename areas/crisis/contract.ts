import * as z from 'zod/mini'
import { isoDate } from '#platform/contract/dates.ts'
import type { CrisisGuide } from '#platform/contract/variant.ts'
import type { ChecklistName } from './rules.ts'

/** Numbers of a variant's own settings that a step may call. */
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
  /** One short instruction, to be read at a glance. */
  do: line(90),
  /** How, for whom has a moment more. */
  more: z.optional(line(300)),
  /** Who is called, or sent a text message, in this step. `manager` is the reader's own, by name. */
  call: z.optional(z.array(z.enum([...publicNumbers, ...companyNumbers, 'manager'])).check(z.minLength(1))),
  sms: z.optional(z.array(z.enum(companyNumbers)).check(z.minLength(1))),
  /** The report that is written in this step, by the name of its entry in the menu 'Rapportera'. */
  report: z.optional(z.enum(['fordonsskada', 'hot-och-vald', 'arbetsmiljo', 'trafikinformation', 'felrapport'])),
})
export type Step = z.infer<typeof Step>

const Part = z.strictObject({
  title: line(80),
  lead: z.optional(line(200)),
  /** Parts of the same list are done by the same person after one another; each list is counted by itself. */
  list: z.optional(line(80)),
  steps: z.array(Step).check(
    z.minLength(1),
    // What is ticked off is remembered by its words.
    z.refine((steps) => new Set(steps.map((step) => step.do)).size === steps.length, 'two steps say the same'),
  ),
})
export type Part = z.infer<typeof Part>

/** What the page shows of `variants/<name>/crisis/<checklist>.json`. */
export const Checklist = z
  .strictObject({
    title: line(80),
    /** Said before the first step. */
    lead: line(200),
    /** Which companies the guide was last reviewed for, when (`YYYY-MM-DD`), and by which function. */
    reviewed: z.optional(
      z.strictObject({ companies: z.array(line(80)).check(z.minLength(1)), on: isoDate, by: line(80) }),
    ),
    /** The question whose answer is one of the lists: only that one is shown. Without it all of them are. */
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

/** What a company decides itself, such as a distance: it is put where the words of the guide say `{name}`. */
export const GuideValues = z._default(
  z.record(
    z.string().check(z.regex(/^[a-z][a-zA-Z0-9]*$/)),
    z.strictObject({
      value: line(80),
      /** Who in the company answers for it. */
      decidedBy: line(80),
      /** What it is about and where the figure comes from. */
      about: line(300),
    }),
  ),
  {},
)

/** `/variant/crisis.json`: all that the page needs to help, in one file of its own that no sign-in and no call stands before. */
export interface CrisisContent {
  readonly numbers: Readonly<Partial<Record<CompanyNumber, string>>>
  readonly guides: Readonly<Partial<Record<CrisisGuide, Readonly<Partial<Record<ChecklistName, Checklist>>>>>>
}

/** Whom to reach first. */
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
  /** What the download asks for: `<position>/<file name>`. Looked up as a whole, never taken apart. */
  pathFileName: z.string(),
})
export type PositionDocument = z.infer<typeof PositionDocument>
export const PositionDocuments = z.array(PositionDocument)

/** A document's content, in base64. */
export const DocumentFile = z.string()
