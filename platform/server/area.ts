import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { DamageReports } from '#platform/contract/damage-reports.ts'
import type { Claim, Gate } from '#platform/contract/claims.ts'
import type { SearchHit } from '#platform/contract/search.ts'
import type { DutyCalendar } from '#platform/contract/duties.ts'
import type { ReportedHours } from '#platform/contract/reported-hours.ts'
import type { Variant } from '#platform/contract/variant.ts'
import type { Config } from './config.ts'
import type { Measure } from './metrics.ts'
import type { AreaSettings } from './settings.ts'
import type { Variants } from './variants.ts'

/** The current time, passed in: an area reads no other clock. */
export type Clock = () => Date

/** A database without tables: each store names those that it owns, `db.withTables<DutyTables>()`. */
// oxlint-disable-next-line typescript/no-empty-object-type -- Kysely's own way to say "no tables yet"
export type Database = Kysely<{}>

/** What the server side of every area receives. */
export interface Platform {
  readonly db: Database
  /**
   * For counts, searches and exports, as single statements: a replica answers, with data that may be some seconds old. Absent if there is
   * no replica: use `db`.
   */
  readonly reads?: Database
  readonly clock: Clock
  readonly config: Config
  readonly variants: Variants
  readonly log: FastifyBaseLogger
  /** Build version, `YYYYMMDD.n`. */
  readonly version: string
}

/** What areas may read of one another; app provides it. */
export interface Ports {
  readonly duties: DutyCalendar
  /** The same duties, as a transaction sees them. */
  readonly dutiesIn: (tx: Database) => DutyCalendar
  /** Reported hours, as a transaction sees and changes them. */
  readonly hoursIn: (tx: Database) => ReportedHours
  readonly damageReports: DamageReports
  /** The entries shown by a long press on the app's icon. */
  readonly shortcuts: (variant: Variant) => readonly Shortcut[]
}

/** A screen that is opened from the app's icon. */
export interface Shortcut {
  readonly name: string
  /** The screen's path below /dashboard. */
  readonly path: string
}

/** `npm run import -- <kind> <source> --company norr`; its progress is printed line by line. */
export interface ImportRequest {
  /** Absolute path, or a URL if the kind accepts one; null if only options were given. */
  readonly source: string | null
  readonly company: string
  readonly dryRun: boolean
  /** Options of the kind: `--feed`, `--restore`. */
  readonly options: Readonly<Record<string, string>>
}

/** The last line of a dry run. */
export const onlyTried = 'Ingenting har ändrats (--dry-run).'

export interface Importer {
  readonly kind: string
  /** One line for `npm run import` without arguments, in Swedish. */
  readonly usage: string
  /** Its options besides --company and --dry-run. */
  readonly options: Readonly<Record<string, 'string' | 'boolean'>>
  /** The option with which it only lists what is stored, and changes nothing. */
  readonly lists?: string
  /**
   * Which of several of its kind in a company a request imports, for monitoring: a feed, a shelf. Null if the request does not say. No
   * secret and no person's name.
   */
  nameOf?(request: ImportRequest): string | null
  /**
   * Throws ImportRefused if any part of the source is not acceptable; nothing has then changed. Throws BrokenOff if it fails after it has
   * stored a part.
   */
  run(request: ImportRequest, platform: Platform, tell: (line: string) => void): Promise<void>
  /** The line about what has changed if a full disk or an unwritable file store interrupts it; default: nothing has changed. */
  readonly ifBrokenOff?: string
}

/** An import that broke off while it put its data in force, and that the portal has completed. */
export interface FinishedImport {
  /** The last line of an import that succeeds. */
  readonly line: string
  isOf(request: ImportRequest): boolean
}

/** The whole source was refused; each line names file, line, column and rule where possible. */
export class ImportRefused extends Error {
  readonly lines: readonly string[]
  /** The line that says what is as before; null if everything is. */
  readonly unchanged: string | null
  constructor(lines: readonly string[], cause?: unknown, unchanged: string | null = null) {
    super(lines[0], { cause })
    this.lines = lines
    this.unchanged = unchanged
  }
}

/** An import failed after it had stored a part. The line says what becomes of that part. */
export class BrokenOff extends Error {
  readonly line: string
  constructor(line: string, cause: unknown) {
    super(line, { cause })
    this.line = line
  }
}

/** The text of a search. */
export interface Searched {
  /** As typed, at most 100 characters. */
  readonly typed: string
  /** Its words. A hit has all of them, in any order, and each may be the beginning of a longer word. */
  readonly words: readonly string[]
}

/** The employee who searches. */
export interface Searcher {
  readonly id: string
  readonly company: string
  readonly claims: readonly Claim[]
}

/** An employee who searches, on one of the hosts. */
interface SearcherOnHost extends Searcher {
  readonly variant: Variant
}

/** A search within an area, listed in its door. */
export interface AreaSearch {
  /** The heading of its hits. */
  readonly kind: string
  /** The gate of the call whose answers it searches. An employee who does not pass it gets no hits. */
  readonly gate?: Gate
  /** At most `limit` hits that the employee may see, the best first. */
  find(platform: Platform, employee: SearcherOnHost, searched: Searched, limit: number): Promise<readonly SearchHit[]>
  /**
   * Like `find`, among the recent things that employees usually look for, at a cost that does not grow over the years. Absent if `find`
   * costs as little.
   */
  findRecent?(platform: Platform, employee: SearcherOnHost, searched: Searched, limit: number): Promise<RecentHits>
}

