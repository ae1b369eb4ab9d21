import * as z from 'zod/mini'
import { localDateTime } from '#platform/contract/dates.ts'
import { text } from '#platform/contract/text.ts'
import { states } from './rules.ts'

// For companies whose workshop has a system of its own: docs/webhook.md.

/** What is sent to it: what has happened, and how the fault is since. No names: who reported and who answered is not its business. */
export const WorkshopMessage = z.strictObject({
  type: z.enum([
    'fault.received',
    'fault.state',
    'fault.answered',
    'fault.asked',
    'fault.replied',
    'fault.marked',
    'fault.merged',
  ]),
  /** When it happened. */
  timestamp: z.iso.datetime(),
  data: z.strictObject({
    /** 'F-1042'. */
    number: z.string(),
    /** Grows with everything that happens to the fault; what the workshop's system need not know leaves gaps. */
    version: z.int(),
    state: z.enum(states),
    ended: z.boolean(),
    /** 'Får ej köras': the bus must not be driven. */
    grounded: z.boolean(),
    vehicle: z.strictObject({ number: z.string(), name: z.string(), licensePlate: z.nullable(z.string()) }),
    category: z.string(),
    reportedAt: z.iso.datetime(),
    /** What the reporter wrote first. */
    report: z.string(),
    /** What was written with this: an answer, a question, the reporter's reply. */
    text: z.nullable(z.string()),
    /** The fault that this one is merged with. */
    mergedWith: z.nullable(z.string()),
    /** `webhook`: the workshop's system has sent it itself. */
    source: z.enum(['portal', 'webhook']),
  }),
})
export type WorkshopMessage = z.infer<typeof WorkshopMessage>

/** What it sends: a new state, an answer to the reporter, or both. */
export const WorkshopUpdate = z.strictObject({
  number: z.string('Ange felanmälans nummer').check(z.regex(/^F-\d{1,10}$/, 'Numret är som F-1042')),
  state: z._default(z.nullable(z.enum(states, 'Statusen finns inte')), null),
  /** The reporter reads it. */
  text: z._default(text({ max: 4000, label: 'Texten' }), ''),
  /** The version that it was decided on; without it, it counts whatever has happened since. */
  version: z.optional(z.int('Versionen är ett heltal').check(z.nonnegative('Versionen är ett heltal'))),
})
export type WorkshopUpdate = z.infer<typeof WorkshopUpdate>

/** No fields: all that the employee reaches is sent again. */
export const SendAgain = z.nullish(z.strictObject({}))

export const WorkshopAnswer = z.object({
  number: z.string(),
  state: z.enum(states),
  version: z.int(),
  /** False where the fault was so already. */
  changed: z.boolean(),
})
export type WorkshopAnswer = z.infer<typeof WorkshopAnswer>

/** What has not reached the workshop's system. */
export const WorkshopState = z.object({
  /** Sent again and again. */
  waiting: z.int(),
  /** Since when the oldest of them. */
  since: z.nullable(localDateTime),
  /** No longer sent. */
  givenUp: z.int(),
  /** Whether the employee may have them sent again. */
  maySendAgain: z.boolean(),
})
export type WorkshopState = z.infer<typeof WorkshopState>
