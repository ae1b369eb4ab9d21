import { pino } from 'pino'
import { ImportRefused } from '#platform/server/area.ts'
import type { Config } from '#platform/server/config.ts'
import { askHolder, type ControlRequest } from '#platform/server/control.ts'
import { readPortalConfig } from './config.ts'
import { knownFailure } from './known-failure.ts'
import { openInstallation } from './open.ts'
import { runCommand } from './run-command.ts'

const tell = (line: string) => process.stdout.write(`${line}\n`)

/** Runs a command: in the portal that holds the data folder, otherwise here. Exits with 1 if it fails. */
export async function command(read: () => ControlRequest): Promise<void> {
  try {
    const request = read()
    const config = readPortalConfig(process.env)
    const handedOver = !config.databaseUrl && (await askHolder(config.dataDir, request, tell))
    if (!handedOver) await runHere(request, config)
  } catch (error) {
    const lines = error instanceof ImportRefused ? error.lines : [knownFailure(error) ?? String(error)]
    for (const line of lines) process.stderr.write(`${line}\n`)
    process.exitCode = 1
  }
}

async function runHere(request: ControlRequest, config: Config): Promise<void> {
  const { longWork: db, variants, close } = await openInstallation(config, () => Promise.reject(new Error('busy')))
  try {
    const log = pino({ level: config.logLevel, base: null })
    await runCommand(request, { db, clock: () => new Date(), config, variants, log, version: '' }, tell)
  } finally {
    await close()
  }
}
