import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Platform } from '#platform/server/area.ts'
import { testPortal, type TestPortal } from '../../../app/server/test-portal.ts'
import { damageReports } from './damage-reports.ts'
import { formOf, photo } from '#core/pictures/server/form-fixture.ts'
import { reportPictures } from '#core/pictures/server/report-pictures.ts'
import { incidentPictures } from './picture-store.ts'
import { payloads, type AddCall } from './payloads-fixture.ts'

let portal: TestPortal
let dataDir: string
let bus: string
let bytes: Buffer

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'linjen-deviations-'))
  portal = await testPortal({ DATA_DIR: dataDir })
  const { rows } = await sql<{ name: string }>`select name from vehicles where company = 'norr' limit 1`.execute(
    portal.db,
  )
  bus = rows[0]?.name ?? ''
  bytes = await photo({ width: 40, height: 30 })
})
afterAll(async () => {
  await portal.close()
  await rm(dataDir, { recursive: true, force: true })
})
beforeEach(() => {
  portal.clock.now = new Date(portal.clock.now.getTime() + 1000)
})

const platform = () =>
  ({
    db: portal.db,
    clock: () => portal.clock.now,
    config: { dataDir, files: { in: 'folder' } },
  }) as unknown as Platform

const calls: readonly AddCall[] = ['addarbetsmiljo', 'addhotochvald', 'addtrafikinformation', 'addfordonsskada']

const list = async (userName: string, query = '') =>
  (await portal.send(userName, 'GET', `/api/incident/list${query}`)).body.result
const add = (call: AddCall, change: object = {}, { userName = 'anna', host = 'localhost', headers = {} } = {}) =>
  portal.send(userName, 'POST', `/api/incident/${call}`, { host, headers, body: { ...payloads[call](bus), ...change } })
const count = async () =>
  (await sql<{ n: number }>`select count(*) as n from incidents`.execute(portal.db)).rows[0]?.n as number
const upload = async (userName = 'anna'): Promise<string> => {
  const { headers, payload } = formOf({ name: 'file', fileName: 'Bild ett.jpg', content: bytes })
  const { body } = await portal.send(userName, 'POST', '/api/incident/uploadimage', { headers, body: payload })
  return body.result.name
}
const image = async (userName: string, name: string) =>
  (await portal.send(userName, 'GET', `/api/incident/image?name=${name}`)).status

