import { counted } from '#platform/contract/counted.ts'
import { basename } from 'node:path'
import { wallClockIn } from '#platform/contract/wall-clock.ts'
import { onlyTried, ImportRefused } from '#platform/server/area.ts'
import type { FinishedImport, Importer, ImportRequest, Platform } from '#platform/server/area.ts'
import { shortened } from '#platform/server/files/fault-lines.ts'
import { companyOf } from '#platform/server/files/source-file.ts'
import { alikeAmong, askIfMisspelt } from '#core/people/server/alike-numbers.ts'
import { unnamedBy } from '#core/people/server/names.ts'
import { defaultClaims, ensureEmployees, idsByNumber, takenUserNames } from '#core/people/server/store.ts'
import { ensureVehicles } from '#core/vehicles/server/store.ts'
import type { Company } from '#platform/server/variants.ts'
import { dutiesOfFeed, type PlannedDuty } from './duties-of-feed.ts'
import { activateAtOnce, activateInSlices, finishActivations, untouchedSoon, type Activation } from './activation.ts'
import { differenceText, underKnownServices } from './feed-difference.ts'
import {
  DUTIES_A_CHUNK,
  dutiesInForce,
  ensureFeed,
  FEW_DUTIES,
  findFeed,
  findVersion,
  keepPlaces,
  listVersions,
  stageDuties,
  type InForce,
  type Untouched,
} from './feed-store.ts'
import { archiveFeed, FeedFault, formatProblem, readFeed, type Feed } from './tods/read-feed.ts'

type Tell = (line: string) => void

const dutiesUnchanged = 'Inga tjänster har ändrats.'

/** Imports duties from GTFS with TODS 2.1: all or nothing, and the difference is shown before it takes effect. */
export const todsImporter: Importer = {
  kind: 'tods',
  usage:
    'tods <zip eller mapp> --company <bolag> [--feed <namn>] [--base <mapp>] [--dry-run] | --versions | --restore <version>',
  options: { feed: 'string', base: 'string', restore: 'string', versions: 'boolean' },
  lists: 'versions',
  // Not the zip's name, which a feed without a name of its own has: with a date in it, each night would be another feed to monitor.
  nameOf: ({ options }) => options.feed ?? null,
  ifBrokenOff: dutiesUnchanged,
  async run(request, platform, tell) {
    const company = companyOf(platform, request.company)
    if (request.options.versions !== undefined) return printVersions(request, platform, tell)
    if (request.options.restore !== undefined) return restoreVersion(request, company, platform, tell)
    return importFeed(request, company, platform, tell)
  },
}

async function importFeed(request: ImportRequest, company: Company, platform: Platform, tell: Tell): Promise<void> {
  if (!request.source) throw new ImportRefused(['Ange en zipfil eller en mapp att läsa.'])
  const { source } = request
  if (!request.dryRun) await finishActivations(platform)
  // The source is read once: what --restore puts in force later is what was checked here, even if the files are replaced meanwhile.
  const archive = await archiveOrRefuse(source, request.options.base)
  const feed = await readOrRefuse(archive, company, tell)
  const planned = await dutiesOfFeed(feed, company.timeZone)
  const name = feedName(request)
  const known = await findFeed(platform.db, company.id, name)
  const untouched = untouchedBy(planned, company, platform.clock())
  const inForce = known ? await dutiesInForce(platform.db, known.id, untouched) : []
  const duties = underKnownServices(planned, inForce)
  tell(differenceText(duties, inForce, untouched))
  refuseNobody(duties, inForce)
  await reportNewEmployees(platform, company, duties, tell)
  if (request.dryRun) return tell(onlyTried)
  const version = await writing(async () =>
    putInForce(platform, {
      name,
      company,
      feed,
      duties,
      employeeIds: await ensureAllEmployees(platform, company, duties),
      before: untouched.before,
      version: { source: basename(source), archive, at: platform.clock() },
      since: known?.active_version ?? null,
      tell,
    }),
  )
  tell(doneLine(name, version))
}

const doneLine = (name: string, version: number) => `Klart: ${name} version ${version} gäller.`

/** Finishes imports that broke off while their version was being put in force. Throws BrokenOff. */
export async function finishImports(platform: Platform): Promise<readonly FinishedImport[]> {
  return (await finishActivations(platform)).map(({ company, name, version }) => {
    platform.log.info({ company, feed: name, version }, 'a version that had broken off is in force')
    return {
      line: doneLine(name, version),
      isOf: (request) => request.company === company && nameIn(request) === name,
    }
  })
}

