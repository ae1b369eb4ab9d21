// What an operator reads if a command fails: one sentence, and a stack trace only with LOG_LEVEL=debug.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bareEnvironment, portalProcess, runToEnd, type Process } from './test-process.ts'

let portal: Process
beforeAll(async () => {
  portal = await portalProcess()
})
afterAll(() => portal.remove())

const away = { S3_ENDPOINT: 'http://127.0.0.1:1', S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' }
const filesAway = { ...away, FILES: 's3', FILES_ALSO: 'folder', S3_BUCKET: 'linjen' }
const sentence = expect.stringMatching(/^[^{]*lagringen går inte att använda.*ECONNREFUSED/i)

test.each<[string[], object]>([
  [['backup', 's3://linjen/backup'], { ...away, FILES: 'folder' }],
  [['backup', 'verify', 's3://linjen/backup'], away],
  [['restore', 's3://linjen/backup'], { ...away, FILES: 'folder' }],
  [['files', 'verify'], filesAway],
  [['migrate'], filesAway],
])('%s, with a store that is away', { timeout: 240_000 }, async ([program, ...words], settings) => {
  const run = await runToEnd([`app/server/${program}.ts`, ...words], { ...portal.settings, ...settings })
  const lines = program === 'restore' ? [sentence, 'Ingenting har ändrats.'] : [sentence]
  expect(run).toEqual({ code: 1, output: '', lines })
})

test('a store that is busy is waited for', { timeout: 480_000 }, async () => {
  const kept = new Map<string, Buffer>()
  let asked = 0
  const store = createServer((request, response) => {
    const { method, url = '' } = request
    const [path = ''] = url.split('?')
    const send = (status: number, code: string) =>
      response.writeHead(status).end(`<Error><Code>${code}</Code><Message>…</Message></Error>`)
    void buffer(request).then((bytes) => {
      // Busy more often than a request of the portal asks.
      if (++asked % 4 !== 0) return send(503, 'SlowDown')
      if (method === 'PUT') kept.set(path, bytes)
      return kept.has(path) ? response.writeHead(200).end(kept.get(path)) : send(404, 'NoSuchKey')
    })
  }).listen(0, '127.0.0.1')
  await once(store, 'listening')
  const own = await portalProcess()
  const busy = { ...filesAway, S3_ENDPOINT: `http://127.0.0.1:${(store.address() as AddressInfo).port}` }
  const run = (...command: string[]) => runToEnd(command, { ...own.settings, ...busy })
  expect(await run('app/server/migrate.ts')).toEqual({ code: 0, output: 'Databasen är uppdaterad.\n', lines: [] })
  expect(await run('app/server/import.ts', 'tods', '--versions', '--feed', 'prov', '--company', 'norr')).toMatchObject({
    output: '',
    lines: ['norr har ingen källa som heter prov.', 'Ingenting har ändrats.'],
  })
  await own.remove()
  store.close()
})

test('a command whose output nobody reads any more does all of its work', { timeout: 240_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'linjen-unread-'))
  const where = join(folder, 'copies')
  const settings = { NODE_ENV: 'test', DEMO: 'off', DATA_DIR: join(folder, 'data') }
  const child = spawn(process.execPath, ['app/server/backup.ts', where], { env: { ...bareEnvironment(), ...settings } })
  const ended = once(child, 'exit')
  child.stdout.destroy()
  child.stderr.destroy()
  expect(await ended).toEqual([0, null])
  expect(await readdir(where)).toContain('latest.txt')
  await rm(folder, { recursive: true })
})

test('with LOG_LEVEL=debug it says where in the program it was, too', async () => {
  const settings = { ...portal.settings, ...away, FILES: 'folder', LOG_LEVEL: 'debug' }
  const { code, output, lines } = await runToEnd(['app/server/restore.ts', 's3://linjen/backup'], settings)
  expect([code, output, lines[0]]).toEqual([1, '', sentence])
  expect(lines.join('\n')).toMatch(/^ +at .*\/blobs\//m)
}, 240_000)
