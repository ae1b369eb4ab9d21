// Copies of the database that the global setup (test-template.ts) has migrated and filled.
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { inject } from 'vitest'
import { embeddedFolder, openEmbedded, openPostgres, type OpenDatabase } from '#platform/server/db/open.ts'
import { databaseUrl, dropDatabase, onServer } from './test-template.ts'

export interface TemplateCopy {
  /** The address of a copy on a server. Null if the copy is embedded, in the data folder. */
  readonly address: string | null
  open(): Promise<OpenDatabase>
  /** Removes the copy, which must be closed. */
  drop(): Promise<void>
}

/** Copies the template to a server if the tests run on one, otherwise into the given data folder or a new one. */
export async function copyOfTemplate(dataDir: string | null = null): Promise<TemplateCopy> {
  const template = inject('template')
  if ('server' in template) {
    const database = `linjen_test_${randomUUID().replaceAll('-', '')}`
    await onServer(template.server, `create database ${database} template ${template.database}`)
    const address = databaseUrl(template.server, database)
    return {
      address,
      open: async () => openPostgres(address),
      drop: () => dropDatabase(template.server, database),
    }
  }
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'linjen-copy-')))
  await copyFolder(template.folder, join(folder, embeddedFolder))
  return {
    address: null,
    open: () => openEmbedded(folder),
    drop: async () => {
      if (!dataDir) await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Uses the system's command, because Node copies these thousand files at several times the cost. */
async function copyFolder(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true })
  await promisify(execFile)('cp', ['-R', from, to])
}