export interface RecentHits {
  readonly hits: readonly SearchHit[]
  /** Whether `find` might find more. */
  readonly older: boolean
}

/** A file in the file store that a row names. */
export interface StoredFile {
  readonly key: string
  /** Whether the file may be missing, because it is being written or removed. */
  readonly passing: boolean
}

/** A file that is kept in a row of the database. */
export interface FileInRow {
  /** The name by which an operator finds the file: 'payslip 12'. */
  readonly name: string
  readonly sha256: string
}

/** The last number that has been given out. */
export interface GivenNumber {
  /** Null if all companies share a counter. */
  readonly company: string | null
  readonly last: number
}

export interface GivenNumbers {
  given(db: Database): Promise<readonly GivenNumber[]>
  /** Makes new numbers continue after the given ones, and after those already in this database. */
  goOnAfter(tx: Database, given: readonly GivenNumber[]): Promise<void>
  /** Its table or sequence. */
  readonly counter: string
}

export type EraseAgain = (
  db: Database,
  subjects: readonly string[],
  parts: Pick<Platform, 'clock' | 'config'>,
) => Promise<void>

/** An employee who is erased. */
export interface Erased {
  readonly id: string
  readonly company: string
  readonly number: string
  /** The present name first, then earlier ones. */
  readonly names: readonly FullName[]
  /** The full names of others in the group who share a part of a name. They stay. */
  readonly others: readonly string[]
  readonly at: Date
}

/**
 * Called for the employees whose accounts somebody takes away, in the transaction that does so. The account may have been somebody else's, who
 * acted as the employee.
 */
export type AccountsTaken = (tx: Database, employeeIds: readonly string[]) => Promise<void>

export interface FullName {
  readonly first: string
  readonly last: string
}

/** Something that only the employees of one of a company's areas see. */
export interface OfPlace {
  /** The area, as in IntraCompanyArea. */
  readonly place: string
  /** 'nyheter', '12 dokument'. */
  readonly what: string
}

/** An area's door on the server side: what app/server/areas.ts lists. */
export interface ServerArea {
  readonly name: string
  /** The name by which a variant switches the whole area off; its gates name it too. */
  readonly feature?: string
  /** Keyed by `<date>-<name>`, unique across all areas; once released they never change. */
  readonly migrations?: Readonly<Record<string, Migration>>
  /** The settings that it reads from the environment. */
  readonly settings?: AreaSettings
  /** Throws WrongSetting if the settings do not match each other: the portal then does not start, and nothing is restored. */
  checkSettings?(settings: Pick<Platform, 'config' | 'variants'>): void
  /** Throws WrongSetting if the settings do not match the stored data: the portal then does not start. */
  checkAtStart?(platform: Platform): Promise<void>
  routes?(app: FastifyInstance, platform: Platform, ports: Ports): void
  /** What employees can find in it by searching. */
  readonly search?: AreaSearch | readonly AreaSearch[]
  /** Work that one of the processes does every minute. It must be harmless if done twice, because a process may end in the middle of it. */
  everyMinute?(platform: Platform): Promise<void>
  /** The same, every hour. */
  hourly?(platform: Platform): Promise<void>
  /** The same, once a night. */
  nightly?(platform: Platform): Promise<void>
  /** Re-encrypts what the area stores encrypted, with the current key of the settings; safe while the portal runs. */
  rekey?(platform: Platform, tell: (line: string) => void): Promise<void>
  /**
   * For a restored database whose key is lost: removes what the area stores encrypted and no key of the settings opens. Returns the number
   * of removed rows.
   */
  removeUnreadable?(parts: Pick<Platform, 'db' | 'config'>): Promise<number>
  /** What it has for single areas of a company, which nobody sees once an area has no employees. */
  ofPlaces?(db: Database, company: string): Promise<readonly OfPlace[]>
  /** Adds demo rows beyond those that come through importers; safe at every start. */
  demo?(platform: Platform, today: string, ports: Ports): Promise<void>
  readonly importers?: readonly Importer[]
  /**
   * Completes imports that broke off while they put their data in force. Called before the first request is answered, and after an import
   * that failed.
   */
  finishImports?(platform: Platform): Promise<readonly FinishedImport[]>
  /** Its folder in the file store. */
  readonly fileFolder?: string
  /** The files in that folder that its rows name, for comparing the two and for backups. */
  storedFiles?(db: Database): Promise<readonly StoredFile[]>
  /** The files that it keeps in the database, for checking that a backup has them whole. */
  filesInRows?(db: Database): Promise<readonly FileInRow[]>
  /**
   * Erases again, in a restored database, what had been erased after the backup. One function for each kind that
   * platform/server/erasures.ts records.
   */
  readonly eraseAgain?: Readonly<Record<string, EraseAgain>>
  /** Numbers by which other systems, papers and people know the area's rows: a restored database must not give them to other rows. */
  readonly numbers?: GivenNumbers
  /**
   * Removes the name of an employee who is erased from what the area keeps. Called before the employee's row is deleted, in the same
   * transaction.
   */
  forgetEmployee?(tx: Database, who: Erased): Promise<void>
  /** Ends what the holder of an account may have made that would outlive it, such as an address that needs no sign-in. */
  readonly accountsTaken?: AccountsTaken
  /** Problems for an operator, in a few words each, for /readyz. Empty if there are none. */
  troubles?(platform: Platform): Promise<readonly string[]>
  /** The area's numbers for a monitoring system. */
  measures?(platform: Platform): readonly Measure[]
  /** Null if the variant does not have it. */
  shortcut?(variant: Variant): Shortcut | null
}
