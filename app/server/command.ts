import { pino } from 'pino'
import { ImportRefused } from '#platform/server/area.ts'
import { patient } from '#platform/server/blobs/blobs.ts'
import type { Config } from '#platform/server/config.ts'
import { askHolder, type ControlRequest } from '#platform/server/control.ts'
import { storeFailure } from '#platform/server/files/file-fault.ts'
import { readPortalConfig } from './config.ts'
import { knownFailure } from './known-failure.ts'
import { openInstallation } from './installation/open.ts'
import { readVersion } from './installation/version.ts'
import { goLast } from '#platform/server/work-process/low-priority.ts'
import { runCommand } from './run-command.ts'
import { goOnUnread } from './unread-output.ts'

const tell = (line: string): void => void process.stdout.write(`${line}\n`)

/** Runs a command: in the portal that holds the data folder, otherwise here. Exits with 1 if it fails. */
export const command = (read: () => ControlRequest): Promise<void> =>
  withProgress(async () => {
    const request = read()
    goLast()
    await carryOut(request, readPortalConfig(process.env), tell)
  })

/** Runs a command: in the portal that holds the data folder, otherwise here. Throws if it fails. */
export async function carryOut(request: ControlRequest, config: Config, told: typeof tell): Promise<void> {
  const handedOver = !config.databaseUrl && (await askHolder(config.dataDir, request, told))
  if (!handedOver) await runHere(request, config, told)
}

/**
 * Runs work that prints its progress. If it fails, this prints why, in one or more lines, and exits with 1; with
 * LOG_LEVEL=debug it also prints a stack trace.
 */
export async function withProgress(work: (tell: (line: string) => void) => Promise<void>): Promise<void> {
  goOnUnread()
  try {
    await work(tell)
  } catch (error) {
    for (const line of linesOf(error)) process.stderr.write(`${line}\n`)
    // The stack trace is for those who look for a fault in the portal. Everybody else is helped by the sentence.
    const fault = error instanceof ImportRefused ? error.cause : error
    if (fault instanceof Error && process.env.LOG_LEVEL === 'debug') process.stderr.write(`${fault.stack}\n`)
    process.exitCode = 1
  }
}

const linesOf = (error: unknown): readonly string[] =>
  error instanceof ImportRefused ? error.lines : [knownFailure(error) ?? storeFailure(error) ?? String(error)]

async function runHere(request: ControlRequest, config: Config, told: typeof tell): Promise<void> {
  const {
    longWork: db,
    dump,
    variants,
    close,
  } = await openInstallation(patient(config), () => Promise.reject(new Error('busy')))
  try {
    const log = pino({ level: config.logLevel, base: null })
    await runCommand(
      request,
      { db, clock: () => new Date(), config, variants, log, version: await readVersion() },
      { dump },
      told,
    )
  } finally {
    await close()
  }
}
