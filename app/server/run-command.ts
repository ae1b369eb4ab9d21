import { ImportRefused, type Importer, type Platform } from '#platform/server/area.ts'
import { patient } from '#platform/server/blobs/blobs.ts'
import type { ControlRequest } from '#platform/server/control.ts'
import { noteImport } from '#platform/server/imports.ts'
import { diskFault, NotStored } from '#platform/server/files/file-fault.ts'
import { doors } from './areas.ts'
import type { CommandParts } from './backup/make.ts'
import { runBackup } from './backup/run-backup.ts'
import { eraseByNumber } from './erasures/erase-employee.ts'
import { runFiles } from './files/run-files.ts'
import { storeFailure } from './known-failure.ts'
import { withSmallHeap } from './small-heap.ts'

export const importers: readonly Importer[] = doors.flatMap((door) => door.importers ?? [])

/** The kinds of `npm run rekey`, `npm run files`, `npm run backup` and `npm run erase`. */
export const rekeyKind = 'rekey'
export const filesKind = 'files'
export const backupKind = 'backup'
export const eraseKind = 'erase'

type Tell = (line: string) => void

// One at a time: two imports of the same feed would print differences that are no longer true.
let last: Promise<unknown> = Promise.resolve()

/** Runs one import, or the change of keys, after those under way. Throws ImportRefused with all reasons. */
export function runCommand(
  request: ControlRequest,
  platform: Platform,
  parts: CommandParts,
  tell: Tell,
): Promise<void> {
  const run = last.then(() => runOne(request, platform, parts, tell))
  last = run.catch(() => undefined)
  return run
}

async function runOne(request: ControlRequest, platform: Platform, parts: CommandParts, tell: Tell): Promise<void> {
  const { importApart } = parts
  if (!importApart || !isImport(request)) return withSmallHeap(() => runHere(request, platform, parts, tell))
  try {
    await withSmallHeap(() => importApart(request, tell))
  } catch (error) {
    // Whatever else fails, it has noted itself.
    if (error instanceof ImportEnded) await notedAs('failed', request, platform).catch(() => undefined)
    if (!(error instanceof ImportRefused)) await finishImports(platform)
    throw error
  }
}

/** Goes on with what broke off while it was put in force. What fails is logged, and tried again by the next start or import. */
export async function finishImports(platform: Platform): Promise<void> {
  for (const door of doors)
    await door.finishImports?.(platform).catch((error: unknown) => logFailure(platform, error as Error))
}

/** The process that imported ended before it was done. */
export class ImportEnded extends Error {}

const isImport = ({ kind }: ControlRequest) => importers.some((importer) => importer.kind === kind)

function runHere(request: ControlRequest, platform: Platform, parts: CommandParts, tell: Tell): Promise<void> {
  const { kind, source, options } = request
  if (kind === rekeyKind) return rekey(platform, tell)
  const bearing = () => ({ ...platform, config: patient(platform.config) })
  if (kind === filesKind) return orWhatIsAway(runFiles(source, 'remove' in options, bearing(), tell))
  if (kind === backupKind) return orWhatIsAway(runBackup(source, bearing(), parts, tell))
  if (kind === eraseKind) return eraseByNumber(platform, { company: request.company, number: source }, tell)
  return runImport(request, platform, tell)
}

/** Says in a line that files cannot be reached, also for a command that the portal runs. */
async function orWhatIsAway(work: Promise<void>): Promise<void> {
  try {
    await work
  } catch (error) {
    const said = error instanceof ImportRefused ? null : storeFailure(error)
    throw said ? new ImportRefused([said], error) : error
  }
}

async function rekey(platform: Platform, tell: Tell): Promise<void> {
  for (const door of doors) await door.rekey?.(platform, tell)
}

const unchanged = 'Ingenting har ändrats.'

async function runImport(request: ControlRequest, platform: Platform, tell: Tell): Promise<void> {
  const importer = importers.find(({ kind }) => kind === request.kind)
  if (!importer) throw new ImportRefused([`Det finns ingen import som heter ${request.kind}.`, unchanged])
  try {
    await importer.run(request, platform, tell)
  } catch (error) {
    // A database that is away fails here too; the import's own failure is what is said.
    await notedAs('failed', request, platform).catch(() => undefined)
    if (error instanceof ImportRefused) throw new ImportRefused([...error.lines, unchanged])
    const isFull = diskFault(error) === 'full'
    if (!isFull && !(error instanceof NotStored)) throw error
    const why = isFull ? 'Disken är full.' : 'Portalens filer går inte att skriva.'
    throw new ImportRefused([why, importer.ifBrokenOff ?? unchanged], error)
  }
  // It was carried out, whether or not monitoring is to know of it.
  await notedAs('succeeded', request, platform).catch((error: unknown) => logFailure(platform, error as Error))
}

async function notedAs(what: 'succeeded' | 'failed', request: ControlRequest, platform: Platform): Promise<void> {
  const { db, variants, clock } = platform
  if (!request.dryRun && variants.companies.has(request.company)) await noteImport(db, request, what, clock())
}

/** Logs where it runs: a message of ours or of a library, never a row. */
export const logFailure = ({ log }: Pick<Platform, 'log'>, { name, message, stack }: Error): void =>
  log.error({ err: { type: name, message, stack } }, 'command failed')
