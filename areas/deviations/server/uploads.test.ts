import { mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readPortalConfig } from '../../../app/server/config.ts'
import { testPortal, type TestPortal } from '../../../app/server/test-portal.ts'
import { testPayslipKey } from '../../../app/server/test-template.ts'
import type { Platform } from '#platform/server/area.ts'
import { MOST_AT_ONCE } from '#core/pictures/server/at-once.ts'
import { reportPictures } from '#core/pictures/server/report-pictures.ts'
import { incidentPictures } from './picture-store.ts'
import { claimedPng, formOf, photo, type FormPart } from '#core/pictures/server/form-fixture.ts'

let portal: TestPortal
let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'linjen-pictures-'))
  portal = await testPortal({ DATA_DIR: dataDir })
})
afterAll(async () => {
  await portal.close()
  await rm(dataDir, { recursive: true, force: true })
})

const files = async (folder: string) =>
  (await readdir(join(dataDir, folder), { recursive: true, withFileTypes: true }).catch(() => [])).filter((entry) =>
    entry.isFile(),
  ).length

async function upload(...parts: readonly FormPart[]) {
  const { headers, payload } = formOf(...parts)
  return portal.send('anna', 'POST', '/api/incident/uploadimage', { headers, body: payload })
}

const file = (content: string | Uint8Array, fileName = 'bild.jpg'): FormPart => ({ name: 'file', fileName, content })

const image = (name: string, query = '', userName = 'anna') =>
  portal.send(userName, 'GET', `/api/incident/image?name=${name}${query}`)

describe('a file store that accepts no files', () => {
  test('is reported in a sentence, logged with its cause, and nothing is half stored', async () => {
    const before = await sql`select 1 from incident_pictures where stored`.execute(portal.db)
    const blobs = join(dataDir, 'blobs')
    await rename(blobs, join(dataDir, 'away')).catch(() => undefined)
    await writeFile(blobs, 'in the way')
    const { status, body } = await upload(file(await photo()))
    await rm(blobs)
    await rename(join(dataDir, 'away'), blobs).catch(() => undefined)
    expect(status).toBe(503)
    expect(body).toMatchObject({
      result: null,
      errorMessage: 'Portalens fillagring går inte att använda just nu. Försök igen senare.',
    })
    expect(portal.logged.join('')).toMatch(/a file was not stored: ENOTDIR: /)
    expect((await sql`select 1 from incident_pictures where stored`.execute(portal.db)).rows).toHaveLength(
      before.rows.length,
    )
    expect(await files('incoming')).toBe(0)
    expect((await upload(file(await photo()))).status).toBe(200)
  })
})

test('a store that hangs is answered for within ten seconds, whatever becomes of what was begun', async () => {
  // A store that refuses each PUT at once (a hanging connection would take seven seconds) and never answers a DELETE.
  const store = createServer((request, response) => {
    request.resume()
    if (request.method === 'PUT') response.writeHead(503).end()
  }).listen(0, '127.0.0.1')
  await once(store, 'listening')
  const other = await testPortal({
    FILES: 's3',
    S3_BUCKET: 'linjen',
    S3_ENDPOINT: `http://127.0.0.1:${(store.address() as AddressInfo).port}`,
    S3_ACCESS_KEY_ID: 'a',
    S3_SECRET_ACCESS_KEY: 'b',
  })
  const { headers, payload } = formOf(file(await photo({ width: 20, height: 20 })))
  const send = () => other.send('anna', 'POST', '/api/incident/uploadimage', { headers, body: payload })
  // The first upload loads the S3 client, and starts the process that decodes pictures.
  await send()
  const began = performance.now()
  const { status } = await send()
  // Waiting for the removal would take seven seconds.
  expect([status, performance.now() - began < 6000]).toEqual([503, true])
  store.closeAllConnections()
  store.close()
  await other.close()
})

