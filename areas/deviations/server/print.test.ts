// A case as a PDF, as the authority and the skyddsombud get it. The test reads the PDF back.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getDocumentProxy } from 'unpdf'
import { formOf } from '#core/pictures/server/form-fixture.ts'
import { officeCalls } from '../../../app/server/test-cases.ts'
import { testPortal, type TestPortal } from '../../../app/server/test-portal.ts'
import { onlyRoles } from '../../../app/server/test-roles.ts'
import { type AddCall, payloads } from './payloads-fixture.ts'

let portal: TestPortal
let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'linjen-print-'))
  portal = await testPortal({ DATA_DIR: dataDir })
  await sql`update employees set manager_id = (select id from employees where user_name = 'cecilia')
    where user_name = 'anna'`.execute(portal.db)
  await onlyRoles(portal.db, [
    ['cecilia', 'omradeschef', { area: 'Umeå' }],
    ['sirpa', 'skyddsombud', { area: 'Umeå' }],
    ['marika', 'skyddsombud', { area: 'Skellefteå' }],
    ['roger', 'verkstad'],
  ])
})
afterAll(async () => {
  await portal.close()
  await rm(dataDir, { recursive: true, force: true })
})

const { get, post: send, one } = officeCalls(() => portal, 'avvikelser')
const post = async (userName: string, path: string, body: object) => {
  const { status } = await send(userName, path, body)
  expect([path, status]).toEqual([path, 200])
}
const version = async (userName: string, number: string): Promise<number> => (await one(userName, number)).version
const print = (userName: string, number: string, more = '') => get(userName, `pdf?nummer=${number}${more}`)

interface Read {
  readonly pages: readonly string[]
  readonly text: string
  readonly title: string
  readonly pictures: number
}

async function read(data: string): Promise<Read> {
  const document = await getDocumentProxy(new Uint8Array(Buffer.from(data, 'base64')), { verbosity: 0 })
  const pages: string[] = []
  let pictures = 0
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent()
    pages.push(items.map((item) => ('str' in item ? item.str + (item.hasEOL ? ' ' : '') : '')).join(''))
    const { fnArray } = await page.getOperatorList()
    // 85: paintImageXObject.
    pictures += fnArray.filter((operator) => operator === 85).length
  }
  const { info } = await document.getMetadata()
  return { pages, text: pages.join(' '), title: String((info as { Title?: string }).Title), pictures }
}

async function reported(
  fields: object = {},
  { call = 'addhotochvald', photos = 2 }: { readonly call?: AddCall; readonly photos?: number } = {},
): Promise<string> {
  const { headers, payload } = formOf({
    name: 'file',
    fileName: 'dörr.jpg',
    content: await sharp({ create: { width: 800, height: 600, channels: 3, background: '#c33' } })
      .jpeg()
      .toBuffer(),
  })
  const upload = async () =>
    (await portal.send('anna', 'POST', '/api/incident/uploadimage', { headers, body: payload })).body.result.name
  const names: string[] = []
  for (let photo = 0; photo < photos; photo++) names.push(await upload())
  const body = {
    ...payloads[call]('Buss 2116'),
    AttachmentUploadBlobNames: names,
    HandelseBeskrivning: 'Šarić & Łukasz såg hur Kalle Karlsson slog på rutan. Åäö ÅÄÖ é.',
    ...fields,
  }
  const sent = await portal.send('anna', 'POST', `/api/incident/${call}`, { body })
  expect(sent.status).toBe(200)
  return sent.body.result.nummer
}

test('has the facts, the text as it was written, the photos, what was filled in and what was answered, with numbered pages', async () => {
  const number = await reported()
  const receipt = { bedomning: 'Anmäld', kvittens: 'AV-2026-4711', anmald: '2026-11-21' }
  await post('cecilia', 'blankett', { number, version: 0, form: 'myndighet', item: null, values: receipt })
  await post('cecilia', 'svara', { number, version: 1, state: 'Mottagen', text: 'Vi ringer dig i dag.', asks: false })
  await post('cecilia', 'anteckna', { number, text: 'Talat med polisen.' })
  const { status, body } = await print('cecilia', number)
  expect([status, body.result.name, body.result.contentType]).toEqual([200, `${number}.pdf`, 'application/pdf'])
  const { pages, text, title, pictures } = await read(body.result.data)
  expect(title).toBe(`${number} Hot och våld`)
  for (const words of [
    'Linjen Norr',
    'Anna Lindgren',
    'Umeå busstation',
    'Šarić & Łukasz såg hur Kalle Karlsson slog på rutan. Åäö ÅÄÖ é.',
    'AV-2026-4711',
    'Anmäld den: 21 november 2026',
    'Vi ringer dig i dag.',
    'Status: Mottagen',
  ])
    expect(text).toContain(words)
  expect(text).not.toContain('Talat med polisen.')
  expect(pictures).toBe(2)
  expect(pages.length).toBeGreaterThan(1)
  for (const [page, words] of pages.entries()) {
    expect(words).toContain(`Sida ${page + 1} av ${pages.length}`)
    expect(words).toContain(`${number} · utskrivet 2026-11-21 12:00 av Cecilia Wikström`)
  }
})

