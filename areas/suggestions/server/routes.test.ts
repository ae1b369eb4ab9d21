import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { portsOn } from '../../../app/server/areas.ts'
import { testPortal, type TestPortal } from '../../../app/server/test-portal.ts'
import type { Suggestion } from '../contract.ts'
import { suggestions } from './index.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await testPortal()
})
afterAll(() => portal.close())

const list = async (userName: string, query = ''): Promise<Suggestion[]> =>
  (await portal.send(userName, 'GET', `/api/forslag/${query}`)).body.result
const add = (userName: string, body: unknown, headers: Record<string, string> = {}) =>
  portal.send(userName, 'POST', '/api/forslag/', { body, headers })
const titles = async (userName: string) => (await list(userName)).map(({ rubrik }) => rubrik)
const idea = (Rubrik: string, Bolag = 'norr') => ({ Rubrik, Bolag, Beskrivning: 'Så här tänker jag.' })

async function countOf(title: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from suggestions where title = ${title}`.execute(
    portal.db,
  )
  return rows[0]?.n ?? -1
}

test('the demo has suggestions in every company, newest first, with comments from the office', async () => {
  for (const userName of ['anna', 'gunilla', 'ida', 'jonas']) {
    const found = await list(userName)
    expect(found.length).toBeGreaterThanOrEqual(6)
    const dates = found.map(({ datumForslag }) => datumForslag)
    expect(dates).toEqual(dates.toSorted().toReversed())
    expect(dates[0]?.slice(0, 10) ?? '').toMatch(/^2026-11-1\d$/)
    expect(found.some(({ kommentarer }) => kommentarer) && found.some(({ atgarder }) => atgarder)).toBe(true)
    expect(new Set(found.map(({ status }) => status)).size).toBe(5)
  }
})

test('the demo is made once', async () => {
  const before = await titles('anna')
  const platform = {
    db: portal.db,
    variants: { timeZoneOf: () => 'Europe/Stockholm', companies: new Map() },
  } as unknown as Parameters<NonNullable<typeof suggestions.demo>>[0]
  await suggestions.demo?.(platform, '2026-11-28', portsOn(portal.db, platform.variants))
  expect(await titles('anna')).toEqual(before)
})

test('a suggestion is stored, returned and first in the list', async () => {
  const { status, body } = await add('anna', {
    Rubrik: ' Fler bänkar ',
    Bolag: 'norr',
    Beskrivning: 'På torget.\nTack!',
  })
  expect(status).toBe(200)
  expect(body.result).toEqual({
    id: expect.any(Number),
    rubrik: 'Fler bänkar',
    datumForslag: '2026-11-21T12:00:00',
    status: 'Nytt',
    skapadAv: 'Anna Lindgren',
    beskrivning: 'På torget.\nTack!',
    kommentarer: '',
    atgarder: '',
    eget: { nummer: expect.stringMatching(/^FS-\d{6}$/), meddelanden: [], inskrivetAv: null, svar: null },
  })
  expect((await list('anna'))[0]).toEqual(body.result)
})

test('is visible to the company that it is addressed to and its author, and nobody else', async () => {
  await add('anna', idea('Till Väst', 'vast'))
  await add('anna', idea('Till egna', 'norr'))
  expect(await titles('anna')).toEqual(expect.arrayContaining(['Till Väst', 'Till egna']))
  expect(await titles('gunilla')).toContain('Till Väst')
  expect(await titles('gunilla')).not.toContain('Till egna')
  // A colleague of the author sees those addressed to their company, not those sent elsewhere.
  expect(await titles('cecilia')).toContain('Till egna')
  expect(await titles('cecilia')).not.toContain('Till Väst')
  for (const userName of ['ida', 'jonas']) {
    const seen = await titles(userName)
    expect(seen).not.toContain('Till Väst')
    expect(seen).not.toContain('Till egna')
  }
})

test.each([
  [{ Rubrik: ' ', Bolag: '', Beskrivning: '\n' }, ['Rubrik', 'Bolag', 'Beskrivning']],
  [{}, ['Rubrik', 'Bolag', 'Beskrivning']],
  [{ Rubrik: 1, Bolag: ['norr'], Beskrivning: null }, ['Rubrik', 'Bolag', 'Beskrivning']],
  [idea('x', 'finns-inte'), ['Bolag']],
  [{ ...idea('x'), Beskrivning: 'a\u0000b' }, ['Beskrivning']],
  [{ ...idea('x'), Beskrivning: 'x'.repeat(4001) }, ['Beskrivning']],
  [idea('\ud800'), ['Rubrik']],
  [{ ...idea('x'), company: 'vast' }, ['company']],
])('refuses %j', async (body, fields) => {
  const before = await titles('anna')
  const refusal = await add('anna', body)
  expect([refusal.status, Object.keys(refusal.body.modelState).toSorted()]).toEqual([400, fields.toSorted()])
  expect(await titles('anna')).toEqual(before)
})

test('says what is missing with the specified messages', async () => {
  expect((await add('anna', {})).body.modelState).toEqual({
    Rubrik: ['Rubrik måste anges'],
    Bolag: ['Bolag måste väljas'],
    Beskrivning: ['Beskrivning måste anges'],
  })
  expect((await add('anna', idea('x', 'finns-inte'))).body.modelState).toEqual({ Bolag: ['Bolag måste väljas'] })
})

test('the same request 20 times at once gives one suggestion and one answer', async () => {
  const headers = { 'idempotency-key': randomUUID() }
  const answers = await Promise.all(Array.from({ length: 20 }, () => add('ida', idea('Bara en', 'syd'), headers)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(answers.map(({ body }) => JSON.stringify(body.result))).size).toBe(1)
  expect(await countOf('Bara en')).toBe(1)
})

test('older ones are on the next pages, each once', async () => {
  await sql`
    insert into suggestions (company, author_id, title, description, created_at)
    select 'syd', e.id, 'Äldre ' || n, 'x', timestamptz '2020-01-01' + n * interval '1 hour'
    from employees e, generate_series(1, 420) n where e.company = 'syd' and e.user_name = 'kwame'`.execute(portal.db)
  const pages = await Promise.all(['', '?page=0', '?page=1', '?page=2', '?page=3'].map((page) => list('kwame', page)))
  expect(pages[0]).toEqual(pages[1])
  expect(pages.map(({ length }) => length).slice(1, 3)).toEqual([200, 200])
  expect(pages[4]).toEqual([])
  const ids = pages.slice(1).flatMap((page) => page.map(({ id }) => id))
  expect(new Set(ids).size).toBe(ids.length)
  expect(pages[3]?.at(-1)?.rubrik).toBe('Äldre 1')
})

test.each(['?page=-1', '?page=x', '?page=1.5', '?page=0&page=1', '?page=9999999'])('refuses %s', async (query) => {
  const { status, body } = await portal.send('anna', 'GET', `/api/forslag/${query}`)
  expect([status, body.modelState]).toEqual([400, { page: ['Felaktig sida'] }])
})

test('stays when its author leaves', async () => {
  await sql`
    insert into employees (company, number, user_name, first_name, last_name)
    values ('ost', '1', 'slutar', 'Sven', 'Slutar')`.execute(portal.db)
  await sql`
    insert into suggestions (company, author_id, title, description, created_at)
    select 'ost', id, 'Avsked', 'x', now() from employees where user_name = 'slutar'`.execute(portal.db)
  await sql`delete from employees where user_name = 'slutar'`.execute(portal.db)
  expect((await list('jonas')).find(({ rubrik }) => rubrik === 'Avsked')?.skapadAv).toBe('Tidigare anställd')
})

test('needs ForslagEnabled', async () => {
  expect((await portal.send('bertil', 'GET', '/api/forslag/')).status).toBe(403)
  expect((await add('bertil', idea('x'))).status).toBe(403)
})

test('everybody gets the companies of the group, in Swedish order', async () => {
  for (const userName of ['anna', 'bertil', 'jonas']) {
    expect((await portal.send(userName, 'GET', '/api/spcommon/bolag')).body.result).toEqual([
      { id: 'norr', name: 'Linjen Norr' },
      { id: 'syd', name: 'Linjen Syd' },
      { id: 'vast', name: 'Linjen Väst' },
      { id: 'ost', name: 'Linjen Öst' },
    ])
  }
})
