// After a restore of an older backup: what the office has hidden since, and employees whom the company has erased. Runs commands beside a
// portal in its own process.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formOf, photo } from '#core/pictures/server/form-fixture.ts'
import { ImportRefused } from '#platform/server/area.ts'
import { effort } from '../../../checks/effort.ts'
import { carryOut } from '../command.ts'
import { readPortalConfig } from '../config.ts'
import { portalProcess, type Process } from '../test-process.ts'
import { payloads } from '../../../areas/deviations/server/payloads-fixture.ts'
import { restore } from './restore.ts'
import { endRestore } from './undo.ts'
import { giveRowsTheirFiles } from './whole-portal-fixture.ts'

const inFull = effort({ sample: false, full: true })
const timeout = 1_800_000

let portal: Process
let folder: string
const bearers = new Map<string, string>()
const told: string[] = []
const tell = (line: string) => void told.push(line)
const config = () => readPortalConfig(portal.settings)
const command = (kind: string, source: string, company = '') =>
  carryOut({ kind, source, company, dryRun: false, options: {} }, config(), tell)

async function start(): Promise<void> {
  await portal.start()
  bearers.clear()
}
async function bearerOf(userName: string): Promise<string> {
  const bearer = bearers.get(userName) ?? (await portal.signIn(userName))
  bearers.set(userName, bearer)
  return bearer
}
// oxlint-disable-next-line typescript/no-explicit-any -- tests read answers of every shape
async function ask(userName: string, method: string, path: string, body?: object): Promise<any> {
  const answer = await fetch(`${portal.origin}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${await bearerOf(userName)}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, ...(await answer.json()) }
}
const done = async (userName: string, path: string, body: object) =>
  expect(await ask(userName, 'POST', path, body)).toMatchObject({ status: 200 })
const fault = (path: string) => `/api/kontor/arenden/fel/${path}`
const one = async (number: string, userName = 'roger') =>
  (await ask(userName, 'GET', fault(`arende?nummer=${number}`))).result
const original = (number: string, part: string) =>
  ask('monica', 'GET', fault(`original?nummer=${number}&del=${encodeURIComponent(part)}`))
const numbersFor = async (sok: string): Promise<string[]> =>
  (await ask('roger', 'GET', `/api/kontor/sok?q=${encodeURIComponent(sok)}`)).result.rows.map(
    ({ number }: { number: string }) => number,
  )

async function photoOf(userName: string): Promise<string> {
  const { headers, payload } = formOf({ name: 'file', fileName: 'dörr.jpg', content: await photo({ width: 400 }) })
  const answer = await fetch(`${portal.origin}/api/fordonskontroll/uploadimage`, {
    method: 'POST',
    headers: {
      ...headers,
      authorization: `Bearer ${await bearerOf(userName)}`,
      'idempotency-key': crypto.randomUUID(),
    },
    body: new Uint8Array(payload),
  })
  return ((await answer.json()) as { result: { name: string } }).result.name
}
async function report(userName: string, text: string, pictures: readonly string[] = []): Promise<string> {
  const body = { faultCategoryNumber: 1, vehicleNumber: '2117', text, AttachmentUploadBlobNames: pictures }
  await done(userName, '/api/fordonskontroll/addfault', body)
  const { items } = (await ask(userName, 'GET', '/api/fordonskontroll/mina')).result
  return items.find((each: { text: string }) => each.text === text).number
}
const hide = async (number: string, part: string, text: string, words: string) =>
  done('roger', fault('dolj'), {
    number,
    version: (await one(number)).version,
    part,
    from: text.indexOf(words),
    words,
    why: 'Namn på en resenär',
  })
/** The tables as text, except those that only record what the office did. */
async function database(): Promise<string> {
  const opened = await portal.open()
  try {
    const { rows } = await sql<{ all: string }>`
      select concat((select string_agg(t::text, '') from employees t), (select string_agg(t::text, '') from faults t),
        (select string_agg(t::text, '') from incidents t), (select string_agg(t::text, '') from cases t),
        (select string_agg(t::text, '') from case_events t), (select string_agg(t::text, '') from case_words t),
        (select string_agg(t::text, '') from case_originals t), (select string_agg(t::text, '') from erasures t)) as all`.execute(
      opened.db,
    )
    return rows[0]!.all
  } finally {
    await opened.close()
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linjen-office-backup-'))
  portal = await portalProcess()
  await start()
  await portal.stop()
  const opened = await portal.open()
  await giveRowsTheirFiles(opened.db, config())
  await opened.close()
  await start()
}, 240_000)
afterAll(async () => {
  await portal?.remove()
  await rm(folder, { recursive: true, force: true })
})

test.skipIf(!inFull)(
  'what was hidden after a backup is hidden when it is restored, and its original is kept for whom it was',
  { timeout },
  async () => {
    const text = 'Kvastberg slog sönder dörr 2'
    const answer = 'Vi har talat med Kvastberg.'
    const number = await report('anna', text, [await photoOf('anna')])
    await done('roger', fault('svara'), { number, version: 0, state: 'Bedömd', text: answer, asks: false })
    const said = `event:${(await one(number)).events.at(-1).seq}`
    expect(await numbersFor('Kvastberg')).toContain(number)
    const place = join(folder, 'hidden')
    await command('backup', place)

    await hide(number, 'text', text, 'Kvastberg')
    await hide(number, 'text', '████ slog sönder dörr 2', 'dörr 2')
    await hide(number, said, answer, 'Kvastberg')
    for (const x of [0, 5000]) {
      const { version, pictures } = await one(number)
      const rectangles = [{ x, y: 0, width: 3000, height: 3000 }]
      await done('roger', fault('doljbild'), { number, version, name: pictures[0].name, rectangles, why: 'Ansikte' })
    }
    const hidden = await one(number)
    const shown = (await ask('anna', 'GET', `/api/fordonskontroll/image?name=${hidden.pictures[0].name}&storlek=stor`))
      .result
    await portal.stop()
    await restore(place, config(), tell)
    await start()

    const back = await one(number)
    expect([back.text, back.pictures]).toEqual(['████ slog sönder ████', hidden.pictures])
    expect(back.events.find(({ seq }: { seq: number }) => `event:${seq}` === said).text).toBe('Vi har talat med ████.')
    expect(back.events.at(-1)).toMatchObject({ type: 'redacted', public: false })
    expect((await ask('anna', 'GET', `/api/fordonskontroll/image?name=${shown.name}&storlek=stor`)).result).toEqual(
      shown,
    )
    const { items } = (await ask('anna', 'GET', '/api/fordonskontroll/mina')).result
    expect(JSON.stringify(items.find((each: { number: string }) => each.number === number))).not.toContain('Kvastberg')
    expect(await numbersFor('Kvastberg')).not.toContain(number)
    expect((await original(number, 'text')).result.text).toBe(text)
    expect((await original(number, said)).result.text).toBe(answer)
    expect((await original(number, `picture:${shown.name}`)).result.picture).toEqual(expect.any(String))
    await portal.stop()
    const all = await database()
    expect(all.match(/Kvastberg/g)).toHaveLength(2)

    await endRestore('keep', config(), tell)
    await start()
  },
)

test('whoever was erased after a backup does not come back, nor the name in the own reports', { timeout }, async () => {
  const number = await report('amina', 'Amina ringde om vindrutan, Rukavetorn är sprucken')
  await hide(number, 'text', 'Amina ringde om vindrutan, Rukavetorn är sprucken', 'vindrutan')
  await done('amina', '/api/incident/addtrafikinformation', {
    ...payloads.addtrafikinformation(),
    Datum: new Date().toISOString().slice(0, 10),
    Plats: 'Hos Warsame på Storgatan',
    HandelseBeskrivning: 'En resenär ropade Amina Warsame och sprang',
  })
  const place = join(folder, 'erased')
  await command('backup', place)
  await expect(command('erase', '31113', 'norr')).rejects.toThrow(/avsluta anställningen först/)
  await expect(command('erase', '999999', 'norr')).rejects.toThrow(ImportRefused)
  await portal.stop()
  const opened = await portal.open()
  await sql`update employees set active = false where user_name = 'amina'`.execute(opened.db)
  await opened.close()
  await start()
  await command('erase', '31113', 'norr')

  const gone = async () => {
    const found = await one(number)
    expect([found.reporter, found.text]).toEqual([null, '[dolt namn] ringde om ████, Rukavetorn är sprucken'])
    expect(await numbersFor('Rukavetorn')).toContain(number)
    expect(await numbersFor('Amina')).toEqual([])
    expect((await original(number, 'text')).result.text).toBe('[dolt namn] ringde om vindrutan, Rukavetorn är sprucken')
    await portal.stop()
    expect((await database()).match(/.{20}(?<!demo-)(amina|warsame).{20}/gi)).toBeNull()
  }
  await gone()
  await restore(place, config(), tell)
  await start()
  await gone()
  if (!inFull) return
  await endRestore('undo', config(), tell)
  await start()
  await gone()
})