test('has internal notes only where they are chosen, by whoever handles the case', async () => {
  const number = await reported()
  await post('cecilia', 'anteckna', { number, text: 'Talat med polisen.' })
  const chosen = await print('cecilia', number, '&anteckningar=ja')
  expect((await read(chosen.body.result.data)).text).toContain('Talat med polisen.')
  const assessed = { number, form: 'arbetsskada', item: null }
  for (const [index, motivering] of ['Ingen slog sig.', 'Foten är svullen.'].entries())
    await post('cecilia', 'blankett', {
      ...assessed,
      version: 1 + index,
      values: { bedomning: 'Ingen arbetsskada', motivering },
    })
  const history = (await read((await print('cecilia', number, '&anteckningar=ja')).body.result.data)).text
  for (const words of ['Motivering: Ingen slog sig.', 'Motivering: Foten är svullen.']) expect(history).toContain(words)
  expect((await print('sirpa', number, '&anteckningar=ja')).status).toBe(403)
  const copy = await print('sirpa', number)
  expect(copy.status).toBe(200)
  const copied = (await read(copy.body.result.data)).text
  for (const words of ['Talat med polisen.', 'Ingen slog sig.']) expect(copied).not.toContain(words)
})

test('shows what is hidden as hidden, to whoever may see the original too', async () => {
  const number = await reported()
  const from = 'Šarić & Łukasz såg hur '.length
  await post('cecilia', 'dolj', { number, version: 0, part: 'text', from, words: 'Kalle Karlsson', why: 'Namn' })
  const { text } = await read((await print('cecilia', number)).body.result.data)
  expect(text).toContain('såg hur ████ slog på rutan')
  expect(text).not.toContain('Kalle')
})

test('has the photos of the reports that are merged into it, below their texts, and says which it leaves out', async () => {
  const call = 'addtrafikinformation'
  const number = await reported({}, { call })
  const merge = async (words: string, photos: number) => {
    const other = await reported({ HandelseBeskrivning: words }, { call, photos })
    await post('cecilia', 'slaihop', { number: other, version: 0, into: number })
  }
  await merge('Stolpen ligger kvar.', 1)
  const copy = async () => await read((await print('cecilia', number)).body.result.data)
  const { text, pictures } = await copy()
  expect(text).toContain('Stolpen ligger kvar.')
  expect(text).not.toContain('visas bara i portalen')
  expect(pictures).toBe(3)
  for (let more = 0; more < 3; more++) await merge('Det hände igen.', 10)
  const long = await copy()
  expect(long.pictures).toBe(2 + 30)
  expect(long.text).toContain('Ytterligare 1 bild till dem visas bara i portalen.')
}, 60_000)

test('is recorded, and refused like an absent one to whoever does not see the case', async () => {
  const number = await reported()
  expect((await print('anna', number)).status).toBe(403)
  const absent = await print('roger', 'A-999999')
  for (const userName of ['marika', 'roger']) {
    const { status, body } = await print(userName, number)
    expect([userName, status, body.errorMessage]).toEqual([userName, 404, absent.body.errorMessage])
  }
  await print('sirpa', number)
  const { rows } = await sql`
    select b.user_name as by, w.user_name as about, a.after from audit a join employees b on b.id = a.by_id
      join employees w on w.id = a.about_id
    where a.what = 'case.printed' and a.object_id = ${number}`.execute(portal.db)
  expect(rows).toEqual([{ by: 'sirpa', about: 'anna', after: { notes: false } }])
  expect(await version('cecilia', number)).toBe(0)
})

test('of a long case goes on over many pages, each with its number', async () => {
  const number = await reported({ HandelseBeskrivning: 'Raden är lång och full av ord. '.repeat(120) })
  for (let note = 0; note < 12; note++)
    await post('cecilia', 'anteckna', { number, text: `Anteckning ${note}. `.repeat(60) })
  const { pages, text } = await read((await print('cecilia', number, '&anteckningar=ja')).body.result.data)
  expect(pages.length).toBeGreaterThan(4)
  expect(pages.filter((words) => words.includes('Sida')).length).toBe(pages.length)
  for (let note = 0; note < 12; note++) expect(text).toContain(`Anteckning ${note}.`)
})

test('of what nobody would write is made in good time: a word without end, another direction, signs without a letter', async () => {
  const number = await reported()
  const { rows } = await sql<{
    id: number
  }>`select id from cases where number = ${number} and company = 'norr'`.execute(portal.db)
  for (const words of ['x'.repeat(100_000), 'مرحبا שלום \u202eabc', '😀🇸🇪\u0001\u2028\ufffe'.repeat(100)]) {
    await sql`update incidents set detail = jsonb_set(detail, '{HandelseBeskrivning}', to_jsonb(${words}::text))
      where id = ${rows[0]?.id}`.execute(portal.db)
    const { status, body } = await print('cecilia', number)
    expect(status).toBe(200)
    expect((await read(body.result.data)).title).toContain(number)
  }
}, 90_000)
