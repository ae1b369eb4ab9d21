import type { ModelState } from '#platform/contract/call.ts'
import { isoDate } from '#platform/contract/dates.ts'
import { text } from '#platform/contract/text.ts'

/** The views of every queue, in their order. */
export const views = [
  'oppna',
  'ej-tilldelade',
  'mina',
  'svarat',
  'forsenade',
  'markta',
  'vantar',
  'aterkommande',
  'kontroll',
  'avslutade',
] as const
export type View = (typeof views)[number]

const viewLabels: Readonly<Record<View, string>> = {
  oppna: 'Öppna',
  'ej-tilldelade': 'Ej tilldelade',
  mina: 'Mina',
  svarat: 'har svarat',
  forsenade: 'Försenade',
  markta: 'Märkta',
  vantar: 'Väntar på',
  aterkommande: 'Återkommande',
  kontroll: 'Sena åtgärder',
  avslutade: 'Avslutade',
}

/** The label of a view in its queue. `person`: what the queue calls the person who reads the answers. */
export function labelOf(view: View, person: string): string {
  if (view === 'svarat') return `${capitalised(person)} ${viewLabels[view]}`
  return view === 'vantar' ? `${viewLabels[view]} ${person}` : viewLabels[view]
}

export const capitalised = (words: string): string => words.slice(0, 1).toUpperCase() + words.slice(1)

export const PAGE_SIZE = 50
/** Cases in one bulk change. */
export const MOST_AT_ONCE = 500
/** A workbook is made in the memory of the page. Longer lists can only be exported as CSV. */
export const MOST_IN_WORKBOOK = 20_000
/** Open cases are counted up to this number: '999+'. */
export const MOST_OPEN_COUNTED = 999
/**
 * The cases of every other view are counted up to this number: '99+'. Counting them to 999 too would be most of what the office's requests
 * cost all day (docs/decisions/0084).
 */
export const MOST_COUNTED = 99

export const actions = ['take', 'assign', 'answer', 'note', 'state', 'mark', 'merge', 'fill', 'redact'] as const
export type Action = (typeof actions)[number]

interface Acted {
  readonly ended: boolean
  readonly ownerId: string | null
  /** The case that it was merged into. */
  readonly mergedInto: number | null
}

interface Acting {
  readonly id: string
  /** Whether the employee may handle this case, by area and category too. */
  readonly handles: boolean
  /** Whether the employee may set the queue's mark, if it has one. */
  readonly marks: boolean
  /** Whether setting the mark opens an ended case again. */
  readonly reopens?: boolean
  /** Whether the queue has forms. */
  readonly fills?: boolean
  /** Whether words and pictures of such cases can be hidden. */
  readonly redacts?: boolean
  /** Whether such cases can be merged. Sensitive ones cannot: what has happened to one person is never another person's case. */
  readonly merges?: boolean
}

/** What an employee may do with a case. Decides which buttons are shown, and checks each act again when it is sent. */
export function actionsOn(
  { ended, ownerId, mergedInto }: Acted,
  { id, handles, marks, reopens = false, fills = false, merges = true, redacts = false }: Acting,
): Action[] {
  // Something can be hidden at any time, also in ended and merged cases.
  const hide: Action[] = redacts ? ['redact'] : []
  if (mergedInto !== null) return handles ? ['note', ...hide] : []
  const open: Action[] = ended
    ? []
    : [...(ownerId === id ? [] : (['take'] as const)), 'assign', 'state', ...(merges ? (['merge'] as const) : [])]
  // Forms can be filled in after the end too: measures are checked later, and the cost of a repair is known later.
  const form: Action[] = fills ? ['fill'] : []
  return [
    ...(handles ? ([...open, 'answer', 'note', ...form, ...hide] as const) : []),
    ...(marks && (!ended || reopens) ? (['mark'] as const) : []),
  ]
}

/** The elements that all of the lists have, in the order of the first list. */
export const commonTo = (lists: readonly (readonly string[])[]): string[] =>
  (lists[0] ?? []).filter((each) => lists.every((list) => list.includes(each)))

/** A working day in minutes: from 7 to 16. */
export const workingDay = 9 * 60

export const fieldKinds = ['line', 'text', 'date', 'choice', 'person', 'kronor'] as const

/** Whether a field of this kind is free text, which may contain a name: words can be hidden in it, and the log does not have it. */
export const isWritten = (kind: (typeof fieldKinds)[number]): boolean => kind === 'line' || kind === 'text'

interface FieldOfForm {
  readonly name: string
  readonly label: string
  readonly kind: (typeof fieldKinds)[number]
  readonly required: boolean
  readonly choices: readonly string[]
}

/** The most characters that a field may have. */
const MOST_TEXT = 4000
const MOST_LINE = 200

/** What is wrong with a form as it is filled in, by field. A field that the form does not have is wrong too. */
export function problemsOf(fields: readonly FieldOfForm[], values: Readonly<Record<string, string>>): ModelState {
  const problems: Record<string, string[]> = {}
  for (const name of Object.keys(values)) {
    if (!fields.some((field) => field.name === name)) problems[name] = ['Uppgiften hör inte till blanketten.']
  }
  for (const field of fields) {
    const problem = problemOf(field, values[field.name]?.trim() ?? '')
    if (problem) problems[field.name] = [problem]
  }
  return problems
}

function problemOf({ label, kind, required, choices }: FieldOfForm, value: string): string | null {
  if (value === '') return required ? `${label} måste anges` : null
  const max = kind === 'text' ? MOST_TEXT : MOST_LINE
  const typed = text({ max, label }).safeParse(value)
  if (!typed.success) return typed.error.issues[0]?.message ?? null
  switch (kind) {
    case 'date':
      return isoDate.safeParse(value).success ? null : `${label}: ange ett datum som finns, ÅÅÅÅ-MM-DD`
    case 'choice':
      return choices.includes(value) ? null : `${label} måste väljas från listan`
    case 'kronor':
      return kronorOf(value) === null ? `${label}: ange ett belopp i kronor, som 12 500` : null
    case 'person':
      return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(value) ? null : `${label} måste väljas från listan`
    default:
      return null
  }
}

/** The amount that was typed, such as '12 500,50', in kronor; null if it is not an amount. */
export function kronorOf(typed: string): number | null {
  const value = typed.replaceAll(/\s/g, '').replace(',', '.')
  return /^\d{1,9}(\.\d{1,2})?$/.test(value) ? Number(value) : null
}

/**
 * The label of the fact that says how long a case is kept. Everybody may know it, but nobody opens a case to read it: the page shows it
 * last.
 */
export const KEPT_LABEL = 'Sparas'