/** Its nine digits fit in the database's integer. */
const isVersion = /^\d{1,9}$/

async function restoreVersion(request: ImportRequest, company: Company, platform: Platform, tell: Tell): Promise<void> {
  const name = feedName(request)
  if (!request.dryRun) await finishActivations(platform)
  const feedRow = await findFeed(platform.db, company.id, name)
  const asked = request.options.restore ?? ''
  const kept = feedRow && isVersion.test(asked) && (await findVersion(platform.db, feedRow.id, Number(asked)))
  if (!feedRow || !kept) throw new ImportRefused([`${name} har ingen version ${asked}.`])
  const feed = await readOrRefuse(Buffer.from(kept.archive), company, tell)
  const planned = await dutiesOfFeed(feed, company.timeZone)
  const untouched = untouchedBy(planned, company, platform.clock())
  const inForce = await dutiesInForce(platform.db, feedRow.id, untouched)
  const employeeIds = await idsByNumber(platform.db, company.id)
  // The version was in force once, so everybody in it had a row. Whoever has none was erased since, and must not be added again.
  const gone = planned.filter(({ employee }) => !employeeIds.has(employee))
  if (gone.length > 0)
    tell(
      `Utelämnas: ${counted(gone.length, 'tjänst', 'tjänster')} för ` +
        `${counted(numbersIn(gone).length, 'anställd', 'anställda')} som inte finns kvar i ${company.id}.`,
    )
  const left = planned.filter(({ employee }) => employeeIds.has(employee))
  const duties = underKnownServices(left, inForce)
  tell(differenceText(duties, inForce, untouched))
  refuseNobody(duties, inForce)
  if (request.dryRun) return tell(onlyTried)
  const [since, version] = [feedRow.active_version, { restored: kept.version }]
  const { before } = untouched
  await writing(() => putInForce(platform, { name, company, feed, duties, employeeIds, before, version, since, tell }))
  tell(`Klart: ${name} version ${kept.version} gäller igen.`)
}

/** A refusal from here on has left the duties as they were, but maybe not employees, vehicles and places. */
async function writing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof ImportRefused ? new ImportRefused(error.lines, error.cause, dutiesUnchanged) : error
  }
}

/** Refuses a feed that gives nobody a duty: its roster is missing. It would withdraw all coming duties, with their confirmations. */
function refuseNobody(duties: readonly PlannedDuty[], inForce: readonly InForce[]): void {
  const coming = inForce.filter(({ untouched }) => !untouched).length
  if (duties.length > 0 || coming === 0) return
  throw new ImportRefused([
    `Ingen har någon tjänst i filen: ${counted(coming, 'kommande tjänst', 'kommande tjänster')} skulle tas bort. Saknas employee_run_dates.txt?`,
  ])
}

function untouchedBy(duties: readonly PlannedDuty[], { timeZone }: Company, instant: Date): Untouched {
  return { now: { instant, wallClock: wallClockIn(timeZone, instant) }, before: firstDay(duties) }
}

const firstDay = (duties: readonly PlannedDuty[]) =>
  duties.reduce<string | null>(
    (first, { serviceDate }) => (first === null || serviceDate < first ? serviceDate : first),
    null,
  )

const MOST_NAMED = 20

/** Warns of employees that the portal does not know yet: they get access with default rights, which nobody has chosen. */
async function reportNewEmployees(
  { db }: Platform,
  company: Company,
  duties: readonly PlannedDuty[],
  tell: Tell,
): Promise<void> {
  const known = await idsByNumber(db, company.id)
  const added = numbersIn(duties).filter((number) => !known.has(number))
  if (added.length === 0) return
  refuseAlike(added, known.keys())
  refuseTaken(await takenUserNames(db, company.id, added))
  const rest = added.length > MOST_NAMED ? ` … och ${added.length - MOST_NAMED} till` : ''
  tell(
    `${counted(added.length, 'anställd är ny', 'anställda är nya')} i ${company.id} och läggs upp som Bussförare med alla funktioner och länkar: ` +
      `${added.slice(0, MOST_NAMED).join(', ')}${rest}`,
  )
}

function refuseAlike(added: readonly string[], known: Iterable<string>): void {
  const alikeOf = alikeAmong(known)
  const wrong = added.flatMap((number) => {
    const other = alikeOf(number)
    return other === undefined ? [] : [askIfMisspelt(number, other)]
  })
  if (wrong.length > 0)
    throw new ImportRefused(shortened([...wrong, 'Är det en annan anställd: läs in den först, med import people.']))
}

