// The addresses at which the page is served.
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BuiltScreen, builtScreens } from '../build/screens.ts'
import { firstCalls } from '../web/first-calls.ts'
import { testPortal, type TestPortal } from './test-portal.ts'

let portal: TestPortal
let folder: string
let screens: readonly BuiltScreen[]
let paths: readonly string[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linjen-page-'))
  screens = await builtScreens()
  paths = screens.map(({ path }) => path)
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), await readFile(new URL('../web/index.html', import.meta.url)))
  await writeFile(join(folder, 'version.txt'), '20261122.1')
  await writeFile(
    join(folder, 'screens.json'),
    JSON.stringify(
      screens.map(({ path, firstCalls }) => ({ path, files: path === '/dashboard/policy' ? files : [], firstCalls })),
    ),
  )
  portal = await testPortal({}, { page: folder })
}, 60_000)
afterAll(async () => {
  await portal.close()
  await rm(folder, { recursive: true })
})

const files = ['assets/policy-1.js', 'assets/1.css']

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

  test('keeps other windows away, and asks for no process of its own', async () => {
    const { headers } = await portal.app.inject({ url: '/', headers: { host: 'localhost' } })
    expect(headers['cross-origin-opener-policy']).toBe('same-origin')
    // This header would start a second process for each page that is opened (docs/decisions/0098).
    expect(headers).not.toHaveProperty('origin-agent-cluster')
  })

  test('may call the sign-in provider where its issuer is, and where the company says it is too', async () => {
    const variants = join(folder, 'variants')
    await cp('variants', variants, { recursive: true })
    const file = join(variants, 'norr/variant.json')
    const { signIn, ...norr } = JSON.parse(await readFile(file, 'utf8')) as { signIn: object }
    const [issuer, tokens] = [
      'https://cognito-idp.eu-north-1.amazonaws.com',
      'https://norr.auth.eu-north-1.amazoncognito.com',
    ]
    const elsewhere = { ...signIn, authority: `${issuer}/eu-north-1_abc`, origins: [tokens] }
    await writeFile(file, JSON.stringify({ ...norr, hosts: ['norr.localhost'], signIn: elsewhere }))
    const own = await testPortal({ VARIANTS_DIR: variants }, { page: folder })
    try {
      const policyAt = async (host: string) =>
        String((await own.app.inject({ url: '/', headers: { host } })).headers['content-security-policy'])
      expect(await policyAt('norr.localhost')).toContain(`connect-src 'self' ${issuer} ${tokens};`)
      expect(await policyAt('norr.localhost')).toContain(`frame-src 'self' blob: ${issuer} ${tokens};`)
      expect(await policyAt('vast.localhost')).not.toContain(tokens)
    } finally {
      await own.close()
    }
  })

  test('begins with what the opened screen waits for', async () => {
    const policy = await ask('/dashboard/policy')
    expect(policy.body).toContain('<link rel="modulepreload" crossorigin href="/assets/policy-1.js" />')
    expect(policy.body).toContain('<link rel="preload" as="style" crossorigin href="/assets/1.css" />')
    expect(policy.body).toContain('{"path":"/api/policydocs/documents","kept":true}')
    const faults = await ask('/dashboard/fordonskontroll')
    expect(faults.body).toContain('"path":"/api/fordonskontroll/mina","query":{},"gate":{"anyOf":["FkEnabled"]')
    expect(faults.body).not.toContain('policy-1')
    expect((await ask('/dashboard/start')).body).not.toContain('first-calls')
  })

  test('knows the module of each view', () => {
    const modules = screens.flatMap(({ module }) => module ?? [])
    expect(modules.length).toBeGreaterThan(25)
    for (const module of modules) expect(existsSync(new URL(`../../${module}`, import.meta.url)), module).toBe(true)
  })

  test('has a view at each address that begins with a call', () => {
    for (const path of Object.keys(firstCalls)) expect(paths).toContain(path)
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

  test('shows its own 404 for an old link into the portal or the office', async () => {
    expect(await ask('/dashboard/finns-inte')).toMatchObject({ status: 404, page: true })
    expect(await ask('/dashboard/nyheter/region/1/2')).toMatchObject({ status: 404, page: true })
    expect(await ask('/kontor/finns-inte')).toMatchObject({ status: 404, page: true })
    expect(await ask('/dashboard/old.js')).toMatchObject({ status: 404, page: false })
  })
})
