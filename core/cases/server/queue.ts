import type { RawBuilder, SqlBool } from 'kysely'
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
  /** The states that may follow. A case ends in a state without any. */
  readonly next: readonly State[]
  /** The reporter has to be given a reason. */
  readonly needsText?: boolean
  /** The reporter has to do something: the clock stops until then. */
  readonly waits?: boolean
  /** The text that the answer to the reporter begins with. */
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
  /** `working`: only minutes in which the office works. */
  readonly count: 'all' | 'working'
  /** It counts from when the case, or one merged with it, was marked, if that was later than when the case came. */
  readonly fromMark?: true
}

/** How long ended cases are kept. */
export interface Kept {
  /** Null: every category without a line of its own. */
  readonly category: string | null
  /** Counted from when they ended. */
  readonly months: number
  /** The reason, which those who handle a case read: 'Bussens reparationer ska gå att följa.' */
  readonly why: string
}

/** What has changed for the reporter. */
export interface Change<State extends string> {
  readonly company: string
  readonly id: number
  readonly at: Date
  /** Null: another system. */
  readonly by: string | null
  /** The new state, which `text` explains; null if the state stays. */
  readonly state: State | null
  readonly text: string | null
  /** What was written to the reporter, with a change of state or without. */
  readonly said: string | null
  readonly marked: boolean
}

/** What has just happened to a case, and how the case is afterwards. */
export interface Happened {
  readonly company: string
  readonly id: number
  readonly at: Date
  readonly state: string
  readonly marked: boolean
  /** `seq`: the case's version after the event; 0 for the opening of the case. */
  readonly events: readonly { readonly seq: number; readonly type: CaseEvent['type'] }[]
}

/** An area's words for a case in a list. */
interface RowWords {
  readonly title: string
  readonly facts: readonly string[]
  /** What has been written or reported, which a list does not show if the reporter reads who has opened the case. */
  readonly account: readonly string[]
}

/** What an area shows of one case. */
interface Details {
  readonly text: string | null
  readonly pictures: readonly Required<ImageReference>[]
  readonly details: readonly Fact[]
  /** What `cases.about` means in words: 'Buss 2117'. */
  readonly about: string | null
  readonly repeats: string | null
}

export interface Opened {
  readonly company: string
  readonly id: number
  readonly employeeId: string
  readonly at: Date
}

export interface WhichCase {
  readonly company: string
  readonly id: number
  readonly now: Date
  readonly timeZone: string
  /** Whether the employee may handle it: others may see less of it. */
  readonly handles: boolean
}

/** A picture that is made and stored, but not part of a report yet. */
export interface Redacted {
  readonly name: string
  readonly original: Uint8Array
  /** Puts it in the place of the old picture. Returns false if the old one is not the report's. */
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
  /** The state that the answer explains; null for an answer without a state. */
  readonly to: string | null
  /** The `to` of each earlier answer with the same words. */
  readonly earlier: readonly (string | null)[]
}

/** The part in which something was hidden, in words, for the history of the case. */
export function wordsOfPart({ calls }: Pick<Queue, 'calls'>, part: string): string {
  if (part === 'text') return `texten i ${calls.words.entering.thing}`
  if (part.startsWith('picture:')) return 'en bild'
  if (part.startsWith('form:')) return 'en ifylld uppgift'
  return part.startsWith('event:') ? 'ett meddelande' : 'en uppgift'
}

/** The `seq` of the event that a part names; null for a part of the report or of a form. */
export function seqOfPart(part: string): number | null {
  const [, seq] = /^event:(\d{1,6})$/.exec(part) ?? []
  return seq === undefined ? null : Number(seq)
}

type Values = Readonly<Record<string, string>>

