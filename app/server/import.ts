// npm run import -- <kind> <source> --company <company>: into the running portal where one holds the data folder.
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { ImportRefused } from '#platform/server/area.ts'
import { readConfig, WrongSetting } from '#platform/server/config.ts'
import { askHolder, DataDirBusy, holdDataDir, type ControlRequest } from '#platform/server/control.ts'
import { migrate } from '#platform/server/db/migrate.ts'
import { openEmbedded, openPostgres } from '#platform/server/db/open.ts'
import { saveCompanies } from '#platform/server/people/store.ts'
import { loadVariants } from '#platform/server/variants.ts'
import type { Config } from '#platform/server/config.ts'
import { schemas } from './areas.ts'
import { importers, runImport } from './run-import.ts'

const tell = (line: string) => process.stdout.write(`${line}\n`)

function readRequest(): ControlRequest {
  const [kind = ''] = process.argv.slice(2)
  const importer = importers.find((candidate) => candidate.kind === kind)
  if (!importer)
    throw new ImportRefused(['Användning: npm run import -- …', ...importers.map(({ usage }) => `  ${usage}`)])
  const own = Object.fromEntries(Object.entries(importer.options).map(([name, type]) => [name, { type }]))
  const { values, positionals } = parseArgs({
    args: process.argv.slice(3),
    allowPositionals: true,
    options: { company: { type: 'string' }, 'dry-run': { type: 'boolean' }, ...own },
  })
  const { company, 'dry-run': dryRun, ...rest } = values as Record<string, string | boolean | undefined>
  if (typeof company !== 'string' || positionals.length > 1)
    throw new ImportRefused([`Användning: npm run import -- ${importer.usage}`])
  const [source] = positionals
  // npm runs scripts in the project's root; a path is meant from where the person stands.
  const from = process.env.INIT_CWD ?? process.cwd()
  const path = (given: string) => (/^https?:/.test(given) ? given : resolve(from, given))
  return {
    kind,
    source: source === undefined ? null : path(source),
    company,
    dryRun: dryRun === true,
    options: Object.fromEntries(
      Object.entries(rest).map(([name, value]) => [name, name === 'base' ? path(String(value)) : String(value)]),
    ),
  }
}

async function importHere(request: ControlRequest, config: Config): Promise<void> {
  const hold = config.databaseUrl ? null : await holdDataDir(config.dataDir, () => Promise.reject(new Error('busy')))
  const database = config.databaseUrl ? openPostgres(config.databaseUrl) : await openEmbedded(config.dataDir)
  const { db } = database
  try {
    const variants = await loadVariants(config.variantsDir)
    await migrate(db, schemas)
    await saveCompanies(db, variants.companies.values())
    const log = pino({ level: config.logLevel, base: null })
    await runImport(request, { db, clock: () => new Date(), config, variants, log, version: '' }, tell)
  } finally {
    await database.close()
    await hold?.release()
  }
}

try {
  const request = readRequest()
  const config = readConfig(process.env)
  const handedOver = !config.databaseUrl && (await askHolder(config.dataDir, request, tell))
  if (!handedOver) await importHere(request, config)
} catch (error) {
  const known = error instanceof WrongSetting || error instanceof DataDirBusy || error instanceof TypeError
  const lines = error instanceof ImportRefused ? error.lines : [known ? error.message : String(error)]
  for (const line of lines) process.stderr.write(`${line}\n`)
  if (error instanceof ImportRefused) process.stderr.write('Ingenting har ändrats.\n')
  process.exitCode = 1
}
