// Employees report and list deviations, and their managers are notified.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestPortal } from '../../../app/server/test-portal.ts'
import { damageReports } from './damage-reports.ts'
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
const { list, add, count, upload, image } = reportCalls(() => started)

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
    const sent = Object.entries(payloads.addarbetsmiljo(bus))
    const columns = ['Datum', 'Plats', 'AttachmentUploadBlobNames']
    const kept = Object.fromEntries(sent.filter(([name]) => !columns.includes(name)))
    expect(rows[0]?.detail).toEqual({ ...kept, Personskador: true })
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

  test.each(addCalls)('%s sent twenty times at once with one key gives one record and one answer', async (call) => {
    const before = await count()
    const headers = { 'idempotency-key': `samma-nyckel-${call}` }
    const pictures = { AttachmentUploadBlobNames: [await upload(), await upload()] }
    const answers = await Promise.all(Array.from({ length: 20 }, () => add(call, pictures, { headers })))
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(new Set(answers.map(({ body }) => body.result.id)).size).toBe(1)
    expect(await count()).toBe(before + 1)
  })
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

test('the insurance follow-up reads the employee’s damage with its cost, and the area’s total', async () => {
  const reports = damageReports(portal.db)
  const { rows } = await sql<{ id: string }>`
    select id from employees where company = 'norr' and user_name = 'anna'`.execute(portal.db)
  const anna = rows[0]?.id as string
  const year = { from: '2026-01-01', before: '2027-01-01' }
  const own = await reports.reportsOf(anna, year)
  const insured = ['Fordonsskada', 'Försäkringsärende']
  const listed = (await list('anna')).filter(({ typ }: { typ: string }) => insured.includes(typ))
  expect(own.map(({ skapadDatum }) => skapadDatum)).toEqual(
    listed.map(({ skapadDatum }: { skapadDatum: string }) => skapadDatum),
  )
  expect(own.some(({ reparationskostnad }) => (reparationskostnad ?? 0) > 1000)).toBe(true)
  expect(await reports.reportsOf(anna, { from: '2020-01-01', before: '2020-02-01' })).toEqual([])
  const sum = await reports.costOfArea('norr', 'Umeå', year)
  expect(sum).toBeGreaterThan(own.reduce((total, { reparationskostnad }) => total + (reparationskostnad ?? 0), 0))
  expect(await reports.costOfArea('syd', 'Umeå', year)).toBe(0)
})

test('damage counts in the area in which it was reported, also when its driver moves or is erased', async () => {
  const year = { from: '2026-01-01', before: '2027-01-01' }
  const tx = await portal.db.startTransaction().execute()
  const sums = () => Promise.all(['Umeå', 'Flyttat'].map((area) => damageReports(tx).costOfArea('norr', area, year)))
  try {
    const before = await sums()
    expect(before).toEqual([expect.any(Number), 0])
    await sql`
      update employee_claims set value = 'Flyttat'
      where type = 'IntraCompanyArea' and employee_id = (select id from employees where user_name = 'anna')`.execute(tx)
    expect(await sums()).toEqual(before)
    await sql`
      update incidents set reporter_id = null
      where reporter_id = (select id from employees where user_name = 'anna')`.execute(tx)
    expect(await sums()).toEqual(before)
  } finally {
    await tx.rollback().execute()
  }
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
