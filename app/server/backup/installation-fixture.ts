// Installations of the tests' template, for backups and restores in one process.
import { ImportRefused } from '#platform/server/area.ts'
import type { Config } from '#platform/server/config.ts'
import { carryOut } from '../command.ts'
import { readPortalConfig } from '../config.ts'
import { openInstallation } from '../installation/open.ts'
import { copyOfTemplate, type TemplateCopy } from '../test-copy.ts'
import { testPayslipKey } from '../test-template.ts'
import { giveRowsTheirFiles } from './whole-portal-fixture.ts'

/**
 * Creates an installation in a data folder, with the files that its rows name. Adds the database that has to be dropped to `copies`.
 * `more` are further settings.
 */
export async function installed(
  dataDir: string,
  copies: TemplateCopy[],
  more: Readonly<Record<string, string>> = {},
): Promise<Config> {
  const copy = await copyOfTemplate(dataDir)
  copies.push(copy)
  const config = configOf(dataDir, copy, more)
  await change(config, async (db) => void (await giveRowsTheirFiles(db, config, 100)))
  return config
}

/** The settings of an installation in a data folder, with its database on a server if the tests run on one. */
export const configOf = (
  dataDir: string,
  { address }: Pick<TemplateCopy, 'address'>,
  more: Readonly<Record<string, string>> = {},
): Config =>
  readPortalConfig({
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    PAYSLIP_KEY: testPayslipKey,
    ...(address && { DATABASE_URL: address }),
    ...more,
  })

type Opened = Awaited<ReturnType<typeof openInstallation>>['longWork']

export async function change<Result>(config: Config, work: (db: Opened) => Promise<Result>): Promise<Result> {
  const { longWork, close } = await openInstallation(config, () => Promise.reject(new Error('busy')))
  try {
    return await work(longWork)
  } finally {
    await close()
  }
}

export const backUp = (place: string, config: Config): Promise<void> =>
  carryOut({ kind: 'backup', source: place, company: '', dryRun: false, options: {} }, config, () => {})

/** The lines with which work is refused; none if it succeeds. */
export const refusal = (work: Promise<void>): Promise<readonly string[]> =>
  work.then(
    () => [],
    (error: unknown) => (error instanceof ImportRefused ? error.lines : [String(error)]),
  )
