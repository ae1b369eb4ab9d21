import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { DamageReports } from '#platform/contract/damage-reports.ts'
import type { DutyCalendar } from '#platform/contract/duties.ts'
import type { Variant } from '#platform/contract/variant.ts'
import type { Config } from './config.ts'
import type { AreaSettings } from './settings.ts'
import type { Variants } from './variants.ts'

/** Now, as an argument: what an area does hangs on no other clock. */
export type Clock = () => Date

/** A database without tables: a store names the ones it owns, `db.withTables<DutyTables>()`. */
// oxlint-disable-next-line typescript/no-empty-object-type -- Kysely's own way to say "no tables yet"
export type Database = Kysely<{}>

/** What every area's server side is given. */
export interface Platform {
  readonly db: Database
  readonly clock: Clock
  readonly config: Config
  readonly variants: Variants
  readonly log: FastifyBaseLogger
  /** Build version, `YYYYMMDD.n`. */
  readonly version: string
}

/** What areas know of one another, handed in by app. */
export interface Ports {
  readonly duties: DutyCalendar
  readonly damageReports: DamageReports
  /** What a long press on the app's icon offers. */
  readonly shortcuts: (variant: Variant) => readonly Shortcut[]
}

/** A screen that is opened from the app's icon. */
export interface Shortcut {
  readonly name: string
  /** The screen's path below /dashboard. */
  readonly path: string
}

/** `npm run import -- <kind> <source> --company norr`: told line by line while it runs. */
export interface ImportRequest {
  /** Absolute path, or an address where the kind takes one; null where only options were given. */
  readonly source: string | null
  readonly company: string
  readonly dryRun: boolean
  /** Options of the kind: `--feed`, `--restore`. */
  readonly options: Readonly<Record<string, string>>
}

/** How an import ends that was only tried. */
export const onlyTried = 'Ingenting har ändrats (--dry-run).'

export interface Importer {
  readonly kind: string
  /** One line for `npm run import` without arguments, in Swedish. */
  readonly usage: string
  /** What it takes beside --company and --dry-run. */
  readonly options: Readonly<Record<string, 'string' | 'boolean'>>
  /** Throws ImportRefused, with nothing changed, when the source is not acceptable as a whole. */
  run(request: ImportRequest, platform: Platform, tell: (line: string) => void): Promise<void>
  /** What holds when a disk without room breaks it off; default: nothing has changed. */
  readonly ifBrokenOff?: string
}

/** The source was refused as a whole; each line says file, line, column and rule where it can. */
export class ImportRefused extends Error {
  readonly lines: readonly string[]
  constructor(lines: readonly string[]) {
    super(lines[0])
    this.lines = lines
  }
}

/** An area's door on the server side: what app/server/areas.ts lists. */
export interface ServerArea {
  readonly name: string
  /** By what name a variant switches the area off as a whole; its gates name it too. */
  readonly feature?: string
  /** Keyed by `<date>-<name>`, unique over all areas; once released they never change. */
  readonly migrations?: Readonly<Record<string, Migration>>
  /** What it reads from the environment. */
  readonly settings?: AreaSettings
  /** Throws WrongSetting where the settings do not fit what is stored: the portal then does not start. */
  checkAtStart?(platform: Platform): Promise<void>
  routes?(app: FastifyInstance, platform: Platform, ports: Ports): void
  /** Tidying at start and every hour, in every process: quick, and harmless when done twice. */
  hourly?(platform: Platform): Promise<void>
  /** Seals anew, with the writing key of the settings, what the area keeps sealed; safe while the portal runs. */
  rekey?(platform: Platform, tell: (line: string) => void): Promise<void>
  /** Rows of the demo, beyond what comes in through importers; safe at every start. */
  demo?(platform: Platform, today: string): Promise<void>
  readonly importers?: readonly Importer[]
  /** Null where the variant does without. */
  shortcut?(variant: Variant): Shortcut | null
}
