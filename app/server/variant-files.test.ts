// The pictures beside a company's variant.json, and the colours that go with them.
import { execFileSync, spawnSync } from 'node:child_process'
import { chmod, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadVariants } from '#platform/server/variants.ts'
import { serveVariantFiles } from './variant-files.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linjen-look-'))
  await cp('variants', folder, { recursive: true })
})
afterAll(() => rm(folder, { recursive: true }))

const start = async () => {
  const app = Fastify()
  return { app, files: await serveVariantFiles(app, await loadVariants(folder)) }
}

test('each company has its own pattern, kept for an hour and asked for again by its tag', async () => {
  const { app, files } = await start()
  const get = (host: string, headers = {}) => app.inject({ url: '/variant/pattern.svg', headers: { host, ...headers } })
  const [norr, vast, none] = await Promise.all(['norr.localhost', 'vast.localhost', 'localhost'].map((at) => get(at)))
  expect(norr).toMatchObject({ statusCode: 200, headers: { 'cache-control': 'public, max-age=3600' } })
  expect(norr?.headers['content-type']).toMatch(/^image\/svg\+xml/)
  expect(norr?.body).not.toBe(vast?.body)
  expect(none?.statusCode).toBe(404)
  expect((await get('norr.localhost', { 'if-none-match': `W/${norr?.headers.etag}` })).statusCode).toBe(304)
  expect([files.patternCss('norr'), files.patternCss('local')]).toEqual([
    ':root{--pattern:url(/variant/pattern.svg)}',
    '',
  ])
})

test('what happens to a company’s files after the start does not matter: a shared folder may hang', async () => {
  const { app } = await start()
  const logo = join(folder, 'norr/logo.svg')
  const before = await readFile(logo, 'utf8')
  await rm(logo)
  // Whoever reads it waits for ever.
  execFileSync('mkfifo', [logo])
  try {
    const answer = await app.inject({ url: '/variant/logo.svg', headers: { host: 'norr.localhost' } })
    expect([answer.statusCode, answer.body]).toEqual([200, before])
  } finally {
    await rm(logo)
    await writeFile(logo, before)
  }
})

const svg = (content: string, size = 'width="640" height="120"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${content}</svg>`

test.each([
  ['that is no picture', 'mönster', /pattern\.svg: kan inte läsas som en SVG-bild/],
  ['that covers everything', svg('<rect width="640" height="120"/>'), /ska ha genomskinlig bakgrund/],
  ['that is a square', svg('<path d="M0 0h9v9z"/>', 'width="64" height="64"'), /minst dubbelt så brett som högt/],
  ['that is too large', svg(`<!--${'x'.repeat(20_000)}--><path d="M0 0h9v9z"/>`), /får vara högst 20000/],
])('a pattern %s stops the start', async (_what, text, message) => {
  await writeFile(join(folder, 'syd/pattern.svg'), text)
  await expect(start()).rejects.toThrow(message)
})

const games = ['--reuid=games', '--regid=games', '--clear-groups']
const module = fileURLToPath(new URL('../../platform/server/variants.ts', import.meta.url))
const canBeGames = spawnSync('setpriv', [...games, process.execPath, '--check', module]).status === 0
if (!canBeGames)
  process.stdout.write('SKIPPED: a variant of root’s own. It wants root, and sources that others may read.\n')

test.skipIf(!canBeGames)('a file that root has made for itself is not said to be absent', async () => {
  await chmod(folder, 0o755)
  await chmod(join(folder, 'norr/variant.json'), 0o640)
  const program = `
    const { loadVariants } = await import(${JSON.stringify(module)})
    await loadVariants(${JSON.stringify(folder)}).catch((error) => console.log(error.message))`
  const load = () =>
    spawnSync('setpriv', [...games, process.execPath, '--input-type=module', '--eval', program], { encoding: 'utf8' })
  expect(load().stdout).toBe(`${folder}/norr/variant.json får inte läsas av den som kör portalen\n`)
  await chmod(folder, 0o750)
  expect(load().stdout).toBe(`VARIANTS_DIR=${folder} (mappen får inte läsas av den som kör portalen)\n`)
})
