// A deviation with a fault is refused with a message for the field, and nothing is stored.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestPortal } from '../../../app/server/test-portal.ts'
import { type AddCall, payloads } from './payloads-fixture.ts'
import { addCalls, reportCalls, type ReportsPortal, reportsPortal } from './reports-fixture.ts'

let started: ReportsPortal
let portal: TestPortal
let bus: string
beforeAll(async () => {
  started = await reportsPortal()
  ;({ portal, bus } = started)
})
afterAll(() => started.close())
beforeEach(() => {
  portal.clock.now = new Date(portal.clock.now.getTime() + 1000)
})
const { list, add, count } = reportCalls(() => started)

describe('is refused with the field at fault, and nothing is stored:', () => {
  const all: [AddCall, Record<string, unknown>, string, string][] = [
    ...addCalls.flatMap((call): typeof all => [
      [call, { Plats: '' }, 'Plats', 'Plats måste anges'],
      [call, { Plats: '  ' }, 'Plats', 'Plats måste anges'],
      [call, { Plats: undefined }, 'Plats', 'Plats måste anges'],
      [call, { Datum: '' }, 'Datum', 'Datum har fel format'],
      [call, { Datum: '20/11 2026' }, 'Datum', 'Datum har fel format'],
      [call, { Datum: '2026-11-31 10:00' }, 'Datum', 'Datum har fel format'],
      [call, { Datum: '0000-01-01 10:00' }, 'Datum', 'Datum har fel format'],
      [call, { companyId: 'syd' }, 'companyId', 'Okänt fält'],
      [
        call,
        { AttachmentUploadBlobNames: Array(11).fill('x') },
        'AttachmentUploadBlobNames',
        'Högst 10 bilder kan bifogas',
      ],
      [
        call,
        { AttachmentUploadBlobNames: ['../../etc/passwd'] },
        'AttachmentUploadBlobNames',
        'En bild finns inte kvar. Ta bort den och lägg till den igen.',
      ],
    ]),
    ...(['addarbetsmiljo', 'addhotochvald', 'addfordonsskada'] as const).flatMap((call): typeof all => [
      [call, { Fordon: '' }, 'Fordon', 'Ett giltigt fordon måste väljas från listan'],
      [call, { Fordon: 'Finns inte' }, 'Fordon', 'Ett giltigt fordon måste väljas från listan'],
    ]),
    ...(['addhotochvald', 'addtrafikinformation', 'addfordonsskada'] as const).map((call): (typeof all)[number] => [
      call,
      { HandelseBeskrivning: ' ' },
      'HandelseBeskrivning',
      'Händelsebeskrivning måste anges',
    ]),
    ['addarbetsmiljo', { Datum: '2026-11-20 10:00' }, 'Datum', 'Datum har fel format'],
    ['addarbetsmiljo', { Personskador: 'ja' }, 'Personskador', 'Svara ja eller nej'],
    ['addarbetsmiljo', { Forslag: [{ id: 'egen', label: '', order: 1000, value: true }] }, 'Forslag', 'Valet saknas'],
    ['addtrafikinformation', { Hallplatskategori: '' }, 'Hallplatskategori', 'Rubrik måste väljas'],
    ['addtrafikinformation', { Hallplatskategori: 'Påhittad' }, 'Hallplatskategori', 'Rubrik måste väljas'],
    ['addfordonsskada', { Datum: '2026-11-20' }, 'Datum', 'Tid har fel format'],
    ['addfordonsskada', { Datum: '2026-11-20 24:00' }, 'Datum', 'Tid har fel format'],
    ['addfordonsskada', { Datum: '2026-11-20 7:05' }, 'Datum', 'Tid har fel format'],
    ['addfordonsskada', { ForsakringsKategori: '' }, 'ForsakringsKategori', 'Försäkringskategori måste väljas'],
    ['addfordonsskada', { ForsakringsKategori: 'Påhittad' }, 'ForsakringsKategori', 'Försäkringskategori måste väljas'],
    ['addfordonsskada', { Skadeplatskategori: [] }, 'Skadeplatskategori', 'Skadeplatskategori måste anges'],
    ['addfordonsskada', { Skadeplatskategori: ['Vingen'] }, 'Skadeplatskategori', 'Skadeplatskategori måste anges'],
    [
      'addfordonsskada',
      { KategoriSpecificering: 'Påhittad' },
      'KategoriSpecificering',
      'Skadetypen måste väljas från listan',
    ],
    [
      'addfordonsskada',
      { AntalPassagerare: 'tolv' },
      'AntalPassagerare',
      'Antal passagerare innehåller inte en giltig siffra',
    ],
    [
      'addfordonsskada',
      { AntalPassagerare: '-1' },
      'AntalPassagerare',
      'Antal passagerare innehåller inte en giltig siffra',
    ],
    [
      'addfordonsskada',
      { Matarstallning: '12 mil' },
      'Matarstallning',
      'Mätarställning innehåller inte en giltig siffra',
    ],
    [
      'addfordonsskada',
      { VagensBredd: '6,' },
      'VagensBredd',
      'Vägens ungefärliga bredd innehåller inte en giltig siffra',
    ],
    [
      'addfordonsskada',
      { AvstandTillVagensSida: '1e3' },
      'AvstandTillVagensSida',
      'Ungefärligt avstånd till vägens högerkant innehåller inte en giltig siffra',
    ],
  ]
  test.each(all)('%s with %j', async (call, change, field, message) => {
    const before = await count()
    const { status, body } = await add(call, change)
    expect(status).toBe(400)
    expect(body.modelState[field]).toEqual([message])
    expect(await count()).toBe(before)
  })

  test('for another company’s bus, judged by the employee’s company and not the host’s', async () => {
    const { rows } = await sql<{ name: string }>`
      select name from vehicles where company = 'vast' and name not in (select name from vehicles where company = 'norr')
      limit 1`.execute(portal.db)
    const { body } = await add('addhotochvald', { Fordon: rows[0]?.name })
    expect(body.modelState).toEqual({ Fordon: ['Ett giltigt fordon måste väljas från listan'] })
  })

  test('if the variant has no vehicle list, only for an empty bus', async () => {
    const { rows } = await sql<{ name: string }>`
      select user_name as name from employees where company = 'syd' and user_name not in
        (select user_name from employees where company <> 'syd') limit 1`.execute(portal.db)
    const who = { userName: rows[0]?.name as string, host: 'syd.localhost' }
    const { body } = await add('addhotochvald', { Fordon: ' ' }, who)
    expect(body.modelState).toEqual({ Fordon: ['Ange för vilket fordon skadan gäller'] })
    expect((await add('addhotochvald', { Fordon: 'Den gröna' }, who)).status).toBe(200)
  })
})