describe('the list', () => {
  test('has all six types in the demo, each with its own sub-object and no other', async () => {
    const parts: Record<string, string> = {
      Försäkringsärende: 'forsakring',
      Hållplatsinformation: 'hallplatsInfo',
      Arbetsmiljöfrågor: 'arbetsMiljo',
      'Hot och våld': 'hotOchVald',
      Fordonsskada: 'fordonsskada',
      Trafikinformation: 'trafikinformation',
    }
    const reports = await list('anna')
    expect(new Set(reports.map(({ typ }: { typ: string }) => typ))).toEqual(new Set(Object.keys(parts)))
    for (const report of reports) {
      const own = Object.keys(report).filter((key) => Object.values(parts).includes(key))
      expect(own).toEqual([parts[report.typ as string]])
      expect(report).toMatchObject({
        bolag: 'Linjen Norr',
        skapadAv: 'Anna Lindgren',
        incidentAnsvarig: 'Cecilia Wikström',
        egen: true,
        skapadDatum: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
        incidentDatum: expect.stringMatching(/^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d)?$/),
      })
    }
    const dates = reports.map(({ skapadDatum }: { skapadDatum: string }) => skapadDatum)
    expect(dates).toEqual(dates.toSorted().toReversed())
  })

  test('has some months of all six types for every demo company, with pictures', async () => {
    const { rows } = await sql<{ company: string; types: number; months: number; pictures: number }>`
      select company, count(distinct typ) as types, count(distinct date_trunc('month', created_local)) as months,
        sum((select count(*) from incident_pictures p where p.incident_id = i.id))::int as pictures
      from incidents i where external_id is not null group by company`.execute(portal.db)
    expect(rows.length).toBe(4)
    for (const { company, types, months, pictures } of rows) {
      expect([company, types]).toEqual([company, 6])
      expect(months).toBeGreaterThan(2)
      expect(pictures).toBeGreaterThan(2)
    }
  })

  test('has the reports that the employee made or is responsible for', async () => {
    const { body } = await add('addhotochvald')
    const has = async (userName: string) =>
      (await list(userName)).some(({ id }: { id: number }) => id === body.result.id)
    expect([await has('anna'), await has('cecilia')]).toEqual([true, true])
    // A colleague, another manager, the manager's manager, the managing director and another company.
    for (const other of ['amina', 'samir', 'henrik', 'david', 'gunilla']) expect(await has(other)).toBe(false)
  })

  test('has 200 reports per page and the rest on the next', async () => {
    await sql`
      insert into incidents (company, reporter_id, typ, rubrik, incident_date, plats, status, detail, created_at, created_local)
      select 'norr', (select id from employees where company = 'norr' and user_name = 'emil'), 'Trafikinformation', 'Nr ' || n,
        '2026-01-01', 'x', 'Ny', '{"Hallplatskategori":"x","HandelseBeskrivning":"x"}',
        timestamptz '2026-11-21 10:00Z' + n * interval '1 second', timestamp '2026-11-21 11:00'
      from generate_series(1, 450) as n`.execute(portal.db)
    const pages = [
      await list('emil'),
      await list('emil', '?page=1'),
      await list('emil', '?page=2'),
      await list('emil', '?page=3'),
    ]
    expect(pages.slice(0, 2).map(({ length }) => length)).toEqual([200, 200])
    expect(pages[3]).toEqual([])
    const own = pages.flat().filter(({ rubrik }: { rubrik: string }) => rubrik.startsWith('Nr '))
    expect(own.map(({ rubrik }: { rubrik: string }) => rubrik)).toEqual(
      Array.from({ length: 450 }, (_, n) => `Nr ${450 - n}`),
    )
    for (const page of ['-1', 'x', '1.5', '', '9999999']) {
      expect((await portal.send('emil', 'GET', `/api/incident/list?page=${page}`)).status).toBe(400)
    }
  })
})

