import * as z from 'zod/mini'
import { localDateTime } from '#platform/contract/dates.ts'
import { text } from '#platform/contract/text.ts'
import { states } from './rules.ts'

// For companies whose workshop has its own system: docs/webhook.md.

/**
 * A message to the workshop's system: an event, and the fault's state after it. It contains no names, since the system does not need to
 * know who reported and who answered.
 */
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
  /** When the event happened. */
  timestamp: z.iso.datetime(),
  data: z.strictObject({
    /** 'F-1042'. */
    number: z.string(),
    /** Grows with every event of the fault. Events that are not sent to the workshop's system leave gaps. */
    version: z.int(),
    state: z.enum(states),
    ended: z.boolean(),
    /** 'Får ej köras': the bus must not be driven. */
    grounded: z.boolean(),
    vehicle: z.strictObject({ number: z.string(), name: z.string(), licensePlate: z.nullable(z.string()) }),
    category: z.string(),
    reportedAt: z.iso.datetime(),
    /** The text of the report. */
    report: z.string(),
    /** The text of the event: an answer, a question, or the reporter's reply. */
    text: z.nullable(z.string()),
    /** The fault that this one is merged with. */
    mergedWith: z.nullable(z.string()),
    /** `webhook`: the workshop's system itself caused the event. */
    source: z.enum(['portal', 'webhook']),
  }),
})
export type WorkshopMessage = z.infer<typeof WorkshopMessage>

/** A message from the workshop's system: a new state, an answer to the reporter, or both. */
export const WorkshopUpdate = z.strictObject({
  number: z.string('Ange felanmälans nummer').check(z.regex(/^F-\d{1,10}$/, 'Numret är som F-1042')),
  state: z._default(z.nullable(z.enum(states, 'Statusen finns inte')), null),
  /** The reporter reads it. */
  text: z._default(text({ max: 4000, label: 'Texten' }), ''),
  /** The version of the fault that the workshop knew. Without it, the update applies whatever has happened since. */
  version: z.optional(z.int('Versionen är ett heltal').check(z.nonnegative('Versionen är ett heltal'))),
})
export type WorkshopUpdate = z.infer<typeof WorkshopUpdate>

/** Has no fields: all messages about faults that the employee reaches are sent again. */
export const SendAgain = z.nullish(z.strictObject({}))

export const WorkshopAnswer = z.object({
  number: z.string(),
  state: z.enum(states),
  version: z.int(),
  /** False if the fault already was as the update says. */
  changed: z.boolean(),
})
export type WorkshopAnswer = z.infer<typeof WorkshopAnswer>

/** The messages that have not reached the workshop's system. */
export const WorkshopState = z.object({
  /** How many messages are still being tried. */
  waiting: z.int(),
  /** When the oldest message happened that has failed several times. */
  since: z.nullable(localDateTime),
  /** How many messages are no longer tried. */
  givenUp: z.int(),
  /** Whether the employee may send them again. */
  maySendAgain: z.boolean(),
})
export type WorkshopState = z.infer<typeof WorkshopState>