function refuseTaken(userNames: readonly string[]): void {
  if (userNames.length === 0) return
  throw new ImportRefused(shortened(userNames.map((name) => `Användarnamnet ${name} tillhör redan en annan anställd.`)))
}

const numbersIn = (duties: readonly PlannedDuty[]) => [...new Set(duties.map((duty) => duty.employee))]

async function printVersions(request: ImportRequest, { db }: Platform, tell: Tell): Promise<void> {
  const name = feedName(request)
  const feed = await findFeed(db, request.company, name)
  if (!feed) throw new ImportRefused([`${request.company} har ingen källa som heter ${name}.`])
  for (const { version, source, imported_at } of await listVersions(db, feed.id)) {
    const active = version === feed.active_version ? ' (gäller)' : ''
    tell(`version ${version}: ${source}, ${imported_at.toISOString()}${active}`)
  }
}

const nameIn = ({ options, source }: ImportRequest) =>
  options.feed ?? (source ? basename(source).replace(/\.zip$/i, '') : null)

function feedName(request: ImportRequest): string {
  const name = nameIn(request)
  if (!name) throw new ImportRefused(['Ange vilken källa som avses: --feed <namn>'])
  return name
}

async function archiveOrRefuse(source: string, base: string | undefined): Promise<Buffer> {
  try {
    return await archiveFeed(source, { base })
  } catch (error) {
    throw error instanceof FeedFault ? new ImportRefused([formatProblem(error.problem)]) : error
  }
}

async function readOrRefuse(archive: Buffer, company: Company, tell: Tell): Promise<Feed> {
  // How much its source unpacks to was limited when it was archived. A file of a folder may shrink more than that.
  const limits = { ratio: Infinity }
  const reading = await readFeed(archive, { tell, agencyTimeZone: company.timeZone, limits })
  for (const warning of reading.warnings) tell(`Varning: ${formatProblem(warning)}`)
  if (!reading.feed) throw new ImportRefused(shortened(reading.errors.map(formatProblem)))
  return reading.feed
}

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const FOREIGN_KEY_VIOLATION = '23503'

interface Activated {
  /** The feed's name. */
  readonly name: string
  readonly company: Company
  readonly feed: Feed
  readonly duties: readonly PlannedDuty[]
  /** The ids of those who have the duties, by their numbers. */
  readonly employeeIds: ReadonlyMap<string, string>
  /** The version's first day; null if it has none. */
  readonly before: Untouched['before']
  readonly version: Activation['version']
  readonly since: Activation['since']
  readonly tell: Tell
}

/** Returns the ids of the employees of a feed by their numbers, and adds those who are new. */
async function ensureAllEmployees(
  { db }: Platform,
  company: Company,
  duties: readonly PlannedDuty[],
): Promise<ReadonlyMap<string, string>> {
  const numbers = numbersIn(duties)
  const employeeIds = await ensureEmployees(
    db,
    company.id,
    numbers.map((number) => {
      const { first: firstName, last: lastName } = unnamedBy(number)
      return { company: company.id, number, userName: number, firstName, lastName, claims: defaultClaims }
    }),
  )
  // Somebody may have got the name since it was looked up.
  refuseTaken(numbers.filter((number) => !employeeIds.has(number)))
  return employeeIds
}

/** Writes a feed's places and duties and puts them in force. Returns the number of the version. */
async function putInForce(
  { db, clock, config }: Platform,
  { name, company, feed, duties, employeeIds, before, version, since, tell }: Activated,
): Promise<number> {
  await ensureVehicles(
    db,
    company.id,
    feed.vehicles.map(({ id, label, licensePlate }) => ({ number: id, name: label, licensePlate })),
  )
  const feedId = await ensureFeed(db, company.id, name)
  await keepPlaces(db, feedId, feed.places)
  let printed = 0
  const print = (done: number) => {
    if (done - printed < 1000 && done !== duties.length) return
    printed = done
    tell(`${done} av ${duties.length} tjänster inlästa`)
  }
  const [atOnce, activate] = config.databaseUrl ? [DUTIES_A_CHUNK, activateAtOnce] : [FEW_DUTIES, activateInSlices]
  const staged = stageDuties(db, feedId, duties, employeeIds, print, atOnce)
  const dutyIds = await staged.catch((error: Error & { readonly code?: string }) => {
    if (error.code !== FOREIGN_KEY_VIOLATION) throw error
    throw new ImportRefused(['En anställd raderades medan importen pågick. Kör importen igen.'])
  })
  const untouched = () => untouchedSoon(before, company.timeZone, clock())
  return activate(db, { feedId, name, dutyIds, untouched, version, since })
}
