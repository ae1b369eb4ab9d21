import { cp, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testPortal, type TestPortal } from '../../../app/server/test-portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await testPortal()
})
afterAll(() => portal.close())

const get = (url: string, host = 'localhost', headers = {}, from = portal) =>
  from.app.inject({ method: 'GET', url, headers: { host, ...headers } })
const manifest = async (host: string) => (await get('/manifest.webmanifest', host)).json()

describe('the manifest', () => {
  test.each([
    ['norr.localhost', 'Linjen Norr', 'Linjen Norr', '#0b4f9c'],
    ['staging-norr.localhost', 'Linjen Norr', 'Linjen Norr', '#0b4f9c'],
    ['vast.localhost', 'Linjen Väst', 'Linjen Väst', '#14684a'],
    ['dev.localhost', 'Linjen Utveckling', 'Linjen Utv.', '#5b4b8a'],
    ['another.example', 'Linjen', 'Linjen', '#1f5f8b'],
  ])('of %s is %s', async (host, name, shortName, color) => {
    const answer = await get('/manifest.webmanifest', host)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('application/manifest+json; charset=utf-8')
    expect(answer.headers['cache-control']).toBe('public, max-age=3600')
    expect(answer.json()).toMatchObject({
      id: '/',
      name,
      short_name: shortName,
      lang: 'sv',
      start_url: '/dashboard/start',
      scope: '/',
      display: 'standalone',
      theme_color: color,
      background_color: color,
    })
  })

  test('is not sent again to a client that has it', async () => {
    const { etag } = (await get('/manifest.webmanifest')).headers
    expect((await get('/manifest.webmanifest', 'localhost', { 'if-none-match': etag })).statusCode).toBe(304)
    expect((await get('/manifest.webmanifest', 'norr.localhost', { 'if-none-match': etag })).statusCode).toBe(200)
  })

  test('offers what the variant has', async () => {
    const names = async (host: string) => (await manifest(host)).shortcuts.map(({ name }: { name: string }) => name)
    expect(await names('norr.localhost')).toEqual(['Mina uppdrag', 'Rapportera fel', 'Vid kris'])
    expect(await names('vast.localhost')).toEqual(['Mina uppdrag', 'Vid kris'])
  })
})

describe('the icons', () => {
  const rgb = async (png: Buffer, left: number, top: number) => {
    const data = await sharp(png).ensureAlpha().extract({ left, top, width: 1, height: 1 }).raw().toBuffer()
    return [...data]
  }
  const green = [0x14, 0x68, 0x4a, 255]

  test('exist as listed in the manifest, each company’s own', async () => {
    for (const host of ['norr.localhost', 'vast.localhost', 'localhost']) {
      const { icons } = await manifest(host)
      expect(icons.map((icon: { sizes: string; purpose: string }) => `${icon.sizes} ${icon.purpose}`)).toEqual([
        '192x192 any',
        '512x512 any',
        '512x512 maskable',
      ])
      for (const { src, sizes } of icons) {
        const answer = await get(src, host)
        expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/png'])
        expect(answer.headers['cache-control']).toBe('public, max-age=3600')
        const { format, width, height } = await sharp(answer.rawPayload).metadata()
        expect([format, `${width}x${height}`]).toEqual(['png', sizes])
      }
    }
    const [norr, vast] = await Promise.all(
      ['norr.localhost', 'vast.localhost'].map((host) => get('/variant/icon-192.png', host)),
    )
    expect(norr?.rawPayload.equals(vast?.rawPayload ?? Buffer.alloc(0))).toBe(false)
  })

  test('fill the area that a phone may crop with the company’s colour, and keep the logo within the safe circle', async () => {
    const png = (await get('/variant/icon-maskable-512.png', 'vast.localhost')).rawPayload
    for (const [left, top] of [
      [0, 0],
      [511, 0],
      [0, 511],
      [511, 511],
      [256, 20],
    ] as const) {
      expect(await rgb(png, left, top)).toEqual(green)
    }
    const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    let outside = 0
    let inside = 0
    for (let at = 0; at < data.length; at += 3) {
      // The drawing's own edge is a slightly different shade.
      if ([0, 1, 2].every((channel) => Math.abs((data[at + channel] ?? 0) - (green[channel] ?? 0)) <= 3)) continue
      const x = (at / 3) % info.width
      const y = Math.floor(at / 3 / info.width)
      if (Math.hypot(x - 255.5, y - 255.5) > 0.4 * 512) outside += 1
      else inside += 1
    }
    expect(outside).toBe(0)
    expect(inside).toBeGreaterThan(5000)
  })

  test('are sharp, not scaled up from a small drawing', async () => {
    const png = (await get('/variant/icon-512.png', 'vast.localhost')).rawPayload
    const { data } = await sharp(png)
      .flatten({ background: '#14684a' })
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const between = data.filter((value) => value > 110 && value < 235).length
    expect(between / data.length).toBeLessThan(0.02)
  })

  test('for iOS have 180 pixels and nothing transparent', async () => {
    const png = (await get('/variant/apple-touch-icon.png', 'vast.localhost')).rawPayload
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 180, height: 180 })
    expect((await sharp(png).stats()).isOpaque).toBe(true)
    expect(await rgb(png, 0, 0)).toEqual(green)
  })
})

describe('a company’s own icons', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'linjen-variants-'))
    await cp(fileURLToPath(new URL('../../../variants', import.meta.url)), folder, { recursive: true })
  })
  afterAll(() => rm(folder, { recursive: true }))
  const square = (size: number) =>
    sharp({ create: { width: size, height: size, channels: 3, background: '#ff0000' } })
      .png()
      .toBuffer()

  test('are sent unchanged, and only for that company', async () => {
    const own = await square(192)
    await writeFile(join(folder, 'syd/icon-192.png'), own)
    const portalOfOwn = await testPortal({ VARIANTS_DIR: folder })
    try {
      const icon = async (host: string) => (await get('/variant/icon-192.png', host, {}, portalOfOwn)).rawPayload
      expect((await icon('syd.localhost')).equals(own)).toBe(true)
      expect((await icon('norr.localhost')).equals(own)).toBe(false)
    } finally {
      await portalOfOwn.close()
    }
  })

  test('and those that are made of the logo need nothing of the folder after the start', async () => {
    const files = ['norr/logo.svg', 'syd/logo.svg', 'syd/icon-192.png'].map((name) => join(folder, name))
    await writeFile(join(folder, 'syd/icon-192.png'), await square(192))
    const portalOfOwn = await testPortal({ VARIANTS_DIR: folder })
    try {
      for (const file of files) await rename(file, `${file}.away`)
      for (const host of ['norr.localhost', 'syd.localhost'])
        expect((await get('/variant/icon-192.png', host, {}, portalOfOwn)).statusCode).toBe(200)
    } finally {
      for (const file of files) await rename(`${file}.away`, file)
      await portalOfOwn.close()
    }
  })

  test.each([
    ['of another size', () => square(200)],
    ['that is no picture', async () => Buffer.from('<svg/>')],
  ])('%s stops the start', async (_what, make) => {
    await writeFile(join(folder, 'syd/icon-192.png'), await make())
    await expect(testPortal({ VARIANTS_DIR: folder })).rejects.toThrow(/icon-192\.png: ska vara en PNG på 192 × 192/)
  })
})
