import { may, type Permission } from '#core/people/roles.ts'
import type { Image, ImageQuery } from '#core/pictures/contract.ts'
import { get, post } from '#platform/contract/call.ts'
import type { Gate } from '#platform/contract/claims.ts'
import type { Answer, Assign, Bulk, BulkResults, Fill, Mark, Merge, Note, Reveal } from './acts.ts'
import type {
  Case,
  CaseList,
  CasePdf,
  CaseQuery,
  CellPiece,
  CellQuery,
  Choosable,
  Counts,
  Handler,
  MaybeCase,
  NextState,
  OneCase,
  PdfQuery,
  TablePiece,
  TableQuery,
} from './contract.ts'
import type { OneView, SavedViews, SaveView } from './saved-views.ts'
import type { Person, PersonQuery } from '#core/people/persons.ts'
import type { HidePicture, HideText, Original, OriginalQuery, ShowAgain } from './redaction.ts'

/** What a queue calls its people and things, where they are not those of a report. */
interface QueueWords {
  /** What one of its things is called, where it is read apart from the queue: 'Felanmälan'. */
  readonly one: string
  /** Who reads the answers: 'anmälaren'. */
  readonly person: string
  /** Before that person's name: 'Anmäld av'. */
  readonly sent: string
  /** Whether it is that person whose sending opened the case. */
  readonly opens: boolean
  /** What can be searched for. */
  readonly sought: string
  /** What the queue's mark is called, if it has one. */
  readonly marking: string
  /** Whether that person has a place to answer a question. */
  readonly asks: boolean
  /** How it is written down for somebody. */
  readonly entering: {
    readonly title: string
    /** Before whose it is. */
    readonly whose: string
    /** Before how it came. */
    readonly came: string
    readonly thing: string
  }
  /** How the person learns that there is an answer, and on which page it is; null if the area says it itself. */
  readonly notice: {
    readonly thing: (number: string, about: string | null) => string
    readonly page: (about: string | null) => string
  } | null
}

const wordsOfReports: QueueWords = {
  one: 'Ärende',
  person: 'anmälaren',
  sent: 'Anmäld av',
  opens: true,
  sought: 'Nummer eller ord',
  marking: 'Märkt',
  asks: true,
  entering: { title: 'Ny anmälan åt någon', whose: 'Anmälan åt', came: 'Anmäld', thing: 'anmälan' },
  notice: null,
}

interface Rights {
  /** Opens the queue. */
  readonly see: Permission
  /** Owns, answers and changes cases. */
  readonly handle: Permission
  /** Sets the queue's mark; by default who handles. */
  readonly mark?: Permission
  /** Opens the queue's sensitive cases, and the marked ones of every category. */
  readonly sensitive?: Permission
  /** Knows who has sent a case without saying why; absent: everybody who sees it. */
  readonly reporter?: Permission
  /** Writes down what employees report on the phone; `reporters` are the claims of those who may send such reports. */
  readonly enter?: { readonly may: Permission; readonly reporters: NonNullable<Gate['anyOf']> }
  /** The feature that a variant may switch off with the area. */
  readonly feature?: string
  readonly words?: Partial<QueueWords>
}

/** The calls of one queue; `kind` is its name in their addresses, and in that of its screen. */
export function caseCalls(kind: string, rights: Rights) {
  const { see, handle, mark = handle, sensitive, reporter = null, enter, feature, words } = rights
  const gate = (permission: Permission) => ({ ...may(permission), ...(feature !== undefined && { feature }) })
  const at = <Path extends string>(path: Path) => `/api/kontor/arenden/${kind}/${path}` as const
  return {
    kind,
    words: { ...wordsOfReports, ...words },
    rights: {
      see,
      handle,
      mark,
      sensitive: sensitive ?? see,
      reporter,
      enter: enter?.may ?? handle,
      reporters: enter?.reporters ?? [],
    },
    gate: gate(see),
    list: get<CaseList, CaseQuery>(at('lista'), gate(see)),
    counts: get<Counts>(at('antal'), gate(see)),
    one: get<Case, OneCase>(at('arende'), gate(see)),
    /** Shows who has sent a case, which is hidden from those without the right to know it. */
    reveal: post<true, Reveal>(at('visaanmalare'), gate(see)),
    picture: get<Image, ImageQuery>(at('bild'), gate(see)),
    pdf: get<CasePdf, PdfQuery>(at('pdf'), gate(see)),
    /** A list as lines of CSV, a piece at a time: the page puts them together, and the server holds no more than one. */
    table: get<TablePiece, TableQuery>(at('tabell'), gate(see)),
    /** The same as cells, no more than a workbook may have: the page makes the file. */
    cells: get<CellPiece, CellQuery>(at('celler'), gate(see)),
    /** The lists that somebody has given a name, with how many cases each has. */
    views: get<SavedViews>(at('vyer'), gate(see)),
    saveView: post<number, SaveView>(at('sparavy'), gate(see)),
    removeView: post<true, OneView>(at('tabortvy'), gate(see)),
    /** What of a list can be changed together, and what it may become, with which text. */
    choosable: get<Choosable, CaseQuery>(at('valbara'), gate(handle)),
    states: get<NextState[]>(at('statusar'), gate(handle)),
    /** Of one case, or of the whole queue. */
    handlers: get<Handler[], MaybeCase>(at('handlaggare'), gate(handle)),
    /** The employees on whose behalf a report may be entered. */
    persons: get<Person[], PersonQuery>(at('anmalare'), gate(enter?.may ?? handle)),
    assign: post<true, Assign>(at('tilldela'), gate(handle)),
    answer: post<true, Answer>(at('svara'), gate(handle)),
    note: post<true, Note>(at('anteckna'), gate(handle)),
    mark: post<true, Mark>(at('mark'), gate(mark)),
    /** Whom a form may name: everybody in the office, and the case's own responsible. */
    people: get<Handler[], OneCase>(at('personer'), gate(handle)),
    fill: post<true, Fill>(at('blankett'), gate(handle)),
    hideText: post<true, HideText>(at('dolj'), gate(handle)),
    hidePicture: post<true, HidePicture>(at('doljbild'), gate(handle)),
    /** What was there; only for those who may see it, whatever else they may do. */
    original: get<Original, OriginalQuery>(at('original'), gate(see)),
    /** Puts it back; for the same people. */
    showAgain: post<true, ShowAgain>(at('visaigen'), gate(see)),
    merge: post<true, Merge>(at('slaihop'), gate(handle)),
    bulk: post<BulkResults, Bulk>(at('flera'), gate(handle)),
  }
}

export type CaseCalls = ReturnType<typeof caseCalls>