/** A form that the office fills in on a case. Each time that it is filled in is an event of the case. */
export interface FormOfQueue {
  readonly name: string
  readonly title: string
  readonly hint?: string
  /** It may be filled in several times. */
  readonly many?: boolean
  /** The permission needed to fill it in, besides the right to handle. */
  readonly may?: Permission
  /** Which cases have it; absent: all of them. */
  isFor?(about: { readonly category: string | null; readonly marked: boolean }): boolean
  readonly fields: readonly (Pick<FormField, 'name' | 'label' | 'kind'> & Partial<FormField>)[]
  /** What is wrong with the fields in combination, by field. */
  problems?(values: Values): ModelState
  /**
   * The day by which something in the form should have been done and checked; null once it is. The view of late measures lists the case
   * from the next day on, also after its end.
   */
  checkBy?(values: Values): string | null
  /** Says what is overdue in a filled-in form; null if nothing is. */
  late?(values: Values, today: string): string | null
  /** Writes to the area's row the values that the row has too. */
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
 * What an area defines for its queue. The case keeps the state and what the office adds. The area's row keeps what its reporter reads;
 * `project` writes it in the same transaction.
 */
export interface Queue<State extends string = string> {
  readonly calls: CaseCalls
  /** Its states in their order; the first is that of a new case. */
  readonly states: Readonly<Record<State, StateOfQueue<State>>>
  /**
   * Shown to an employee who reported the case: nobody handles his or her own case, not even as somebody's deputy. Absent in queues where
   * that does no harm.
   */
  readonly notOwn?: string
  /** Which cases may be merged: those about the same thing, or any two. Absent: none. */
  readonly merges?: 'alike' | 'any'
  /** The queue's mark: its labels for being set and removed, and the label of the view of marked cases. */
  readonly mark?: {
    readonly set: string
    /** Null: it is never removed. */
    readonly unset: string | null
    readonly view: string
    /** Present if everybody who may set the mark is notified of it, wherever in the company the case is. Says who reads the reason. */
    readonly notifies?: string
    /** Whether it stays when the case ends. */
    readonly stays?: boolean
    /** Marking an ended case opens it again, in this state. Absent: only open cases can be marked. */
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
  /** The words of its rows are stored, so that cases are found by them. Absent where the text is promised to be nowhere else. */
  readonly searched?: true
  /** Its cases are found by what they are about, because employees know it: a vehicle or a place, and not a key of the area. */
  readonly soughtByAbout?: true
  /** Its cases are about vehicles, which a template may name. */
  readonly aboutVehicles?: true
  /** From how many cases about the same thing, within how many days, they count as recurring. Absent: none do. */
  readonly recurring?: { readonly times: number; readonly days: number }
  /** What is promised about an open case; null: nothing. */
  promise(about: Promised): DuePromise | null
  /** The words of many cases at once, by the ids of the area's rows. */
  rows(db: Database, company: string, ids: readonly number[]): Promise<ReadonlyMap<number, RowWords>>
  details(db: Database, which: WhichCase): Promise<Details>
  /** Called when an employee opens a case: for an area that has notified the employee of it in another place too. */
  opened?(db: Database, which: Opened): Promise<void>
  /** Writes to the area's row what the reporter reads there. */
  project(tx: Database, change: Change<State>): Promise<void>
  /** Called for everything that happens to a case, in the same transaction: to notify other systems. */
  happened?(tx: Database, what: Happened): Promise<void>
  readonly retention: {
    /** One line, with the category null, is for every category without a line of its own. */
    readonly kept: readonly [...Kept[], Kept & { readonly category: null }]
    /** Cases that are kept longer than their category says. `of`: whether the case `c` is one of them, never null. */
    readonly longer?: Omit<Kept, 'category'> & { readonly of: RawBuilder<SqlBool> }
    /** Removes the area's rows of cases that are gone, in the same transaction. */
    forget(tx: Database, company: string, ids: readonly number[]): Promise<void>
  }
  /** The texts in which words can be hidden, besides what the office has written. Absent: nothing can be hidden in such cases. */
  readonly texts?: {
    /** The texts that somebody has written freely, by their names: 'text' is what was reported, others begin with 'detail:'. */
    of(db: Database, company: string, id: number): Promise<Readonly<Record<string, string>>>
    write(tx: Database, which: WhichText & { readonly text: string }): Promise<void>
    /**
     * The parts that hold the office's answers, one below the other with an empty line between. `sign`: what follows the words of each
     * answer, before its author's name.
     */
    readonly answers?: { readonly parts: readonly string[]; readonly sign: string }
    /** What the case is about (`cases.about`), where that is one of these texts. */
    about?(db: Database, company: string, id: number): Promise<string | null>
    /** Changes an answer of the office in the area's row, and no other one with the same words. */
    replaceAnswer(tx: Database, which: ReplacedAnswer): Promise<void>
  }
  /**
   * What has changed the case from outside this queue since the office last saw it; null if nothing has. Called with the case locked;
   * stores what the office has now seen.
   */
  changedElsewhere?(
    tx: Database,
    company: string,
    id: number,
  ): Promise<{ readonly by: string; readonly what: string } | null>
  /** Why a case may not be changed to a state together with others, because it has to be looked at by itself. Null if it may. */
  heldBack?(db: Database, company: string, id: number): Promise<string | null>
  /** Absent if its cases have no pictures. */
  readonly pictures?: {
    /** The case that a picture belongs to. */
    caseOf(db: Database, company: string, name: string): Promise<number | null>
    read(platform: Platform, query: ImageQuery): Promise<Image | null>
    /**
     * Changes what the files of pictures were called on the phone: of all that an employee has uploaded, also those of no case yet, and of
     * all pictures of the cases.
     */
    renameFiles(
      tx: Database,
      which: { readonly employeeId: string; readonly reportIds: readonly number[] },
      renamed: (shortName: string) => string,
    ): Promise<void>
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
     * In a restored database, puts the picture `made` in the place of `old`, or none if the file of `made` is gone. Returns the bytes of
     * `old`, null if its file is gone. Returns null if `old` is not the report's.
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

/** Whether a case's reporter reads who has opened it: if it is sensitive, or copied to the holders of a permission. */
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