test.each(Object.keys(payloads) as AddCall[])('%s refuses a payload without any one of its fields', async (call) => {
  const whole = payloads[call](bus)
  for (const field of Object.keys(whole)) {
    const { status, body } = await portal.send('anna', 'POST', `/api/incident/${call}`, {
      body: Object.fromEntries(Object.entries(whole).filter(([name]) => name !== field)),
    })
    expect([field, status, Object.keys(body.modelState ?? {})]).toEqual([field, 400, [field]])
  }
})

test('all that is wrong is reported at once, the bus too', async () => {
  for (const Fordon of ['', 'Buss 9999']) {
    const { body } = await add('addhotochvald', { Plats: '', HandelseBeskrivning: '', Fordon })
    expect(Object.keys(body.modelState).sort()).toEqual(['Fordon', 'HandelseBeskrivning', 'Plats'])
  }
  const { status, body } = await add('addhotochvald', { Plats: '', Fordon: '\u0000' })
  expect([status, Object.keys(body.modelState)]).toEqual([400, expect.arrayContaining(['Plats', 'Fordon'])])
})

test('a meter reading is digits, with or without spaces as in Swedish notation', async () => {
  for (const typed of ['198 340', '198\u00a0340', '198340']) {
    const { id } = (await add('addfordonsskada', { Matarstallning: typed })).body.result
    const stored = (await list('anna')).find((report: { id: number }) => report.id === id)
    expect(stored.fordonsskada.matarstallning).toBe('198340')
  }
  for (const typed of ['12,5', '12.5', 'tolv', '-1']) {
    const { status, body } = await add('addfordonsskada', { Matarstallning: typed })
    expect([typed, status, Object.keys(body.modelState ?? {})]).toEqual([typed, 400, ['Matarstallning']])
  }
})
