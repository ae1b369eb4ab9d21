import * as z from 'zod/mini'
import { ImageReference } from '#core/pictures/contract.ts'
import { localDateTime } from '#platform/contract/dates.ts'
import { pageNumber } from '#platform/contract/page-number.ts'
import { soughtText } from '#platform/contract/search.ts'
import { text } from '#platform/contract/text.ts'
import { noView } from './failures.ts'
import { caseNumber } from './fields.ts'
import { Redaction } from './redaction.ts'
import { actions, fieldKinds, MOST_AT_ONCE, views } from './rules.ts'

/** An employee who handles cases. */
export const Handler = z.object({ id: z.string(), name: z.string() })
export type Handler = z.infer<typeof Handler>
export const Handlers = z.array(Handler)

const stateIcons = [
  'new',
  'received',
  'assessed',
  'planned',
  'working',
  'flagged',
  'hidden',
  'returned',
  'done',
  'closed',
] as const

/** The state in the queue's own words, and how it is shown. */
export const CaseState = z.object({
  name: z.string(),
  tone: z.enum(['neutral', 'blue', 'amber', 'green', 'red']),
  icon: z.enum(stateIcons),
})
export type CaseState = z.infer<typeof CaseState>

/** The minutes until the case is due, negative if it is late; paused while its reporter is asked; null if nothing is due. */
export const Clock = z.nullable(
  z.object({
    kind: z.enum(['ok', 'soon', 'late', 'paused']),
    /** What is due: 'Första svar', 'Klart'. */
    what: z.string(),
    minutes: z.int(),
  }),
)
export type Clock = z.infer<typeof Clock>

/** A case as a line of its queue. */
export const CaseRow = z.object({
  /** 'F-1042', by which it is also asked for. */
  number: z.string(),
  title: z.string(),
  /** What it was reported as: 'Bromsar'; null in a queue without categories. */
  category: z.nullable(z.string()),
  /** Shown below the title: the vehicle, the line. */
  facts: z.array(z.string()),
  received: localDateTime,
  /** Minutes since then. */
  age: z.int(),
  state: CaseState,
  ended: z.boolean(),
  clock: Clock,
  owner: z.nullable(Handler),
  /** The queue's own mark is set, such as 'Får ej köras'. */
  marked: z.boolean(),
  /** The employee is notified of the mark, and has not opened the case since. */
  unread: z.boolean(),
  /** The reporter has written since the office last did. */
  replied: z.boolean(),
  /** How many reports it has, with those merged into it. */
  merged: z.int(),
  /** The states that the employee may set it to, alone or together with others; none where he or she only sees it. */
  becomes: z.array(z.string()),
})
export type CaseRow = z.infer<typeof CaseRow>

export const CaseList = z.object({
  rows: z.array(CaseRow),
  hasMore: z.boolean(),
  /** The queue's states, in their order. */
  states: z.array(z.string()),
})
export type CaseList = z.infer<typeof CaseList>

/** Cases of a list that can be changed together, from its first page on. `more`: the list has more than can be changed at once. */
export const Choosable = z.object({
  cases: z.array(z.pick(CaseRow, { number: true, becomes: true })),
  more: z.boolean(),
})
export type Choosable = z.infer<typeof Choosable>

/** `more`: there are more than were counted. */
const counted = { count: z.int(), more: z.boolean() }
export const Counted = z.object(counted)
export type Counted = z.infer<typeof Counted>

/** How many cases each view has. */
export const Counts = z.array(z.object({ view: z.enum(views), label: z.string(), ...counted, unread: z.boolean() }))
export type Counts = z.infer<typeof Counts>

/** A fact beside the report. */
export const Fact = z.object({
  label: z.string(),
  value: z.string(),
  /** Something to notice, such as a bus that must not be driven. */
  alert: z.optional(z.boolean()),
  /** By which words of it can be hidden, if somebody has written it freely. */
  part: z.optional(z.string()),
})
export type Fact = z.infer<typeof Fact>

