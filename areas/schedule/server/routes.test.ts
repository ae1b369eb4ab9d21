import { afterAll, beforeAll, expect, test } from 'vitest'
import { testPortal, type TestPortal } from '../../../app/server/test-portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await testPortal()
})
afterAll(() => portal.close())

const month = (userName: string, query: string) => portal.send(userName, 'GET', `/api/bpl/schema?${query}`)

test('a month lists every duty with its weekday', async () => {
  const { status, body } = await month('anna', 'year=2026&month=11')
  expect([status, body.result.length]).toEqual([200, 18])
  expect(body.result[12]).toEqual({
    datum: '2026-11-21',
    starttid: expect.stringMatching(/^2026-11-21T/),
    sluttid: expect.any(String),
    starttidDayName: 'lördag',
    beskrivning: expect.stringMatching(/^Tjänst \d+/),
    passId: expect.any(Number),
    tjanst: expect.stringMatching(/^\d+$/),
    linjer: expect.arrayContaining([
      { namn: expect.any(String), farg: expect.stringMatching(/^#/), textfarg: expect.stringMatching(/^#/) },
    ]),
    startplats: 'Depå Umeå',
    slutplats: 'Depå Umeå',
    startForskjutning: '+01:00',
    slutForskjutning: '+01:00',
  })
})

test('a month has its public holidays by name, and how far it is published', async () => {
  const { status, body } = await portal.send('anna', 'GET', '/api/bpl/kalenderdagar?year=2026&month=12')
  expect([status, body.result]).toEqual([
    200,
    {
      publicerat: {
        fran: expect.stringMatching(/^20\d\d-\d\d-\d\d$/),
        till: expect.stringMatching(/^20\d\d-\d\d-\d\d$/),
      },
      helgdagar: [
        { datum: '2026-12-24', namn: 'Julafton' },
        { datum: '2026-12-25', namn: 'Juldagen' },
        { datum: '2026-12-26', namn: 'Annandag jul' },
        { datum: '2026-12-31', namn: 'Nyårsafton' },
      ],
    },
  ])
  const november = await portal.send('anna', 'GET', '/api/bpl/kalenderdagar?year=2026&month=11')
  expect(november.body.result.helgdagar).toEqual([])
})

test('December ends with the year', async () => {
  const { body } = await month('anna', 'year=2026&month=12')
  expect(body.result.every(({ starttid }: { starttid: string }) => starttid.startsWith('2026-12'))).toBe(true)
})

test('years reach five back and five ahead', async () => {
  for (const year of [2021, 2031]) expect((await month('anna', `year=${year}&month=1`)).status).toBe(200)
  for (const year of [2020, 2032]) {
    expect(await month('anna', `year=${year}&month=1`)).toMatchObject({
      status: 400,
      body: { errorMessage: expect.not.stringContaining('sparas'), modelState: { year: ['Felaktigt årtal'] } },
    })
  }
})

test.each([
  '',
  'year=2026',
  'month=1',
  'year=2026&month=0',
  'year=2026&month=13',
  'year=x&month=1',
  'year=2026&month=1.5',
  'year=2026&year=2025&month=1',
])('refuses %j', async (query) => expect((await month('anna', query)).status).toBe(400))

test('needs SchemaEnabled', async () => {
  expect((await month('bertil', 'year=2026&month=11')).status).toBe(403)
})