test('at most 100 uploaded pictures wait for a report, not counting what the store did not take', async () => {
  const add = (from: number, to: number, stored: boolean) =>
    sql`
      insert into incident_pictures (name, employee_id, short_name, created_at, stored)
      select 'vantar-' || n, e.id, 'bild.jpg', now(), ${stored}
      from employees e, generate_series(${from}::int, ${to}::int) n where e.user_name = 'cecilia'`.execute(portal.db)
  const send = async () => {
    const { headers, payload } = formOf(file(await photo({ width: 20, height: 20 })))
    return portal.send('cecilia', 'POST', '/api/incident/uploadimage', { headers, body: payload })
  }
  await add(1, 120, false)
  await add(201, 299, true)
  expect((await send()).status).toBe(200)
  const { status, body } = await send()
  expect([status, body.errorMessage]).toEqual([400, expect.stringContaining('för många bilder i utkast')])
  await sql`delete from incident_pictures where name like 'vantar-%'`.execute(portal.db)
})

describe('a picture', () => {
  test.each(['jpeg', 'png', 'webp'] as const)('of type %s becomes a new JPEG', async (kind) => {
    const sent = await sharp(await photo())
      .toFormat(kind)
      .toBuffer()
    const { status, body } = await upload(file(sent, 'Skada på höger sida.jpg'))
    expect(status).toBe(200)
    expect(body.result).toEqual({
      name: expect.stringMatching(/^[0-9a-f]{32}$/),
      shortName: 'Skada på höger sida.jpg',
    })
    const { result } = (await image(body.result.name)).body
    expect(result.contentType).toBe('image/jpeg')
    expect((await sharp(Buffer.from(result.data, 'base64')).metadata()).format).toBe('jpeg')
  })

  test('is rotated upright, at most 2000 pixels, without metadata or location', async () => {
    const { body } = await upload(file(await photo({ width: 4000, height: 3000 })))
    const full = Buffer.from((await image(body.result.name)).body.result.data, 'base64')
    const { width, height, exif, orientation, xmp, icc } = await sharp(full).metadata()
    expect({ width, height, exif, orientation, xmp, icc }).toEqual({ width: 1500, height: 2000 })
    expect(full.includes('Telefonen')).toBe(false)
    const small = Buffer.from((await image(body.result.name, '&storlek=liten')).body.result.data, 'base64')
    expect(await sharp(small).metadata()).toMatchObject({ width: 240, height: 320 })
  })

  test('loses data appended to it', async () => {
    const script = '<script>alert(document.domain)</script>'
    const { status, body } = await upload(file(Buffer.concat([await photo(), Buffer.from(`${script}<svg/>`)])))
    expect(status).toBe(200)
    expect(Buffer.from((await image(body.result.name)).body.result.data, 'base64').includes(script)).toBe(false)
  })

  test('keeps only the last part of its name, whatever it is called', async () => {
    const names = ['../../etc/passwd.jpg', 'C:\\fakepath\\bild.jpg', '/', '..', 'a\u202egpj.exe', 'x'.repeat(400)]
    for (const name of names) {
      const { status, body } = await upload(file(await photo({ width: 20, height: 20 }), name))
      expect([name, status]).toEqual([name, 200])
      expect(body.result.shortName).toMatch(/^[^/\\\u202e]{1,100}$/)
      expect(body.result.name).toMatch(/^[0-9a-f]{32}$/)
    }
    // 'writing' is for files that are being written, and is empty now.
    expect(await readdir(join(dataDir, 'blobs'))).toEqual(['deviations', 'writing'])
    expect(await readdir(join(dataDir, 'blobs', 'writing'))).toEqual([])
  })

  test('that is not claimed is shown only to its sender', async () => {
    const { name } = (await upload(file(await photo({ width: 20, height: 20 })))).body.result
    expect((await image(name)).status).toBe(200)
    for (const [query, who] of [
      [name, 'cecilia'],
      [name, 'gunilla'],
      ['0'.repeat(32), 'anna'],
      ['../../postgres/PG_VERSION', 'anna'],
    ]) {
      const { status, body } = await portal.send(
        who as string,
        'GET',
        `/api/incident/image?name=${encodeURIComponent(query as string)}`,
      )
      expect([status, body.errorMessage]).toEqual([404, 'Det du söker finns inte.'])
    }
  })

  test('is answered with no-store', async () => {
    const { name } = (await upload(file(await photo({ width: 20, height: 20 })))).body.result
    const authorization = `Bearer ${await portal.token('anna')}`
    const headers = { host: 'localhost', authorization }
    const answer = await portal.app.inject({ url: `/api/incident/image?name=${name}`, headers })
    expect(answer.headers['cache-control']).toBe('no-store')
  })
})

