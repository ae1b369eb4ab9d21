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

/** What a queue calls its people and things; `wordsOfReports` where a queue has no words of its own. */
interface QueueWords {
  /** What one of its things is called outside the queue, such as in the audit log: 'Felanmälan'. */
  readonly one: string
  /** Who reads the answers: 'anmälaren'. */
  readonly person: string
  /** Before that person's name: 'Anmäld av'. */
  readonly sent: string
  /** What one of its things is called in the middle of a sentence, without an article and in the plural: 'anmälan', 'anmälningar'. */
  readonly things: readonly [one: string, many: string]
  /** The heading on paper above the text: 'Som det anmäldes'. */
  readonly text: string
  /** Whether this person opened the case by sending something. False if others did: readers report a comment. */
  readonly opens: boolean
  /** What can be searched for. */
  readonly sought: string
  /** What the queue's mark is called, if it has one. */
  readonly marking: string
  /** Whether that person has a place to answer a question. */
  readonly asks: boolean
  /** The words of the screen on which the office enters something for an employee. */
  readonly entering: {
    readonly title: string
    /** The label before the employee: 'Anmälan åt'. */
    readonly whose: string
    /** The label before how it came in: 'Anmäld'. */
    readonly came: string
    readonly thing: string
  }
  /** How the person learns of an answer, and the page that shows it. Null if the area notifies the person itself. */
  readonly notice: {
    readonly thing: (number: string, about: string | null) => string
    readonly page: (about: string | null) => string
  } | null
}

const wordsOfReports: QueueWords = {
  one: 'Ärende',
  person: 'anmälaren',
  sent: 'Anmäld av',
  things: ['anmälan', 'anmälningar'],
  text: 'Som det anmäldes',
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
  /** Sets the queue's mark; `handle` by default. */
  readonly mark?: Permission
  /** Opens the queue's sensitive cases, and the marked ones of every category. */
  readonly sensitive?: Permission
  /** Sees who sent a case, and need not give a reason. Absent: everybody who sees the case does. */
  readonly reporter?: Permission
  /** `may`: enters reports for employees who call. `reporters`: claims, one of which an employee needs to send such reports. */
  readonly enter?: { readonly may: Permission; readonly reporters: NonNullable<Gate['anyOf']> }
  /** The feature that a variant may switch off with the area. */
  readonly feature?: string
  readonly words?: Partial<QueueWords>
}

/** The calls of one queue. `kind` is the queue's name in the addresses of the calls and of its screen. */
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
    /** Shows who sent a case to an employee without the right to know it, who has to give a reason. */
    reveal: post<true, Reveal>(at('visaanmalare'), gate(see)),
    picture: get<Image, ImageQuery>(at('bild'), gate(see)),
    pdf: get<CasePdf, PdfQuery>(at('pdf'), gate(see)),
    /** A list as lines of CSV, one piece at a time: the page joins the pieces, so that the server holds only one. */
    table: get<TablePiece, TableQuery>(at('tabell'), gate(see)),
    /** The list as cells, from which the page makes a workbook. Refused if it has more rows than a workbook may have. */
    cells: get<CellPiece, CellQuery>(at('celler'), gate(see)),
    /** The saved views, with the number of cases in each. */
    views: get<SavedViews>(at('vyer'), gate(see)),
    saveView: post<number, SaveView>(at('sparavy'), gate(see)),
    removeView: post<true, OneView>(at('tabortvy'), gate(see)),
    /** The cases of a list that can be changed together, each with the states that it may change to. */
    choosable: get<Choosable, CaseQuery>(at('valbara'), gate(handle)),
    states: get<NextState[]>(at('statusar'), gate(handle)),
    /** The employees who may handle one case, or any case of the queue. */
    handlers: get<Handler[], MaybeCase>(at('handlaggare'), gate(handle)),
    /** The employees on whose behalf a report may be entered. */
    persons: get<Person[], PersonQuery>(at('anmalare'), gate(enter?.may ?? handle)),
    assign: post<true, Assign>(at('tilldela'), gate(handle)),
    answer: post<true, Answer>(at('svara'), gate(handle)),
    note: post<true, Note>(at('anteckna'), gate(handle)),
    mark: post<true, Mark>(at('mark'), gate(mark)),
    /** The employees whom a form may name: everybody with a role in the office, and the one whom the case names as responsible. */
    people: get<Handler[], OneCase>(at('personer'), gate(handle)),
    fill: post<true, Fill>(at('blankett'), gate(handle)),
    hideText: post<true, HideText>(at('dolj'), gate(handle)),
    hidePicture: post<true, HidePicture>(at('doljbild'), gate(handle)),
    /** The original of something hidden. Handling the case is not enough: it needs the right to see originals. */
    original: get<Original, OriginalQuery>(at('original'), gate(see)),
    /** Shows the original to everybody again; needs the same right. */
    showAgain: post<true, ShowAgain>(at('visaigen'), gate(see)),
    merge: post<true, Merge>(at('slaihop'), gate(handle)),
    bulk: post<BulkResults, Bulk>(at('flera'), gate(handle)),
  }
}

export type CaseCalls = ReturnType<typeof caseCalls>