describe('a report', () => {
  const common = {
    status: 'Ny',
    incidentAnsvarig: 'Cecilia Wikström',
    atgard: '',
    plats: 'Umeå busstation',
    bilder: [],
  }

  test('of work environment is stored with the chosen options and the addition', async () => {
    const { status, body } = await add('addarbetsmiljo', { Personskador: true })
    expect(status).toBe(200)
    expect((await list('anna'))[0]).toMatchObject({
      ...common,
      id: body.result.id,
      nummer: body.result.nummer,
      typ: 'Arbetsmiljöfrågor',
      rubrik: 'Arbetsmiljö',
      incidentDatum: '2026-11-20',
      arbetsMiljo: {
        personskador: ['Ja'],
        arbetsmoment: ['Körning i trafik', 'Körning på depå'],
        vadHande: ['Halkade eller snubblade'],
        varNagot: ['Trasig lampa'],
        forhallanden: ['Mörker'],
        forslag: ['Bättre belysning'],
        fordon: bus,
      },
    })
    const { rows } = await sql<{ detail: unknown }>`
      select detail from incidents where id = ${body.result.id}`.execute(portal.db)
    const { Datum, Plats, AttachmentUploadBlobNames, ...kept } = payloads.addarbetsmiljo(bus)
    expect(rows[0]?.detail).toEqual({ ...kept, Personskador: true })
    expect([Datum, Plats, AttachmentUploadBlobNames]).toBeTruthy()
  })

  test('gets a number of six digits, the same one when it is sent twice', async () => {
    const headers = { 'Idempotency-Key': 'the-same-report-again' }
    const send = async () =>
      (await portal.send('anna', 'POST', '/api/incident/addhotochvald', { body: payloads.addhotochvald(bus), headers }))
        .body.result
    const first = await send()
    expect(first.nummer).toMatch(/^A-\d{6}$/)
    expect(await send()).toEqual(first)
    const other = (await add('addhotochvald')).body.result
    expect(other.nummer).not.toBe(first.nummer)
  })

  test('of a threat is stored', async () => {
    await add('addhotochvald')
    expect((await list('anna'))[0]).toMatchObject({
      ...common,
      typ: 'Hot och våld',
      rubrik: 'Hot och Våld',
      hotOchVald: {
        handelseBeskrivning: 'En resenär hotade mig.',
        externaPersonskadorInfo: 'Ingen skadades.',
        fordon: bus,
      },
    })
  })

  test('of traffic information has its category as the heading', async () => {
    await add('addtrafikinformation')
    expect((await list('anna'))[0]).toMatchObject({
      ...common,
      typ: 'Trafikinformation',
      rubrik: 'Skadad eller saknad hållplatsstolpe',
      trafikinformation: {
        hallplatskategori: 'Skadad eller saknad hållplatsstolpe',
        handelseBeskrivning: 'Stolpen ligger på marken.',
      },
    })
  })

  test('of vehicle damage has every field', async () => {
    await add('addfordonsskada')
    expect((await list('anna'))[0]).toMatchObject({
      ...common,
      typ: 'Fordonsskada',
      rubrik: 'Fordonsskada',
      incidentDatum: '2026-11-20T16:45:00',
      fordonsskada: {
        fordon: bus,
        skadeplatskategori: ['Bak', 'Dörr'],
        polis: true,
        raddningstjanst: false,
        skadaPaFordon: 'Buckla',
        forsakringsKategori: 'Fordonsskada',
        handelseBeskrivning: 'Backade på en stolpe.',
        kategoriSpecificering: 'Kollision',
        ersattningsfordon: true,
        synligaSkador: 'Buckla bak',
        personskadekontaktuppgifter: '',
        motpartskontaktuppgifter: 'ABC12D, Volvo',
        blodprov: false,
        antalPassagerare: '12',
        vittnen: 'En resenär',
        matarstallning: '123456',
        vagensBredd: '6,5',
        avstandTillVagensSida: '0.8',
      },
    })
  })

  test('without a manager is stored with nobody responsible', async () => {
    await add('addhotochvald', {}, { userName: 'david' })
    expect((await list('david'))[0]).toMatchObject({ incidentAnsvarig: '', skapadAv: 'David Hedlund' })
  })

  test.each(calls)('%s sent twenty times at once with one key gives one record and one answer', async (call) => {
    const before = await count()
    const headers = { 'idempotency-key': `samma-nyckel-${call}` }
    const pictures = { AttachmentUploadBlobNames: [await upload(), await upload()] }
    const answers = await Promise.all(Array.from({ length: 20 }, () => add(call, pictures, { headers })))
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(new Set(answers.map(({ body }) => body.result.id)).size).toBe(1)
    expect(await count()).toBe(before + 1)
  })
})

