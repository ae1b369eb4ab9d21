import * as z from 'zod/mini'
import { isoDate, localDateTime } from '#platform/contract/dates.ts'
import { wrongPage } from '#platform/contract/page-number.ts'
import { soughtIn } from '#platform/contract/sought.ts'
import { text } from '#platform/contract/text.ts'

/** Rows on a page. */
export const PAGE_SIZE = 50

/** A field of what was changed, in words. */
const AuditedChange = z.object({
  falt: z.string(),
  fore: z.nullable(z.string()),
  efter: z.nullable(z.string()),
})

export const AuditRow = z.object({
  id: z.int(),
  tid: localDateTime,
  /** An employee, or what acted by itself. Null for a command of an operator. */
  vem: z.nullable(z.string()),
  roll: z.nullable(z.string()),
  ersatterFor: z.nullable(z.string()),
  /** What was done, in words. */
  handelse: z.string(),
  /** The object that was changed or opened: 'Felanmälan F-1042'. */
  galler: z.string(),
  /** The employee concerned. */
  om: z.nullable(z.string()),
  andringar: z.array(AuditedChange),
  /** Finds the request in the server's log. */
  anrop: z.nullable(z.string()),
})
export type AuditRow = z.infer<typeof AuditRow>

export const AuditPage = z.object({
  rader: z.array(AuditRow),
  /** The `efter` of the request for the next page; null on the last page. */
  nasta: z.nullable(z.string()),
  /** The events that have occurred in the company, to choose from: key and words. */
  handelser: z.array(z.object({ nyckel: z.string(), ord: z.string() })),
})
export type AuditPage = z.infer<typeof AuditPage>

const person = z.optional(text({ max: 100, label: 'Namnet', readAs: soughtIn }))

/** `vem` and `om`: the beginning of a word of a name, or a number. */
export const AuditQuery = z.object({
  vem: person,
  om: person,
  handelse: z.optional(z.string().check(z.maxLength(60, 'Felaktig händelse'))),
  /** The number of a case, or another object's id. */
  galler: z.optional(text({ max: 60, label: 'Numret' })),
  fran: z.optional(isoDate),
  till: z.optional(isoDate),
  efter: z.optional(z.string(wrongPage).check(z.regex(/^\d{1,15}$/, wrongPage))),
})
export type AuditQuery = z.infer<typeof AuditQuery>
