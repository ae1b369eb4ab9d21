import { BrokenOff, ImportRefused, type FinishedImport, type Importer, type Platform } from '#platform/server/area.ts'
import { patient } from '#platform/server/blobs/blobs.ts'
import { type ControlRequest, PortalEnded } from '#platform/server/control.ts'
import { noteImport } from '#platform/server/imports.ts'
import { diskFault, NotStored, storeFailure } from '#platform/server/files/file-fault.ts'
import { doors } from './areas.ts'
import type { CommandParts } from './backup/make.ts'
import { anew, runBackup } from './backup/run-backup.ts'
import { eraseByNumber } from './erasures/erase-employee.ts'
import { runFiles } from './files/run-files.ts'
import { withSmallHeap } from './heap-growth.ts'

export const importers: readonly Importer[] = doors.flatMap((door) => door.importers ?? [])

/** The kinds of `npm run rekey`, `npm run files`, `npm run backup` and `npm run erase`. */
export const rekeyKind = 'rekey'
export const filesKind = 'files'
export const backupKind = 'backup'
export const eraseKind = 'erase'

type Tell = (line: string) => void

// One at a time, because two imports of the same feed would print differences that are no longer true.
let last: Promise<unknown> = Promise.resolve()

/** Runs a command after those that are running. Throws ImportRefused with all reasons. */
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
  // A process of a command keeps the heap settings that it was started with.
  if (!importApart) return runHere(request, platform, parts, tell)
  if (!isImport(request)) return withSmallHeap(() => runHere(request, platform, parts, tell))
  try {
    await withSmallHeap(() => importApart(request, tell))
  } catch (error) {
    if (error instanceof PortalEnded) throw error
    const own = (await finishImports(platform)).find((finished) => finished.isOf(request))
    if (own && !request.dryRun) {
      // The import has come into force nevertheless.
      logCause(platform, error as Error)
      tell(own.line)
      return noted('succeeded', request, platform)
    }
    // An import that was refused has noted that itself. After any other failure its process may have ended before it could.
    if (!(error instanceof ImportRefused)) await noted('failed', request, platform)
    throw error
  }
}

/**
 * Completes imports that were interrupted while they were put in force. A failure is logged, and the next start or import tries
 * again.
 */
export async function finishImports(platform: Platform): Promise<readonly FinishedImport[]> {
  const finished: FinishedImport[] = []
  for (const door of doors) {
    try {
      finished.push(...((await door.finishImports?.(platform)) ?? []))
    } catch (error) {
      logCause(platform, error as Error)
    }
  }
  return finished
}

const isImport = ({ kind }: ControlRequest) => importers.some((importer) => importer.kind === kind)

function runHere(request: ControlRequest, platform: Platform, parts: CommandParts, tell: Tell): Promise<void> {
  const { kind, source, options } = request
  if (kind === rekeyKind) return rekey(platform, tell)
  const bearing = () => ({ ...platform, config: patient(platform.config) })
  if (kind === filesKind) return orWhatIsAway(runFiles(source, 'remove' in options, bearing(), tell))
  if (kind === backupKind)
    return orWhatIsAway(runBackup({ where: source, isAnew: anew in options }, bearing(), parts, tell))
  if (kind === eraseKind) return eraseByNumber(platform, { company: request.company, number: source }, tell)
  return runImport(request, bearing(), tell)
}

/** Turns an unavailable file store into one line, also for a command that the portal runs. */
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
    await noted('failed', request, platform)
    if (error instanceof ImportRefused) throw new ImportRefused([...error.lines, error.unchanged ?? unchanged])
    const broken = error instanceof BrokenOff ? error : null
    const fault = broken ? broken.cause : error
    const isFull = diskFault(fault) === 'full'
    const isUnwritten = fault instanceof NotStored
    if (!isFull && !isUnwritten && !broken) throw error
    const why = isFull ? ['Disken är full.'] : isUnwritten ? ['Portalens filer går inte att skriva.'] : []
    throw new ImportRefused([...why, broken?.line ?? importer.ifBrokenOff ?? unchanged], fault)
  }
  await noted('succeeded', request, platform)
}

/** Notes the result for monitoring. If that fails, as with an unavailable database, the import's own result is still what counts. */
async function noted(what: 'succeeded' | 'failed', request: ControlRequest, platform: Platform): Promise<void> {
  const { db, variants, clock } = platform
  const importer = importers.find(({ kind }) => kind === request.kind)
  const isList = importer?.lists !== undefined && importer.lists in request.options
  if (request.dryRun || isList || !variants.companies.has(request.company)) return
  const { company, kind } = request
  const name = importer?.nameOf?.(request) ?? null
  await noteImport(db, { company, kind, name }, what, clock()).catch((error: unknown) =>
    logFailure(platform, error as Error),
  )
}

/** Logs the cause of a failed command, or the cause behind a sentence for its caller. The sentence itself is not logged. */
export function logCause(platform: Pick<Platform, 'log'>, error: Error): void {
  const fault = error instanceof ImportRefused || error instanceof BrokenOff ? error.cause : error
  if (fault instanceof Error) logFailure(platform, fault)
}

/** Logs a message of ours or of a library, and where it was thrown. It never contains a row. */
const logFailure = ({ log }: Pick<Platform, 'log'>, { name, message, stack }: Error): void =>
  log.error({ err: { type: name, message, stack } }, 'command failed')
