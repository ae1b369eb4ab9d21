import type { Generated } from 'kysely'
import type { Database } from '#platform/server/area.ts'
import type { CaseEvent } from '../contract.ts'

export type CaseTables = {
  cases: {
    company: string
    /** The queue: its name in addresses. */
    kind: string
    /** The id of the area's row that it is about. */
    id: number
    number: string
    /** Limits who reaches the case. Null: only roles for the whole company reach it. */
    area: string | null
    category: string | null
    /** What the case is about, such as the number of a vehicle. Duplicates and repeats are found by it. */
    about: string | null
    reporter_id: string | null
    received_at: Date
    state: string
    ended_at: Date | null
    owner_id: string | null
    version: Generated<number>
    marked: Generated<boolean>
    /** When the office first answered or changed the state. */
    answered_at: Date | null
    /** Since when the reporter is asked; null if nothing is asked. */
    asked_at: Date | null
    replied: Generated<boolean>
    /** What the clock of its queue shows; computed again at each event. */
    due_at: Date | null
    due_what: string | null
    merged_into: number | null
    /** The employee named as responsible, who handles it without a role. */
    responsible_id: string | null
    /** The first day by which something in its forms should have been done and checked. */
    check_by: string | null
    /** One of several about the same thing within a short time. */
    recurring: Generated<boolean>
    /** Its words are stored, or there are none to store. */
    worded: Generated<boolean>
  }
  /** The words by which cases are found. */
  case_words: { company: string; kind: string; case_id: number; words: string }
  case_events: {
    company: string
    kind: string
    case_id: number
    seq: number
    at: Date
    by_id: string | null
    type: CaseEvent['type']
    public: boolean
    body: EventBody
  }
  /** Lists that somebody has given a name. */
  case_views: {
    company: string
    id: Generated<number>
    kind: string
    name: string
    /** A `Picked`; checked again when it is read, since a view may be gone from the code. */
    query: Readonly<Record<string, string>>
    owner_id: string
    /** Everybody with this role sees it too. */
    role: string | null
    created_at: Date
  }
  /** The company's own templates of answers, which replace those in the code. */
  case_templates: {
    company: string
    kind: string
    state: string
    /** Null: the template in the code applies again. */
    text: string | null
    version: number
    changed_by: string | null
    changed_at: Date
  }
  /** The text or the picture before something was hidden. No list, search or print has it. */
  case_originals: {
    company: string
    kind: string
    case_id: number
    /** As in `Queue.texts`; 'event:3' of the history; 'form:utredning:1:orsak' of a form; 'picture:' with the name of the picture that is shown instead. */
    part: string
    text: string | null
    picture: Buffer | null
    by_id: string | null
    at: Date
    why: string
  }
  /** Who has opened a case since it was marked or received, in queues that notify employees of it. */
  case_mark_reads: { company: string; kind: string; case_id: number; employee_id: string; read_at: Date }
  /** Who has a case open. */
  case_viewers: { company: string; kind: string; case_id: number; employee_id: string; seen_at: Date }
}

export interface EventBody {
  readonly text?: string
  /** What it changed to or is about, in words, such as the state or the mark. */
  readonly to?: string
  /** The new owner. */
  readonly owner?: string | null
  /** A form as it was filled in. */
  readonly form?: string
  readonly item?: number
  readonly values?: Readonly<Record<string, string>>
  /** When marked cases are merged: since when one of them has been marked, the earlier one if both are. */
  readonly since?: string | undefined
  /** A reply from a case merged into this one, which still waits for the answer to its own question. */
  readonly waits?: true
  /** The other system that did it, by name, where no employee acted. */
  readonly system?: string | undefined
  /** The role in which a report was entered for its reporter. */
  readonly role?: string
  /** The employee whose deputy acted. */
  readonly for?: string | undefined
}

export const caseTables = (db: Database) => db.withTables<CaseTables>()
