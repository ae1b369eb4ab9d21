// The addresses at which the page is served.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pagePaths } from '../build/page-paths.ts'
import { testPortal, type TestPortal } from './test-portal.ts'

let portal: TestPortal
let folder: string
let paths: readonly string[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linjen-page-'))
  paths = await pagePaths()
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), await readFile(new URL('../web/index.html', import.meta.url)))
  await writeFile(join(folder, 'version.txt'), '20261122.1')
  await writeFile(join(folder, 'paths.json'), JSON.stringify(paths))
  portal = await testPortal({}, { page: folder })
}, 60_000)
afterAll(async () => {
  await portal.close()
  await rm(folder, { recursive: true })
})

const ask = async (url: string, host = 'localhost') => {
  const { statusCode, headers, body } = await portal.app.inject({ url, headers: { host } })
  return { status: statusCode, page: body.includes('id="root"'), type: String(headers['content-type']), body }
}

describe('the page', () => {
  test('is served wherever it has a view', async () => {
    expect(paths).toEqual(expect.arrayContaining(['/', '/dashboard/start', '/dashboard/schema', '/login', '/help']))
    for (const path of paths) {
      const url = path.replaceAll(/:\w+/g, '17')
      for (const address of [url, `${url}?x=1`, `${url}/`.replace('//', '/'), url.toUpperCase()])
        expect([address, await ask(address)]).toMatchObject([address, { status: 200, page: true }])
    }
  })

  test.each([
    '/metrics',
    '/health',
    '/status',
    '/ping',
    '/nyheter',
    '/login/x',
    '/.env',
    '/favicon.ico',
    '/assets/old.js',
  ])('is not what %s gets', async (path) =>
    expect(await ask(path)).toMatchObject({ status: 404, page: false, body: expect.stringContaining('inte') }),
  )

  test('shows its own 404 for an old link into the portal', async () => {
    expect(await ask('/dashboard/finns-inte')).toMatchObject({ status: 404, page: true })
    expect(await ask('/dashboard/nyheter/region/1/2')).toMatchObject({ status: 404, page: true })
    expect(await ask('/dashboard/old.js')).toMatchObject({ status: 404, page: false })
  })
})