describe('is refused with the field at fault, and nothing is stored:', () => {
  const all: [AddCall, Record<string, unknown>, string, string][] = [
    ...calls.flatMap((call): typeof all => [
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

describe('the responsible manager', () => {
  const alerts = async (userName: string): Promise<{ id: number }[]> =>
    (await portal.send(userName, 'GET', '/api/incident/larm')).body.result
  const read = (userName: string, id: number) =>
    portal.send(userName, 'POST', '/api/incident/larm/last', { body: { id } })
  const nearMiss = [{ id: 'tillbud', label: 'Tillbud', order: 0, value: true }]

  test.each<[AddCall, object, boolean]>([
    ['addhotochvald', {}, true],
    ['addarbetsmiljo', {}, false],
    ['addarbetsmiljo', { Personskador: true }, true],
    ['addarbetsmiljo', { VadHande: nearMiss }, true],
    ['addarbetsmiljo', { VadHande: nearMiss.map((option) => ({ ...option, value: false })) }, false],
    ['addfordonsskada', {}, false],
    ['addfordonsskada', { Personskadekontaktuppgifter: 'Resenär, 070-174 06 05' }, true],
    ['addtrafikinformation', {}, false],
  ])('is notified at once of %s with %j: %j', async (call, change, notified) => {
    const { id } = (await add(call, change)).body.result
    expect((await alerts('cecilia')).some((alert) => alert.id === id)).toBe(notified)
    const listed = (await list('cecilia')).find((report: { id: number }) => report.id === id)
    expect(listed).toMatchObject({ olast: notified, egen: false })
    expect((await list('anna')).find((report: { id: number }) => report.id === id)).toMatchObject({ olast: false })
  })

  test('opens an alert, and nobody else can', async () => {
    const { id } = (await add('addhotochvald')).body.result
    for (const other of ['anna', 'samir', 'gunilla']) {
      expect((await alerts(other)).map((alert) => alert.id)).not.toContain(id)
      expect((await read(other, id)).status).toBe(404)
    }
    expect((await read('cecilia', 999_999_999)).status).toBe(404)
    expect([(await read('cecilia', id)).status, (await read('cecilia', id)).status]).toEqual([200, 200])
    expect((await alerts('cecilia')).map((alert) => alert.id)).not.toContain(id)
  })
})

test('who reads others’ reports of threats and injuries is logged by id, with nothing from the report', async () => {
  const [picture] = [await upload()]
  const { id } = (await add('addhotochvald', { AttachmentUploadBlobNames: [picture] })).body.result
  const traffic = (await add('addtrafikinformation')).body.result.id
  const readers = await sql<{ id: string }>`select id from employees where user_name = 'cecilia'`.execute(portal.db)
  const logs = async (work: () => Promise<unknown>) => {
    const before = portal.logged.length
    await work()
    const lines = portal.logged.slice(before).map((line) => JSON.parse(line) as Record<string, unknown>)
    return lines.filter(({ msg }) => msg === 'sensitive reports read')
  }
  for (const work of [() => list('cecilia'), () => portal.send('cecilia', 'GET', '/api/incident/larm')]) {
    const [line, ...more] = await logs(work)
    expect(line).toMatchObject({ employee: readers.rows[0]?.id, reports: expect.arrayContaining([id]) })
    expect(line?.['reports']).not.toContain(traffic)
    expect(more).toEqual([])
  }
  expect(await logs(() => image('cecilia', picture ?? ''))).toMatchObject([{ reports: [id] }])
  // Reading one's own reports is not logged.
  expect(await logs(() => list('anna'))).toEqual([])
  expect(await logs(() => image('anna', picture ?? ''))).toEqual([])
})

describe('pictures', () => {
  test('belong to their report, in order, and are seen by those who may see it', async () => {
    const names = [await upload(), await upload(), await upload()].toReversed()
    await add('addfordonsskada', { AttachmentUploadBlobNames: names })
    expect((await list('anna'))[0].bilder).toEqual(names.map((name) => ({ name, shortName: 'Bild ett.jpg' })))
    const [name = ''] = names
    const seen = await Promise.all(['anna', 'cecilia', 'amina', 'samir', 'gunilla'].map((who) => image(who, name)))
    expect(seen).toEqual([200, 200, 404, 404, 404])
  })

  test('of another employee, of another report or without a file are refused with the report', async () => {
    const [theirs, claimed, lost, good] = [await upload('amina'), await upload(), await upload(), await upload()]
    await add('addhotochvald', { AttachmentUploadBlobNames: [claimed] })
    await rm(join(dataDir, 'blobs', 'deviations', lost.slice(0, 2), `${lost}.jpg`))
    const before = await count()
    for (const name of [theirs, claimed, lost]) {
      const { status, body } = await add('addhotochvald', { AttachmentUploadBlobNames: [good, name] })
      expect([status, Object.keys(body.modelState)]).toEqual([400, ['AttachmentUploadBlobNames']])
    }
    expect(await count()).toBe(before)
    expect((await add('addhotochvald', { AttachmentUploadBlobNames: [good] })).status).toBe(200)
  })

  test('uploaded again for a report whose answer was lost do not create a second report, also after they were removed', async () => {
    const headers = { 'idempotency-key': 'lost-answer-with-pictures' }
    const first = [await upload(), await upload()]
    const stored = await add('addhotochvald', { AttachmentUploadBlobNames: first }, { headers })
    const before = await count()
    portal.clock.now = new Date(portal.clock.now.getTime() + 20 * 3_600_000)
    const anew = [await upload(), await upload()]
    for (const names of [anew, first, []]) {
      const again = await add('addhotochvald', { AttachmentUploadBlobNames: names }, { headers })
      expect([again.status, again.body.result]).toEqual([200, stored.body.result])
    }
    expect(await count()).toBe(before)
    expect((await list('anna'))[0].bilder.map(({ name }: { name: string }) => name)).toEqual(first)
    expect((await add('addhotochvald', { Plats: 'En annan plats' }, { headers })).status).toBe(400)
    // The pictures uploaded again are still unclaimed, and another report may claim them.
    expect((await add('addhotochvald', { AttachmentUploadBlobNames: anew })).status).toBe(200)
  })

  test('that no report has claimed are removed after a day, rows and files, and no others', async () => {
    const [old, kept] = [await upload(), await upload()]
    await add('addhotochvald', { AttachmentUploadBlobNames: [kept] })
    portal.clock.now = new Date(portal.clock.now.getTime() + 86_400_000 - 2000)
    const fresh = await upload()
    const tidy = () => reportPictures(incidentPictures, platform()).removeUnclaimed()
    await tidy()
    expect(await image('anna', old)).toBe(200)
    portal.clock.now = new Date(portal.clock.now.getTime() + 5000)
    // As a process that was killed halfway leaves it: marked for removal, and one of its files removed.
    await sql`update incident_pictures set doomed = true where name = ${old}`.execute(portal.db)
    await rm(join(dataDir, 'blobs', 'deviations', old.slice(0, 2), `${old}.jpg`))
    expect((await add('addhotochvald', { AttachmentUploadBlobNames: [old] })).status).toBe(400)
    await Promise.all([tidy(), tidy()])
    expect([await image('anna', old), await image('anna', kept), await image('anna', fresh)]).toEqual([404, 200, 200])
    const left = await readdir(join(dataDir, 'blobs'), { recursive: true })
    const names = new Set(left.filter((path) => path.endsWith('.jpg')).map((path) => basename(path).slice(0, 32)))
    const { rows } = await sql<{ name: string }>`select name from incident_pictures`.execute(portal.db)
    expect([...names].filter((name) => !rows.some((row) => row.name === name))).toEqual([])
    expect(names.has(kept)).toBe(true)
    expect(names.has(old)).toBe(false)
  })
})

test('the insurance follow-up reads the employee’s damage with its cost, and the area’s total', async () => {
  const reports = damageReports(portal.db)
  const { rows } = await sql<{ id: string }>`
    select id from employees where company = 'norr' and user_name = 'anna'`.execute(portal.db)
  const anna = rows[0]?.id as string
  const year = { from: '2026-01-01', before: '2027-01-01' }
  const own = await reports.reportsOf(anna, year)
  const listed = (await list('anna')).filter(({ typ }: { typ: string }) => typ === 'Fordonsskada')
  expect(own.map(({ skapadDatum }) => skapadDatum)).toEqual(
    listed.map(({ skapadDatum }: { skapadDatum: string }) => skapadDatum),
  )
  expect(own.some(({ reparationskostnad }) => (reparationskostnad ?? 0) > 1000)).toBe(true)
  expect(await reports.reportsOf(anna, { from: '2020-01-01', before: '2020-02-01' })).toEqual([])
  const sum = await reports.costOfArea('norr', 'Umeå', year)
  expect(sum).toBeGreaterThan(own.reduce((total, { reparationskostnad }) => total + (reparationskostnad ?? 0), 0))
  expect(await reports.costOfArea('syd', 'Umeå', year)).toBe(0)
})

test('form options are plausible lists without duplicates', async () => {
  const { body } = await portal.send('anna', 'GET', '/api/incident/formoptions')
  expect(Object.keys(body.result)).toEqual([
    'arbetsmoment',
    'vadHande',
    'varNagot',
    'forhallanden',
    'forslag',
    'hallplatskategori',
    'skadeplatskategori',
    'forsakringskategori',
  ])
  for (const options of Object.values(body.result) as { label: string }[][]) {
    expect(options.length).toBeGreaterThan(2)
    expect(new Set(options.map(({ label }) => label)).size).toBe(options.length)
  }
})
