import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testPortal, type TestPortal } from '../../../app/server/test-portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await testPortal()
  // Without the demo's own cases.
  await sql`delete from incidents`.execute(portal.db)
  // anna, amina and emil drive in Umeå, marika in Skellefteå; gunilla belongs to another company.
  await damaged('anna', '2026-11-03T06:10:00', 12_500, 'Påkörd stolpe')
  await damaged('anna', '2026-11-20T23:59:59', null, 'Repa i lacken')
  await damaged('anna', '2026-10-31T23:59:59', 4_000.5, 'Krossad ruta')
  await damaged('anna', '2026-12-01T00:00:00', 700, 'Backspegel')
  await damaged('amina', '2026-11-07T12:00:00', 1_999.95, 'Aminas dörr')
  await damaged('emil', '2026-11-08T12:00:00', 0.05, 'Emils skärm')
  await damaged('marika', '2026-11-09T12:00:00', 8_000, 'Marikas stötfångare')
  await damaged('gunilla', '2026-11-10T12:00:00', 9_000, 'Gunillas dörr')
})
afterAll(() => portal.close())

async function damaged(userName: string, at: string, cost: number | null, what: string, typ = 'Fordonsskada') {
  const detail = { ForsakringsKategori: 'Trafikskada', HandelseBeskrivning: what }
  await sql`
    with reported as (
      insert into incidents (company, reporter_id, typ, rubrik, incident_date, plats, status, detail, repair_cost,
        created_at, created_local)
      select company, id, ${typ}, ${typ}, ${at}::timestamp, 'Umeå', 'Ny', ${JSON.stringify(detail)}::jsonb, ${cost}::numeric,
        ${at}::timestamp, ${at}::timestamp
      from employees where user_name = ${userName} returning *
    )
    insert into cases (company, kind, id, number, area, reporter_id, received_at, state)
    select r.company, 'avvikelser', r.id, 'A-' || r.number, a.value, r.reporter_id, r.created_at, 'Ny'
    from reported r left join employee_claims a on a.employee_id = r.reporter_id and a.type = 'IntraCompanyArea'`.execute(
    portal.db,
  )
}

const ask = (userName: string, query: string, host?: string) =>
  portal.send(userName, 'GET', `/api/incident/forsakringuppfoljning?${query}`, { host })
const november = async (userName: string) => (await ask(userName, 'year=2026&month=11')).body.result
const texts = ({ resultList }: { resultList: { fordonsskada: { handelseBeskrivning: string } }[] }) =>
  resultList.map(({ fordonsskada }) => fordonsskada.handelseBeskrivning)

test('a month has the employee’s own cases, newest first, their sum and that of the area', async () => {
  expect(await november('anna')).toEqual({
    resultList: [
      {
        rubrik: 'Fordonsskada',
        skapadDatum: '2026-11-20T23:59:59',
        fordonsskada: {
          forsakringsKategori: 'Trafikskada',
          handelseBeskrivning: 'Repa i lacken',
          reparationskostnad: null,
        },
      },
      {
        rubrik: 'Fordonsskada',
        skapadDatum: '2026-11-03T06:10:00',
        fordonsskada: {
          forsakringsKategori: 'Trafikskada',
          handelseBeskrivning: 'Påkörd stolpe',
          reparationskostnad: 12_500,
        },
      },
    ],
    totalPersonal: 12_500,
    totalDepa: 14_500,
  })
})

test('a month begins at its first midnight and ends at that of the next month', async () => {
  const october = (await ask('anna', 'year=2026&month=10')).body.result
  expect([texts(october), october.totalPersonal]).toEqual([['Krossad ruta'], 4_000.5])
  const december = (await ask('anna', 'year=2026&month=12')).body.result
  expect([texts(december), december.totalPersonal]).toEqual([['Backspegel'], 700])
})

test('colleagues see the same area sum and only their own cases', async () => {
  const amina = await november('amina')
  expect([texts(amina), amina.totalPersonal, amina.totalDepa]).toEqual([['Aminas dörr'], 1_999.95, 14_500])
  const marika = await november('marika')
  expect([texts(marika), marika.totalDepa]).toEqual([['Marikas stötfångare'], 8_000])
  // The nearest manager has no cases, and sees only the sum.
  expect(await november('cecilia')).toEqual({ resultList: [], totalPersonal: 0, totalDepa: 14_500 })
})

test('an area of the same name in another company is separate', async () => {
  const area = 'Umeå'
  await sql`
    update employee_claims set value = ${area} where type = 'IntraCompanyArea'
      and employee_id = (select id from employees where user_name = 'gunilla')`.execute(portal.db)
  await sql`update cases set area = ${area} where company = 'vast'`.execute(portal.db)
  expect(await november('gunilla')).toMatchObject({ totalPersonal: 9_000, totalDepa: 9_000 })
  expect((await november('anna')).totalDepa).toBe(14_500)
})

test('other kinds of deviation are not insurance cases', async () => {
  await damaged('anna', '2026-11-12T12:00:00', 5_000, 'Hotad', 'Hot och våld')
  expect(texts(await november('anna'))).not.toContain('Hotad')
  expect(await november('anna')).toMatchObject({ totalPersonal: 12_500, totalDepa: 14_500 })
})

test('an employee whose area is unknown has an area sum of zero', async () => {
  await sql`
    delete from employee_claims where type = 'IntraCompanyArea'
      and employee_id = (select id from employees where user_name = 'marika')`.execute(portal.db)
  expect(await november('marika')).toMatchObject({ totalPersonal: 8_000, totalDepa: 0 })
})

test('years reach five back and five ahead', async () => {
  for (const year of [2021, 2031]) expect((await ask('anna', `year=${year}&month=1`)).status).toBe(200)
  for (const year of ['2020', '2032', '0000', 'x', '20260', '']) {
    const { status, body } = await ask('anna', `year=${year}&month=1`)
    expect([year, status, body.modelState]).toEqual([year, 400, { year: ['Felaktigt årtal'] }])
  }
})

test.each(['', 'year=2026', 'month=1', 'year=2026&month=0', 'year=2026&month=13', 'year=2026&month=1&month=2'])(
  'refuses %j',
  async (query) => expect((await ask('anna', query)).status).toBe(400),
)

test('an employee’s id or area in the query changes nothing', async () => {
  const query = 'year=2026&month=11&employeeId=1&area=Skellefte%C3%A5&company=vast'
  const { status, body } = await ask('anna', query)
  expect([status, body.result]).toEqual([200, await november('anna')])
})

test('needs IncidentsEnabled, and a variant that has it', async () => {
  expect((await ask('bertil', 'year=2026&month=11')).status).toBe(403)
  expect((await ask('jonas', 'year=2026&month=11', 'ost.localhost')).status).toBe(403)
  expect((await ask('ida', 'year=2026&month=11', 'syd.localhost')).status).toBe(200)
})
