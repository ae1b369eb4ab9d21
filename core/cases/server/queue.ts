import type { Image, ImageQuery, ImageReference } from '#core/pictures/contract.ts'
import type { Database, Platform } from '#platform/server/area.ts'
import type { RequestScope } from '#platform/server/http/signed-in.ts'
import type { CaseCalls } from '../calls.ts'
import type { ModelState } from '#platform/contract/call.ts'
import type { Permission } from '#core/people/roles.ts'
import type { CaseEvent, CaseState, Fact, FormField } from '../contract.ts'
import type { Rectangle } from '../redaction.ts'

interface StateOfQueue<State extends string> {
  readonly tone: CaseState['tone']
  readonly icon: CaseState['icon']
  /** The states that may follow; none ends the case. */
  readonly next: readonly State[]
  /** The reporter has to be given a reason. */
  readonly needsText?: boolean
  /** The reporter has to do something: the clock stops until then. */
  readonly waits?: boolean
  /** What the answer to the reporter begins as. */
  readonly template?: string
}

/** What a promise about a case depends on. */
export interface Promised {
  readonly category: string | null
  readonly marked: boolean
  readonly answered: boolean
  /** The names of the forms that are filled in. */
  readonly filled?: ReadonlySet<string>
}

/** By when something has to have happened, in minutes from when the case came. */
interface DuePromise {
  readonly what: string
  readonly minutes: number
  /** `working`: only those in which the office works. */
  readonly count: 'all' | 'working'
  /** It counts from when the case was marked, if that was later than when it came, or a case that is merged with it. */
  readonly fromMark?: true
}

/** How long ended cases are kept. */
export interface Kept {
  /** Null: all that have no line of their own. */
  readonly category: string | null
  /** From when they ended. */
  readonly months: number
  /** For those who handle one: 'Bussens reparationer ska gå att följa.' */
  readonly why: string
}

/** What has changed for the reporter. */
export interface Change<State extends string> {
  readonly company: string
  readonly id: number
  readonly at: Date
  /** Null: another system. */
  readonly by: string | null
  /** The new state, with the answer that explains it; null if it stays. */
  readonly state: State | null
  readonly text: string | null
  /** What was written to the reporter, with a change of state or without. */
  readonly said: string | null
  readonly marked: boolean
}

/** What has just happened to a case, and how it is since. */
export interface Happened {
  readonly company: string
  readonly id: number
  readonly at: Date
  readonly state: string
  readonly marked: boolean
  /** Its version after each; 0: it was opened. */
  readonly events: readonly { readonly seq: number; readonly type: CaseEvent['type'] }[]
}

/** An area's words for a case in a list. */
interface RowWords {
  readonly title: string
  readonly facts: readonly string[]
}

/** An area's side of one case. */
interface Details {
  readonly text: string | null
  readonly pictures: readonly Required<ImageReference>[]
  readonly details: readonly Fact[]
  /** What `cases.about` means in words: 'Buss 2117'. */
  readonly about: string | null
  readonly repeats: string | null
}

export interface WhichCase {
  readonly company: string
  readonly id: number
  readonly now: Date
  readonly timeZone: string
  /** Whether the employee may handle it: others may see less of it. */
  readonly handles: boolean
}

/** A picture that is made and stored, and not yet a report's. */
export interface Redacted {
  readonly name: string
  readonly original: Uint8Array
  /** Puts it where the old one was. False if that one is not the report's. */
  swap(tx: Database, reportId: number): Promise<boolean>
}

interface WhichText {
  readonly company: string
  readonly id: number
  readonly part: string
}

export interface ReplacedAnswer {
  readonly company: string
  readonly id: number
  readonly before: string
  readonly after: string
  /** The state that it explains; null for one without. */
  readonly to: string | null
  /** The same of earlier ones with the same words. */
  readonly earlier: readonly (string | null)[]
}

/** What of a case somebody has hidden something in, for its history. */
export function wordsOfPart(part: string): string {
  if (part === 'text') return 'texten i anmälan'
  if (part.startsWith('picture:')) return 'en bild'
  if (part.startsWith('form:')) return 'en ifylld uppgift'
  return part.startsWith('event:') ? 'ett meddelande' : 'en uppgift'
}