export const CaseEvent = z.object({
  seq: z.int(),
  type: z.enum([
    'received',
    /** The office wrote it down for its reporter. */
    'entered',
    'state',
    'answered',
    'asked',
    'replied',
    /** The reporter has changed what it is about. */
    'changed',
    'noted',
    'assigned',
    'marked',
    'merged',
    'filled',
    'redacted',
    'shown',
  ]),
  at: localDateTime,
  /** Who did it; null for the portal itself, or somebody who has been erased. */
  by: z.nullable(z.string()),
  /** Whether the reporter sees it. */
  public: z.boolean(),
  text: z.nullable(z.string()),
  /** In words, what it changed: 'Bedömd', 'Eva Ek', 'F-1040'. */
  to: z.nullable(z.string()),
  /** What a form said when it was filled in; empty for every other event. */
  shown: z.array(z.pick(Fact, { label: true, value: true })),
})
export type CaseEvent = z.infer<typeof CaseEvent>

/** A field of a form that the office fills in on a case. */
export const FormField = z.object({
  name: z.string(),
  label: z.string(),
  kind: z.enum(fieldKinds),
  required: z.boolean(),
  choices: z.array(z.string()),
  hint: z.nullable(z.string()),
})
export type FormField = z.infer<typeof FormField>

/** A form as it was last filled in. */
const FilledForm = z.object({
  /** Counted from 1, of a form that may be filled in several times. */
  item: z.int(),
  values: z.record(z.string(), z.string()),
  /** The values as they are read: a person's name instead of an id. */
  shown: z.array(z.pick(Fact, { label: true, value: true, part: true })),
  at: localDateTime,
  by: z.nullable(z.string()),
  /** What waits in it, such as a date that has passed. */
  late: z.nullable(z.string()),
})

/** A form of the case: what the office has to write down besides answers and notes. */
export const CaseForm = z.object({
  name: z.string(),
  title: z.string(),
  hint: z.nullable(z.string()),
  /** It may be filled in several times. */
  many: z.boolean(),
  fields: z.array(FormField),
  filled: z.array(FilledForm),
  /** Whether the employee may fill it in. */
  open: z.boolean(),
})
export type CaseForm = z.infer<typeof CaseForm>

const NextState = z.object({
  name: z.string(),
  needsText: z.boolean(),
  /** The case ends with it. */
  ends: z.boolean(),
  /** What the answer begins as; may be edited. */
  template: z.string(),
})
export type NextState = z.infer<typeof NextState>

/** Every state of a queue; what its template leaves to each case is in braces. */
export const NextStates = z.array(NextState)

/** What another employee has reported, in a case that is merged into this one. */
const MergedReport = z.object({
  number: z.string(),
  reporter: z.nullable(z.string()),
  received: localDateTime,
  text: z.nullable(z.string()),
  pictures: z.array(ImageReference),
  /** What the reporter has answered the office. */
  replies: z.array(z.object({ at: localDateTime, text: z.string() })),
})
export type MergedReport = z.infer<typeof MergedReport>

