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
  /** 'F-1042': requests name the case by it. */
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
  /** Whether the queue's mark is set, such as 'Får ej köras'. */
  marked: z.boolean(),
  /** Whether the employee is notified of the case, by its mark or by a copy, and has not opened it since. */
  unread: z.boolean(),
  /** Whether the reporter has written since the office last did. */
  replied: z.boolean(),
  /** How many reports it has, including those merged into it. */
  merged: z.int(),
  /** The states to which the employee may change the case, alone or together with others. Empty if the employee may only see it. */
  becomes: z.array(z.string()),
  /** Grows with every event of the case. A write names the version that the employee decided on. */
  version: z.int(),
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
  cases: z.array(z.pick(CaseRow, { number: true, becomes: true, version: true })),
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
  /** The name of the value as a part in which words can be hidden. Absent if it is not free text. */
  part: z.optional(z.string()),
})
export type Fact = z.infer<typeof Fact>

export const CaseEvent = z.object({
  seq: z.int(),
  type: z.enum([
    'received',
    /** The office entered the report for its reporter. */
    'entered',
    'state',
    'answered',
    'asked',
    'replied',
    /** Changed by no act on the case itself: by its reporter, by a new plan, or because its responsible manager has left. */
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
  /** The new value in words, such as the state, the owner or the other case: 'Bedömd', 'Eva Ek', 'F-1040'. */
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
  /** Which one, counted from 1, of a form that may be filled in several times; otherwise 1. */
  item: z.int(),
  values: z.record(z.string(), z.string()),
  /** The values as they are shown: a person's name instead of an id. */
  shown: z.array(z.pick(Fact, { label: true, value: true, part: true })),
  at: localDateTime,
  by: z.nullable(z.string()),
  /** What is overdue in it, such as a measure whose date has passed. */
  late: z.nullable(z.string()),
})

/** A form of the case: what the office has to write down besides answers and notes. */
export const CaseForm = z.object({
  name: z.string(),
  title: z.string(),
  hint: z.nullable(z.string()),
  /** Whether it may be filled in several times. */
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
  /** Whether the case ends with this state. */
  ends: z.boolean(),
  /** The text that the answer begins with. The employee may edit it. */
  template: z.string(),
})
export type NextState = z.infer<typeof NextState>

/** Every state of a queue. Placeholders in braces are filled in for each case. */
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
  /** As the reporter wrote it; null for an area whose cases have no text. */
  text: z.nullable(z.string()),
  reporter: z.nullable(z.string()),
  /** Whether the reporter is hidden until the employee has given a reason to know. */
  masked: z.boolean(),
  pictures: z.array(ImageReference),
  details: z.array(Fact),
  /** What others have reported, in the cases that are merged into this one. */
  reports: z.array(MergedReport),
  /** Other cases about the same thing: open ones, and those of the last 30 days. */
  related: z.array(CaseRow),
  /** What this case and the related ones are about: 'Buss 2117'. */
  about: z.nullable(z.string()),
  /** A warning if this has been repaired recently: 'Lagad men inte hel …'. */
  repeats: z.nullable(z.string()),
  events: z.array(CaseEvent),
  /** What the employee may do with the case. The same function (`actionsOn`) decides again when the act is sent. */
  actions: z.array(z.enum(actions)),
  /** Whether it may be merged into any open case, by number, and not only into one about the same thing. */
  mergesAny: z.boolean(),
  next: z.array(NextState),
  /** The label for setting or removing the queue's mark; null if the employee can do neither. */
  mark: z.nullable(z.string()),
  /** Says who reads the reason for the mark; null if the mark needs no reason. */
  markAsks: z.nullable(z.string()),
  /** Whether the mark can never be removed once it is set. */
  markLasts: z.boolean(),
  /** What the queue's mark says: 'Får ej köras'; null if the queue has none. */
  marking: z.nullable(z.string()),
  /** Whether the case is about people: only few see it, and the reply box begins with an internal note. */
  sensitive: z.boolean(),
  forms: z.array(CaseForm),
  /** What has to be written before the case can end. */
  demands: z.array(z.string()),
  /** What is hidden in it. `reveals`: whether the employee may see the originals. */
  redactions: z.array(Redaction),
  reveals: z.boolean(),
  /** Who else has the case open, by name. */
  viewers: z.array(z.string()),
})
export type Case = z.infer<typeof Case>

const picked = {
  vy: z.optional(z.enum(views, noView)),
  status: z.optional(text({ max: 60, label: 'Statusen' })),
  /** What the cases are about, such as the number of a vehicle. */
  om: z.optional(text({ max: 100, label: 'Urvalet' })),
  /** The beginning of a number, what the case is about, or words of its text. */
  sok: z.optional(soughtText()),
}

/** Which cases a list has: the fields that are stored with a saved view. */
export const Picked = z.strictObject(picked)
export type Picked = z.infer<typeof Picked>

/** The query of a list. The office's screen has the same fields in its address, so that a list can be kept as a link. */
export const CaseQuery = z.object({ ...picked, sida: z.optional(pageNumber) })
export type CaseQuery = z.infer<typeof CaseQuery>

/** `efter`: the `next` of the piece before; absent for the first piece. */
export const TableQuery = z.extend(CaseQuery, {
  efter: z.optional(
    z.pipe(z.string('Felaktigt urval').check(z.regex(/^\d{1,15}$/, 'Felaktigt urval')), z.transform(Number)),
  ),
})
export type TableQuery = z.infer<typeof TableQuery>

/** `valda`: only these cases of the list, by number, separated by commas. */
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

/** A piece as cells, for a workbook. The first piece begins with the column headings. */
export const CellPiece = z.object({ rows: z.array(z.array(z.string())), next: z.nullable(z.int()) })
export type CellPiece = z.infer<typeof CellPiece>

export const OneCase = z.object({ nummer: caseNumber })
export type OneCase = z.infer<typeof OneCase>

export const MaybeCase = z.object({ nummer: z.optional(caseNumber) })
export type MaybeCase = z.infer<typeof MaybeCase>

/** `anteckningar`: with internal notes, only for employees who handle the case. */
export const PdfQuery = z.object({ nummer: caseNumber, anteckningar: z.optional(z.enum(['ja'], 'Felaktigt val')) })
export type PdfQuery = z.infer<typeof PdfQuery>

export const CasePdf = z.object({
  name: z.string(),
  contentType: z.literal('application/pdf'),
  /** Base64. */
  data: z.string(),
})
export type CasePdf = z.infer<typeof CasePdf>