/** The event of the history that a part is; null: it is one of the report. */
export function seqOfPart(part: string): number | null {
  const [, seq] = /^event:(\d{1,6})$/.exec(part) ?? []
  return seq === undefined ? null : Number(seq)
}

type Values = Readonly<Record<string, string>>

/** A form that the office fills in on a case. The history of a case has each time that it was. */
export interface FormOfQueue {
  readonly name: string
  readonly title: string
  readonly hint?: string
  /** It may be filled in several times. */
  readonly many?: boolean
  /** Needed besides the right to handle. */
  readonly may?: Permission
  /** Which cases have it; absent: all of them. */
  isFor?(about: { readonly category: string | null; readonly marked: boolean }): boolean
  readonly fields: readonly (Pick<FormField, 'name' | 'label' | 'kind'> & Partial<FormField>)[]
  /** What is wrong with the fields together. */
  problems?(values: Values): ModelState
  /** By which day something in it should have been done and checked; null once it is. The view of late measures has it, also after the end. */
  checkBy?(values: Values): string | null
  /** What waits in one that is filled in. */
  late?(values: Values, today: string): string | null
  /** Writes to the area's row what it has of the form. */
  store?(tx: Database, which: { readonly company: string; readonly id: number; readonly values: Values }): Promise<void>
}

/** A case that is to end. */
export interface Ending {
  readonly company: string
  readonly id: number
  readonly category: string | null
  readonly marked: boolean
  readonly filled: ReadonlySet<string>
}

/**
 * What an area hands in for its queue. The case keeps what the office adds, and the state; the area's row keeps what its reporter
 * reads, and gets it by `project` in the same transaction.
 */
export interface Queue<State extends string = string> {
  readonly calls: CaseCalls
  /** Its states in their order; the first is that of a new case. */
  readonly states: Readonly<Record<State, StateOfQueue<State>>>
  /** Shown to an employee who reported the case: nobody handles an own one, not even as somebody's deputy. Absent where that harms nobody. */
  readonly notOwn?: string
  /** Which cases may be merged: those about the same thing, or any two. Absent: none. */
  readonly merges?: 'alike' | 'any'
  /** A mark of its own: how it is set and taken away, and what the view is called that has the marked ones. */
  readonly mark?: {
    readonly set: string
    /** Null: it is never taken away. */
    readonly unset: string | null
    readonly view: string
    /** Everybody who may set it is notified, wherever in the company the case is, and reads why; says who else is. */
    readonly notifies?: string
    /** It stays when the case ends. */
    readonly stays?: boolean
    /** An ended case that is marked is open again, in this state; absent: only open ones are marked. */
    readonly reopens?: State
  }
  /** The categories of cases that are seen only by the permission `sensitive`, or by the employee named as responsible. */
  readonly sensitive?: readonly string[]
  /** Holders of the permission are notified of marked cases and of these categories: such a case is unread until it is opened. */
  readonly copies?: { readonly may: Permission; readonly categories: readonly string[] }
  /** Its cases name a responsible employee, who handles them without a role. */
  readonly responsible?: true
  readonly forms?: readonly FormOfQueue[]
  /** What has to be written before the case may end. */
  demands?(db: Database, ending: Ending): Promise<readonly string[]>
  /** The words of its rows are stored, so that cases are found by them. Not where a promise says that the text is nowhere else. */
  readonly searched?: true
  /** What its cases are about are vehicles, which a template may name. */
  readonly aboutVehicles?: true
  /** From how many cases about the same thing, within how many days, they count as recurring. Absent: none do. */
  readonly recurring?: { readonly times: number; readonly days: number }
  /** What is promised about an open case; null: nothing. */
  promise(about: Promised): DuePromise | null
  /** The words of many cases at once, by the ids of the area's rows. */
  rows(db: Database, company: string, ids: readonly number[]): Promise<ReadonlyMap<number, RowWords>>
  details(db: Database, which: WhichCase): Promise<Details>
  /** Writes to the area's row what the reporter reads there. */
  project(tx: Database, change: Change<State>): Promise<void>
  /** Called for everything that happens to a case, in the same transaction: to notify other systems. */
  happened?(tx: Database, what: Happened): Promise<void>
  readonly retention: {
    /** One line is for every category without its own. */
    readonly kept: readonly [...Kept[], Kept & { readonly category: null }]
    /** Removes the area's rows of cases that are gone, in the same transaction. */
    forget(tx: Database, company: string, ids: readonly number[]): Promise<void>
  }
  /** What words of a case can be hidden, besides what the office has written. Absent: nothing is hidden in such cases. */
  readonly texts?: {
    /** The texts that somebody has written freely, by their names: 'text' is what was reported, others begin with 'detail:'. */
    of(db: Database, company: string, id: number): Promise<Readonly<Record<string, string>>>
    write(tx: Database, which: WhichText & { readonly text: string }): Promise<void>
    /** Those that have the office's answers below one another, with an empty line between. `sign`: what each answer ends with. */
    readonly answers?: { readonly parts: readonly string[]; readonly sign: string }
    /** What the case is about (`cases.about`), where that is one of these texts. */
    about?(db: Database, company: string, id: number): Promise<string | null>
    /** Changes an answer of the office in the area's row, and no other one with the same words. */
    replaceAnswer(tx: Database, which: ReplacedAnswer): Promise<void>
  }
  /**
   * What has changed the case outside this queue since it was last opened; null if nothing. Called with the case locked; updates what was
   * last seen.
   */
  changedElsewhere?(
    tx: Database,
    company: string,
    id: number,
  ): Promise<{ readonly by: string; readonly what: string } | null>
  /** Why a case of many may not be set to a state with the others: it has to be looked at by itself. Null if it may. */
  heldBack?(db: Database, company: string, id: number): Promise<string | null>
  /** Absent if its cases have no pictures. */
  readonly pictures?: {
    /** The case that a picture belongs to. */
    caseOf(db: Database, company: string, name: string): Promise<number | null>
    read(platform: Platform, query: ImageQuery): Promise<Image | null>
    /**
     * Makes a new picture with black rectangles, which takes the old one's place by `swap`. `whole`: the original to redact instead of the
     * current picture. `made` is null if its file is missing.
     */
    redact<Answer>(
      platform: Platform,
      ask: {
        readonly name: string
        readonly rectangles: readonly Rectangle[]
        readonly whole?: Uint8Array
        readonly by: RequestScope
      },
      write: (made: Redacted | null) => Promise<Answer>,
    ): Promise<Answer>
    /**
     * Puts a picture in the place of another one in a restored database, if the report has that; where its file is gone, none. Returns
     * the other one's bytes, null if they are gone too.
     */
    repeatSwap(
      tx: Database,
      platform: Pick<Platform, 'config'>,
      which: { readonly old: string; readonly made: string; readonly reportId: number },
    ): Promise<{ readonly original: Uint8Array | null } | null>
  }
}