export const Case = z.extend(CaseRow, {
  /** Grows with everything that happens to the case. A write names the one that it was decided on. */
  version: z.int(),
  /** As the reporter wrote it; null for an area whose cases have no text. */
  text: z.nullable(z.string()),
  reporter: z.nullable(z.string()),
  /** Who has sent it is hidden until the employee has said why he or she needs to know. */
  masked: z.boolean(),
  pictures: z.array(ImageReference),
  details: z.array(Fact),
  /** What others have reported, in the cases that are merged into this one. */
  reports: z.array(MergedReport),
  /** Other cases about the same thing: open ones, and those of the last 30 days. */
  related: z.array(CaseRow),
  /** What they are about: 'Buss 2117'. */
  about: z.nullable(z.string()),
  /** A warning if this has been repaired recently: 'Lagad men inte hel …'. */
  repeats: z.nullable(z.string()),
  events: z.array(CaseEvent),
  /** What the employee may do with it; the same function decides when it is done. */
  actions: z.array(z.enum(actions)),
  /** It may be merged into any open case by its number, not only into one about the same thing. */
  mergesAny: z.boolean(),
  next: z.array(NextState),
  /** The label of the queue's own mark, to set it or to take it away. */
  mark: z.nullable(z.string()),
  /** Who will read why, if a reason has to be given to set it. */
  markAsks: z.nullable(z.string()),
  /** Once set it is never taken away. */
  markLasts: z.boolean(),
  /** What it means that the case is marked: 'Får ej köras'. */
  marking: z.nullable(z.string()),
  /** It is about people: only few see it, and what is written first is a note. */
  sensitive: z.boolean(),
  forms: z.array(CaseForm),
  /** What has to be written before the case can end. */
  demands: z.array(z.string()),
  /** What is hidden in it, and whether the employee may see what was there. */
  redactions: z.array(Redaction),
  reveals: z.boolean(),
  /** Who else has the case open, by name. */
  viewers: z.array(z.string()),
})
export type Case = z.infer<typeof Case>

const picked = {
  vy: z.optional(z.enum(views, noView)),
  status: z.optional(text({ max: 60, label: 'Statusen' })),
  /** What the cases are about: the number of a vehicle. */
  om: z.optional(text({ max: 100, label: 'Urvalet' })),
  /** The beginning of a number, what the case is about, or words of its text. */
  sok: z.optional(soughtText()),
}

/** Which cases a view has: what is kept of a list that has been given a name. */
export const Picked = z.strictObject(picked)
export type Picked = z.infer<typeof Picked>

/** What a list shows; the office's screen has the same in its address, so that a view can be kept as a link. */
export const CaseQuery = z.object({ ...picked, sida: z.optional(pageNumber) })
export type CaseQuery = z.infer<typeof CaseQuery>

/** `efter`: the piece after the one that ended there. */
export const TableQuery = z.extend(CaseQuery, {
  efter: z.optional(
    z.pipe(z.string('Felaktigt urval').check(z.regex(/^\d{1,15}$/, 'Felaktigt urval')), z.transform(Number)),
  ),
})
export type TableQuery = z.infer<typeof TableQuery>

/** `valda`: only these cases of the list, with commas between. */
export const CellQuery = z.extend(TableQuery, {
  valda: z.optional(
    z.string('Felaktigt urval').check(
      z.regex(/^\p{L}{1,3}-\d{1,12}(,\p{L}{1,3}-\d{1,12})*$/u, 'Felaktigt urval'),
      z.refine((numbers) => numbers.split(',').length <= MOST_AT_ONCE, `Välj högst ${MOST_AT_ONCE} ärenden åt gången.`),
    ),
  ),
})
export type CellQuery = z.infer<typeof CellQuery>

export const TablePiece = z.object({ text: z.string(), next: z.nullable(z.int()) })
export type TablePiece = z.infer<typeof TablePiece>

/** The same as cells, for a workbook; the first piece begins with the heads. */
export const CellPiece = z.object({ rows: z.array(z.array(z.string())), next: z.nullable(z.int()) })
export type CellPiece = z.infer<typeof CellPiece>

export const OneCase = z.object({ nummer: caseNumber })
export type OneCase = z.infer<typeof OneCase>

export const MaybeCase = z.object({ nummer: z.optional(caseNumber) })
export type MaybeCase = z.infer<typeof MaybeCase>

/** With internal notes, if the employee handles the case. */
export const PdfQuery = z.object({ nummer: caseNumber, anteckningar: z.optional(z.enum(['ja'], 'Felaktigt val')) })
export type PdfQuery = z.infer<typeof PdfQuery>

export const CasePdf = z.object({
  name: z.string(),
  contentType: z.literal('application/pdf'),
  /** Base64. */
  data: z.string(),
})
export type CasePdf = z.infer<typeof CasePdf>