test('a hidden part stays hidden, and the picture is there, if the answer of the commit is lost', async () => {
  const { db } = portal
  const config = readPortalConfig({ NODE_ENV: 'test', PAYSLIP_KEY: testPayslipKey, DATA_DIR: dataDir })
  const platform = { db, config, clock: () => portal.clock.now, log: portal.app.log } as unknown as Platform
  const pictures = reportPictures(incidentPictures, platform)
  const { name }: { name: string } = (await upload(file(await photo()))).body.result
  const { rows } = await sql<{ id: number; by: string; company: string }>`
    select i.id, i.reporter_id as by, i.company from incidents i
    where not exists (select from incident_pictures p where p.incident_id = i.id) order by i.id desc limit 1`.execute(
    db,
  )
  const { id, by, company } = rows[0]!
  await sql`update incident_pictures set incident_id = ${id} where name = ${name}`.execute(db)
  let made = ''
  const ask = { name, rectangles: [{ x: 0, y: 0, width: 0.5, height: 0.5 }], by: { id: by, company } }
  const redacting = pictures.redact(ask, async (redacted) => {
    made = redacted!.name
    await db.transaction().execute((tx) => redacted!.swap(tx, id))
    throw new Error('the connection was lost')
  })
  await expect(redacting).rejects.toThrow('the connection was lost')
  const { rows: shown } =
    await sql`select name, short_name from incident_pictures where incident_id = ${id} and stored`.execute(db)
  // The original file name is removed too, since it may reveal what is hidden.
  expect(shown).toEqual([{ name: made, short_name: '' }])
  expect(await pictures.read({ name: made })).not.toBeNull()
})

describe('the same picture again', () => {
  const kept = async () =>
    (await sql<{ n: number }>`select count(*) as n from incident_pictures where stored`.execute(portal.db)).rows[0]?.n
  const send = (part: FormPart, key: string) => {
    const { headers, payload } = formOf(part)
    return portal.send('anna', 'POST', '/api/incident/uploadimage', {
      headers: { ...headers, 'idempotency-key': key },
      body: payload,
    })
  }

  test('20 times at once with one key gives one picture and one answer, and leaves no file behind', async () => {
    const [before, filesBefore] = [(await kept()) ?? 0, await files('blobs')]
    const part = file(await photo({ width: 60, height: 40 }))
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(part, 'the-same-picture')))
    const [first] = answers
    expect(answers.map(({ status, body }) => [status, body.result])).toEqual(
      answers.map(() => [200, first?.body.result]),
    )
    expect([await kept(), await files('blobs')]).toEqual([before + 1, filesBefore + 2])
  })

  test('a different one with the same key is refused, and leaves no file behind', async () => {
    expect((await send(file(await photo({ width: 61, height: 40 })), 'one-key-two-pictures')).status).toBe(200)
    const before = await files('blobs')
    const { status, body } = await send(file(await photo({ width: 62, height: 40 })), 'one-key-two-pictures')
    expect([status, Object.keys(body.modelState)]).toEqual([400, ['Idempotency-Key']])
    expect(await files('blobs')).toBe(before)
  })
})

