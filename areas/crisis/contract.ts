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
export const publicNumbers = ['112', '11414'] as const
export type PublicNumber = (typeof publicNumbers)[number]

const line = (max: number) => z.string().check(z.minLength(1), z.maxLength(max))

const Step = z.strictObject({
  /** One short instruction, to be read at a glance. */
  do: line(90),
  /** How, for whom has a moment more. */
  more: z.optional(line(300)),
  /** Who is called, or sent a text message, in this step. */
  call: z.optional(z.array(z.enum([...publicNumbers, ...companyNumbers])).check(z.minLength(1))),
  sms: z.optional(z.array(z.enum(companyNumbers)).check(z.minLength(1))),
})
export type Step = z.infer<typeof Step>

/** `variants/<name>/crisis/<checklist>.json`. */
export const Checklist = z.strictObject({
  title: line(80),
  /** Said before the first step. */
  lead: line(200),
  parts: z
    .array(
      z.strictObject({
        title: line(80),
        lead: z.optional(line(200)),
        steps: z.array(Step).check(
          z.minLength(1),
          // What is ticked off is remembered by its words.
          z.refine((steps) => new Set(steps.map((step) => step.do)).size === steps.length, 'two steps say the same'),
        ),
      }),
    )
    .check(z.minLength(1)),
})
export type Checklist = z.infer<typeof Checklist>

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

export const CrisisDocument = z.object({
  filename: z.string(),
  /** Bytes. */
  size: z.int(),
  date: isoDate,
})
export type CrisisDocument = z.infer<typeof CrisisDocument>

export const PositionDocument = z.extend(CrisisDocument, {
  /** What the download asks for: `<position>/<file name>`. Looked up as a whole, never taken apart. */
  pathFileName: z.string(),
})
export type PositionDocument = z.infer<typeof PositionDocument>
