// Vitest's global setup: migrates and fills one database. Every test file gets a copy of it.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { migrate } from '#platform/server/db/migrate.ts'
import { embeddedFolder, openEmbedded, openPostgres, type OpenDatabase } from '#platform/server/db/open.ts'
import { saveCompanies } from '#core/people/server/store.ts'
import { loadVariants } from '#platform/server/variants.ts'
import { loadDemo } from '../../demo/load.ts'
import { readPortalConfig } from './config.ts'
import { doors, portsOn, schemas } from './areas.ts'
import { demoPorts } from './demo-ports.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the embedded template, or the name of the template database on a server. test-copy.ts copies it. */
    template: { folder: string } | { server: string; database: string }
  }
}

/** Noon on a Saturday in winter. The demo's window is limited to the weeks around it. */
export const testNow = new Date('2026-11-21T11:00:00Z')
export const testWindow = { from: '2026-11-01', to: '2026-12-06' }

/** The key that the template's payslips are encrypted with, and that every test portal has. */
export const testPayslipKey = Buffer.alloc(32, 'test').toString('base64')

export default async function setup(project: TestProject) {
  const server = process.env.TEST_DATABASE_URL
  const folder = await mkdtemp(join(tmpdir(), 'linjen-template-'))
  const database = `linjen_template_${process.pid}`
  if (server) {
    await onServer(server, `create database ${database}`)
    const opened = openPostgres(databaseUrl(server, database))
    await fill(opened, folder)
    await opened.close()
    project.provide('template', { server, database })
  } else {
    const opened = await openEmbedded(folder)
    await fill(opened, folder)
    await opened.close()
    project.provide('template', { folder: join(folder, embeddedFolder) })
  }
  return async () => {
    if (server) await dropDatabase(server, database)
    await rm(folder, { recursive: true, force: true })
  }
}

export async function fill({ longWork: db }: OpenDatabase, folder: string): Promise<void> {
  const config = readPortalConfig({ DATA_DIR: folder, NODE_ENV: 'test', PAYSLIP_KEY: testPayslipKey })
  const variants = await loadVariants(config.variantsDir)
  await migrate(db, schemas)
  await saveCompanies(db, variants.companies.values())
  const log = pino({ level: 'silent' })
  const platform = { db, clock: () => testNow, config, variants, log, version: '20261121.1' }
  const today = testNow.toISOString().slice(0, 10)
  await loadDemo(platform, demoPorts(db), today, testWindow)
  for (const door of doors) await door.demo?.(platform, today, portsOn(db, platform.variants))
}

export function databaseUrl(server: string, database: string): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}

export async function onServer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl(server, 'postgres') })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Waits, because a pool reports its end a moment before the server has noticed that the connections are closed. */
export async function dropDatabase(server: string, database: string): Promise<void> {
  const inUse = '55006'
  for (let left = 50; left > 0; left--) {
    try {
      return await onServer(server, `drop database if exists ${database}`)
    } catch (error) {
      if ((error as { code?: string }).code !== inUse) throw error
      await setTimeout(100)
    }
  }
  await onServer(server, `drop database if exists ${database} with (force)`)
}