describe('refused, with nothing stored:', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
  const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(400)])
  const cases: [string, () => Promise<FormPart[]> | FormPart[], RegExp][] = [
    ['a script in SVG', () => [file(svg, 'bild.svg')], /JPEG, PNG eller WebP/],
    ['SVG that calls itself a photo', () => [{ ...file(svg), type: 'image/jpeg' }], /JPEG, PNG eller WebP/],
    ['HTML that begins as a GIF', () => [file('GIF89a/*<html>*/=1;alert(1)')], /JPEG, PNG eller WebP/],
    ['a GIF', () => [file(gif)], /JPEG, PNG eller WebP/],
    ['a PDF', () => [file('%PDF-1.7\n%âãÏÓ')], /JPEG, PNG eller WebP/],
    ['a ZIP', () => [file('PK\u0003\u0004aaaaaaaaaaaaaaaaaaaaaaaaaaaa')], /JPEG, PNG eller WebP/],
    [
      'JPEG marks before a script',
      () => [file(Buffer.concat([Buffer.from([255, 216, 255]), Buffer.from(svg)]))],
      /skadad/,
    ],
    [
      'PNG marks before a script',
      () => [file(Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from(svg)]))],
      /skadad/,
    ],
    ['HEIC that the decoder lacks', () => [file(heic, 'IMG_0001.HEIC')], /HEIC/],
    ['50,000 x 50,000 pixels', async () => [file(await claimedPng(50_000, 50_000))], /bildpunkter/],
    ['2^31 x 2^31 pixels', async () => [file(await claimedPng(2 ** 31 - 1, 2 ** 31 - 1))], /bildpunkter|skadad/],
    ['a long thin strip', async () => [file(await claimedPng(1_000_000, 51))], /bildpunkter/],
    ['an empty picture', async () => [file(await claimedPng(0, 0))], /skadad/],
    ['a header that claims more than there is', async () => [file(await claimedPng(5000, 5000))], /skadad/],
    ['half a JPEG', async () => [file((await photo()).subarray(0, 2000))], /skadad/],
    ['the first bytes of one', async () => [file((await photo()).subarray(0, 12))], /skadad/],
    ['zero bytes', () => [file('')], /tom/],
    ['no file', () => [], /Välj en bild|hel/],
    ['a field instead of a file', () => [{ name: 'file', content: 'bild' }], /Välj en bild/],
    ['a file in another field', async () => [{ ...file(await photo()), name: 'bild' }], /Välj en bild/],
    ['two files', async () => [file(await photo()), file(await photo())], /en bild i taget/],
    [
      'more than 20 MB',
      () => [file(Buffer.concat([Buffer.from([255, 216, 255]), Buffer.alloc(21 * 1024 * 1024)]))],
      /för stor/,
    ],
    ['thirty files', () => Array.from({ length: 30 }, () => file('x')), /hel|i taget/],
    ['a field called __proto__', async () => [{ name: '__proto__', content: 'x' }, file(await photo())], /hel/],
  ]
  test.each(cases)('%s', async (_name, parts, message) => {
    const before = await files('blobs')
    const { status, body } = await upload(...(await parts()))
    expect(status).toBe(400)
    expect(body).toMatchObject({ result: null, errorMessage: expect.stringMatching(message) })
    expect(body.modelState).toEqual({ file: [body.errorMessage] })
    expect(await files('blobs')).toBe(before)
    expect(await files('incoming')).toBe(0)
  })

  test.each([
    ['application/json', '{}'],
    ['application/json', '{"file":"x"}'],
    ['multipart/form-data', 'x'],
    ['multipart/form-data; boundary=', 'x'],
    ['multipart/form-data; boundary=x', ''],
    ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nhalf'],
    ['multipart/form-data; boundary=x', '--x\r\n\r\n--x--'],
    ['multipart/form-data; boundary=x', `--x\r\n${'A: b\r\n'.repeat(50_000)}\r\n--x--`],
  ])('%s, case %#', async (type, payload) => {
    const { status, body } = await portal.send('anna', 'POST', '/api/incident/uploadimage', {
      headers: { 'content-type': type },
      body: Buffer.from(payload),
    })
    expect(status).toBe(400)
    expect(body.modelState.file).toEqual([expect.any(String)])
    expect(await files('incoming')).toBe(0)
  })

  test('more at once than a phone sends, until the first of them are stored', async () => {
    const { headers, payload } = formOf(file(await photo({ width: 20, height: 20 })))
    const one = () => portal.send('eva', 'POST', '/api/incident/uploadimage', { headers, body: payload })
    const together = await Promise.all(Array.from({ length: MOST_AT_ONCE + 5 }, one))
    const refused = together.filter(({ status }) => status === 429)
    expect([refused.length, together.filter(({ status }) => status === 200).length]).toEqual([5, MOST_AT_ONCE])
    expect(await files('incoming')).toBe(0)
    expect((await one()).status).toBe(200)
  })

  test('the hundred and first that no report has claimed', async () => {
    await sql`
      insert into incident_pictures (name, employee_id, short_name, stored, created_at)
      select 'x' || n, (select id from employees where user_name = 'amina'), 'x', true, now()
      from generate_series(1, 100) as n`.execute(portal.db)
    const { headers, payload } = formOf(file(await photo({ width: 20, height: 20 })))
    const { status } = await portal.send('amina', 'POST', '/api/incident/uploadimage', { headers, body: payload })
    expect(status).toBe(400)
  })
})