export const statesOf = (queue: Pick<Queue, 'states'>) => Object.keys(queue.states)
export const isEnded = (queue: Pick<Queue, 'states'>, state: string) => queue.states[state]?.next.length === 0

export const needsText = (queue: Pick<Queue, 'states'>, state: string) => queue.states[state]?.needsText ?? false

/** Whether something in its forms has to be checked later. */
export const hasChecks = ({ forms = [] }: Pick<Queue, 'forms'>) => forms.some((form) => 'checkBy' in form)

export const isSensitive = ({ sensitive }: Pick<Queue, 'sensitive'>, category: string | null) =>
  category !== null && sensitive?.includes(category) === true

/** Whether a case's reporter reads who has opened it: what is sensitive, and whatever is copied to the holders of a permission. */
export const isTold = (
  { sensitive, copies }: Pick<Queue, 'sensitive' | 'copies'>,
  { category, marked }: { readonly category: string | null; readonly marked: boolean },
) =>
  isSensitive({ sensitive }, category) ||
  (copies !== undefined && (marked || (category !== null && copies.categories.includes(category))))

interface Powers {
  readonly handles: boolean
  readonly marks: boolean
  readonly marked: boolean
  readonly category: string | null
}

/** What an employee may do with a case besides seeing it. */
export const powersOf = (queue: Queue, { handles, marks, marked, category }: Powers) => ({
  handles,
  merges: queue.merges !== undefined && !isSensitive(queue, category),
  marks: queue.mark !== undefined && marks,
  reopens: queue.mark?.reopens !== undefined && !marked,
  fills: queue.forms !== undefined,
  redacts: queue.texts !== undefined,
})
