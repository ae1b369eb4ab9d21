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
  /** For counts, searches and exports, statement by statement: the answers of a replica, some seconds old. Absent: there is none, `db` is asked. */
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
  /** The same as a transaction sees them. */
  readonly dutiesIn: (tx: Database) => DutyCalendar
  /** As a transaction sees and changes them. */
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
  /** The option with which it only lists what there is. */
  readonly lists?: string
  /** Throws ImportRefused, with nothing changed, if any part of the source is not acceptable; BrokenOff after it has stored a part. */
  run(request: ImportRequest, platform: Platform, tell: (line: string) => void): Promise<void>
  /** What to say has changed if a full disk interrupts it; default: nothing. */
  readonly ifBrokenOff?: string
}

/** What an import had begun to put in force when it ended, and what now is. */
export interface FinishedImport {
  /** The last line of an import that succeeds. */
  readonly line: string
  isOf(request: ImportRequest): boolean
}

/** The whole source was refused; each line names file, line, column and rule where possible. */
export class ImportRefused extends Error {
  readonly lines: readonly string[]
  constructor(lines: readonly string[], cause?: unknown) {
    super(lines[0], { cause })
    this.lines = lines
  }
}

/** What failed when a part was stored already; the line says what becomes of that. */
export class BrokenOff extends Error {
  readonly line: string
  constructor(line: string, cause: unknown) {
    super(line, { cause })
    this.line = line
  }
}

/** What is looked for. */
export interface Searched {
  /** As typed, at most 100 characters. */
  readonly typed: string
  /** Its words: all are found, in any order, and each may be the beginning of a longer one. */
  readonly words: readonly string[]
}

/** The employee who searches. */
export interface Searcher {
  readonly id: string
  readonly company: string
  readonly claims: readonly Claim[]
}

/** What an area lets employees find, listed in its door. */
export interface AreaSearch {
  /** The heading of its hits. */
  readonly kind: string
  /** That of the call whose answers it searches: without it there are no hits. */
  readonly gate?: Gate
  /** At most `limit` hits that the employee may see, the best first. */
  find(platform: Platform, employee: Searcher, searched: Searched, limit: number): Promise<readonly SearchHit[]>
  /** The same of what an employee usually looks for, at a cost that does not grow with the years. Absent: `find` costs as little. */
  findRecent?(platform: Platform, employee: Searcher, searched: Searched, limit: number): Promise<RecentHits>
}

export interface RecentHits {
  readonly hits: readonly SearchHit[]
  /** Whether `find` might find more. */
  readonly older: boolean
}

/** A file in the file store that a row names. */
export interface StoredFile {
  readonly key: string
  /** Whether it is not sure to be there: it is being written or removed. */
  readonly passing: boolean
}

/** A file that is kept in a row of the database. */
export interface FileInRow {
  /** By which an operator finds it again: 'payslip 12'. */
  readonly name: string
  readonly sha256: string
}

/** The last number that has been used. */
export interface GivenNumber {
  /** Null where all companies share a counter. */
  readonly company: string | null
  readonly last: number
}

export interface GivenNumbers {
  given(db: Database): Promise<readonly GivenNumber[]>
  /** New numbers follow those given, and the own ones. */
  goOnAfter(tx: Database, given: readonly GivenNumber[]): Promise<void>
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
  /** The present name first, then those of before. */
  readonly names: readonly FullName[]
  readonly at: Date
}

export interface FullName {
  readonly first: string
  readonly last: string
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
  /** Throws WrongSetting if the settings do not match the stored data: the portal then does not start. */
  checkAtStart?(platform: Platform): Promise<void>
  routes?(app: FastifyInstance, platform: Platform, ports: Ports): void
  /** What employees find of it by searching. */
  readonly search?: AreaSearch | readonly AreaSearch[]
  /** Work of every minute, in one of the processes: harmless if done twice, as after a process that ended in the middle of it. */
  everyMinute?(platform: Platform): Promise<void>
  /** Work of every hour, in one of the processes: as harmless. */
  hourly?(platform: Platform): Promise<void>
  /** The same, once a night. */
  nightly?(platform: Platform): Promise<void>
  /** Re-encrypts what the area stores encrypted, with the current key of the settings; safe while the portal runs. */
  rekey?(platform: Platform, tell: (line: string) => void): Promise<void>
  /** Removes what it stores encrypted and no key of the settings opens, in a restored database whose key is lost. Returns how much. */
  removeUnreadable?(parts: Pick<Platform, 'db' | 'config'>): Promise<number>
  /** Adds demo rows beyond those that come through importers; safe at every start. */
  demo?(platform: Platform, today: string, ports: Ports): Promise<void>
  readonly importers?: readonly Importer[]
  /** Goes on with what an import had begun to put in force when it ended: before anybody is answered, and after one that failed. */
  finishImports?(platform: Platform): Promise<readonly FinishedImport[]>
  /** Its folder in the file store. */
  readonly fileFolder?: string
  /** The files in that folder that its rows name, for comparing the two and for backups. */
  storedFiles?(db: Database): Promise<readonly StoredFile[]>
  /** The files that it keeps in the database, for checking that a backup has them whole. */
  filesInRows?(db: Database): Promise<readonly FileInRow[]>
  /** Erases again, in a restored database, what had been erased after the backup: by kind, as platform/server/erasures.ts records it. */
  readonly eraseAgain?: Readonly<Record<string, EraseAgain>>
  /** Numbers that other systems, papers and people know its things by: a restored database must not give them to other things. */
  readonly numbers?: GivenNumbers
  /** Takes the name of an employee who is erased out of what it keeps. Before the employee's row goes, in the same transaction. */
  forgetEmployee?(tx: Database, who: Erased): Promise<void>
  /** What an operator has to look at, in a few words each, for /readyz; none: nothing. */
  troubles?(platform: Platform): Promise<readonly string[]>
  /** What a monitoring system reads of it. */
  measures?(platform: Platform): readonly Measure[]
  /** Null if the variant does not have it. */
  shortcut?(variant: Variant): Shortcut | null
}
