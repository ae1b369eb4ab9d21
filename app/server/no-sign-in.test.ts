import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPostgres, type OpenDatabase } from '#platform/server/db/open.ts'
import { loadVariants } from '#platform/server/variants.ts'
import { readPortalConfig } from './config.ts'
import { buildApp } from './build.ts'

let app: FastifyInstance
let database: OpenDatabase
let page: string
beforeAll(async () => {
  page = await mkdtemp(join(tmpdir(), 'linjen-page-'))
  await mkdir(join(page, 'assets'))
  await writeFile(join(page, 'index.html'), '<title></title><!--variant-->')
  await writeFile(
    join(page, 'screens.json'),
    JSON.stringify(['/', '/dashboard/start', '/callback'].map((path) => ({ path, files: [] }))),
  )
  const config = readPortalConfig({ NODE_ENV: 'test', EMBEDDED_SIGN_IN: 'off' })
  const variants = await loadVariants(config.variantsDir)
  // Never connected: pages need no database.
  database = openPostgres('postgres://127.0.0.1:1/none')
  const log = pino({ level: 'silent' })
  app = await buildApp({
    db: database.db,
    config,
    variants,
    clock: () => new Date(),
    log,
    version: '1',
    embedded: null,
    page,
    ready: async () => ({
      parts: { database: 'unreachable', migrations: 'unknown', files: 'ok' },
      jobs: {},
      running: {},
    }),
    doorstep: { state: 'open' },
  })
})
afterAll(async () => {
  await app.close()
  await database.close()
  await rm(page, { recursive: true })
})

test('a host that nobody can sign in to says so, and never redirects the page to itself', async () => {
  for (const host of ['norr.localhost', 'localhost', 'portal.example.se']) {
    for (const url of ['/', '/dashboard/start', '/callback?code=x']) {
      const answered = await app.inject({ method: 'GET', url, headers: { host } })
      expect([answered.statusCode, answered.headers['cache-control']]).toEqual([404, 'no-store'])
      expect(answered.body).toContain('Den här adressen har ingen inloggning.')
      expect(answered.body).not.toContain('authority')
    }
  }
})
