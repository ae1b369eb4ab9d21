// The list of a queue: its order, bulk changes, and its spreadsheet.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestPortal } from '../../../app/server/test-portal.ts'
import { testNow } from '../../../app/server/test-template.ts'
import { queueCalls, queuePortal } from './queue-fixture.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await queuePortal()
})
afterAll(() => portal.close())
beforeEach(() => {
  portal.clock.now = testNow
})
const { get, post, one, list, later, reported, answer } = queueCalls(() => portal)

describe('a list', () => {
  test('has what is due first on top, and late ones in a view of their own', async () => {
    const number = await reported()
    later(6 * 24 * 60)
    const late = (await list('roger', '?vy=forsenade')).rows
    expect(late.find((row) => row.number === number)?.clock).toMatchObject({ kind: 'late', what: 'Första svar' })
    const { rows } = await list('roger')
    const minutes = rows.flatMap(({ clock }) => (clock && clock.kind !== 'paused' ? [clock.minutes] : []))
    expect(minutes).toEqual(minutes.toSorted((a, b) => a - b))
  })

  test('of a state that ends a case has the latest ended first', async () => {
    const numbers = [await reported(), await reported(), await reported()]
    for (const [minutes, number] of [numbers[1]!, numbers[0]!, numbers[2]!].entries()) {
      later(minutes)
      await answer('roger', number, 0, { state: 'Ingen åtgärd', text: 'Inget fel.' })
    }
    const { rows } = await list('roger', `?status=${encodeURIComponent('Ingen åtgärd')}`)
    expect(rows.slice(0, 3).map(({ number }) => number)).toEqual([numbers[2], numbers[0], numbers[1]])
  })

  test('changes many at once, each for itself', async () => {
    const [first, second, ended] = [await reported(), await reported(), await reported()]
    await answer('roger', ended, 0, { state: 'Klar' })
    const change = { type: 'state', state: 'Bedömd', text: 'Planeras in.' }
    const { body } = await post('roger', 'flera', { numbers: [first, ended, second, 'F-1'], change })
    expect(body.result).toEqual([
      { number: first, why: null },
      { number: ended, why: `${ended} är redan avslutat: Klar.` },
      { number: second, why: null },
      { number: 'F-1', why: 'Det du söker finns inte.' },
    ])
  })

  test('changes none of many that a colleague has changed since it was chosen, and a repeat is answered as before', async () => {
    const numbers = [await reported(), await reported(), await reported()]
    const [decided = '', owned = '', same = ''] = numbers
    const chosen = (await list('roger')).rows.filter(({ number }) => numbers.includes(number))
    const cases = chosen.map(({ number, version }) => ({ number, version }))
    expect(cases.length).toBe(3)
    await answer('henrik', decided, 0, { state: 'Bedömd', text: 'Kan gå ett varv till.' })
    // What the employee has done is no reason to refuse.
    await post('roger', 'anteckna', { number: owned, text: 'Reservdel beställd.' })
    const change = { type: 'state', state: 'Klar', text: 'Bytt.' }
    const tap = () => post('roger', 'flera', { cases, change }, { 'idempotency-key': 'chosen-by-roger' })
    const whyOf = async (sent: Promise<{ body: { result: { number: string; why: string | null }[] } }>) =>
      Object.fromEntries((await sent).body.result.map(({ number, why }) => [number, why]))
    const expected = { [decided]: 'Ärendet har ändrats sedan du valde det.', [owned]: null, [same]: null }
    expect(await whyOf(tap())).toEqual(expected)
    expect((await one('roger', decided)).state.name).toBe('Bedömd')
    // A colleague's note after the change: the repeat was decided on before it.
    await post('henrik', 'anteckna', { number: same, text: 'Provkörd.' })
    expect(await whyOf(tap())).toEqual(expected)
    const { id } = (await get('roger', 'handlaggare')).body.result[0]
    const assign = (version: number) =>
      whyOf(post('roger', 'flera', { cases: [{ number: decided, version }], change: { type: 'assign', owner: id } }))
    expect(await assign(0)).toEqual({ [decided]: 'Ärendet har ändrats sedan du valde det.' })
    expect(await assign(1)).toEqual({ [decided]: null })
    // As from a list of the version before, which has no versions.
    const unversioned = { cases: [{ number: same }], change: { type: 'assign', owner: id } }
    expect(await whyOf(post('roger', 'flera', unversioned))).toEqual({ [same]: `${same} är redan avslutat: Klar.` })
    expect(await whyOf(post('roger', 'flera', { ...unversioned, cases: [{ number: decided }] }))).toEqual({
      [decided]: null,
    })
  })

  test('of many names the chosen cases', async () => {
    const { cases } = (await get('roger', 'valbara')).body.result
    expect(cases[0]).toEqual({ number: expect.any(String), becomes: expect.any(Array), version: expect.any(Number) })
    const none = await post('roger', 'flera', { change: { type: 'assign', owner: 'jag' } })
    expect([none.status, none.body.modelState]).toEqual([400, { cases: ['Välj minst ett ärende.'] }])
  })

  test('says what of it can be changed together, into what and with which text', async () => {
    const [first, second, ended] = [await reported(), await reported(), await reported()]
    await answer('roger', second, 0, { state: 'Bedömd' })
    await answer('roger', ended, 0, { state: 'Klar' })
    const becomes = async (userName: string) =>
      new Map((await list(userName, '?om=2116')).rows.map((row) => [row.number, row.becomes]))
    expect((await becomes('roger')).get(first)).toEqual(['Bedömd', 'Åtgärdas', 'Klar', 'Ingen åtgärd'])
    expect((await becomes('roger')).get(second)).not.toContain('Bedömd')
    expect((await becomes('roger')).get(ended)).toEqual([])
    // Traffic control may only see the cases.
    expect((await becomes('emil')).get(first)).toEqual([])
    expect((await get('emil', 'valbara')).status).toBe(403)
    const { cases, more } = (await get('roger', 'valbara?om=2116')).body.result
    const numbers = cases.map(({ number }: { number: string }) => number)
    expect([numbers.includes(first), numbers.includes(second), numbers.includes(ended), more]).toEqual([
      true,
      true,
      false,
      false,
    ])
    expect((await get('sirpa', 'valbara?om=2116')).body.result.cases).not.toContainEqual(
      expect.objectContaining({ number: first }),
    )
    const states = (await get('roger', 'statusar')).body.result
    expect(states).toContainEqual({
      name: 'Ingen åtgärd',
      needsText: true,
      ends: true,
      template: expect.stringContaining('Rapportera igen'),
    })
    const change = { type: 'state', state: 'Åtgärdas', text: '{nummer}: {fordon} går in i dag.' }
    await post('roger', 'flera', { numbers: [first, second], change })
    for (const number of [first, second])
      expect((await one('roger', number)).events.at(-1)?.text).toMatch(
        new RegExp(`^${number}: .*2116.* går in i dag.$`),
      )
  })

  test('changes none of many with a placeholder that means nothing', async () => {
    const [first, second] = [await reported(), await reported()]
    const change = { type: 'state', state: 'Åtgärdas', text: '{Fordon} går in i dag.' }
    const { status, body } = await post('roger', 'flera', { numbers: [first, second], change })
    expect([status, body.modelState]).toEqual([
      400,
      { 'change.text': ['{Fordon} betyder ingenting. Använd {nummer}, {ärende}, {fordon}.'] },
    ])
    for (const number of [first, second]) expect((await one('roger', number)).version).toBe(0)
  })

  test('changes 500 at once with a result for each, and a second tap changes and tells nothing more', async () => {
    // Copies of one report, each with a reporter, a case and its first step.
    const number = await reported('anna', { vehicleNumber: '2117' })
    await sql`
      with template as (select * from faults where 'F-' || number = ${number} and company = 'norr'),
        copies as (
          insert into faults (company, number, vehicle_id, category_id, text, reporter_id, created_at, state, reason)
          select company, 500000 + n, vehicle_id, category_id, text, reporter_id, created_at, state, reason
          from template, generate_series(1, 501) n returning id, number, company, created_at),
        steps as (insert into fault_steps (fault_id, state, at) select id, 'Mottagen', created_at from copies)
      insert into cases (company, kind, id, number, area, category, about, reporter_id, received_at, state)
      select f.company, c.kind, f.id, 'F-' || f.number, c.area, c.category, c.about, c.reporter_id, c.received_at, c.state
      from copies f, cases c where c.company = 'norr' and c.kind = 'fel' and c.number = ${number}`.execute(portal.db)
    const numbers = Array.from({ length: 500 }, (_, at) => `F-${500_001 + at}`)
    const [ended = '', merged = '', ...rest] = numbers
    await answer('roger', ended, 0, { state: 'Klar' })
    await post('roger', 'slaihop', { number: merged, version: 0, into: rest[0] })
    const before = (await one('roger', rest[0]!)).version
    const change = { type: 'state', state: 'Åtgärdas', text: 'Alla går in i dag.' }
    const expected = [
      { number: ended, why: `${ended} är redan avslutat: Klar.` },
      { number: merged, why: `${merged} är ihopslaget med ett annat ärende.` },
      ...rest.map((each) => ({ number: each, why: null })),
    ]
    const tap = (key: string) => post('henrik', 'flera', { numbers, change }, { 'idempotency-key': key })
    // The second request is sent while the first is under way.
    const taps = await Promise.all([tap('bulk-of-henrik'), tap('bulk-of-henrik')])
    // Another request is sent after a later change of state, which it must not take back.
    await answer('roger', rest[1]!, 1, { state: 'Bedömd' })
    taps.push(await tap('bulk-of-henrik'))
    for (const { status, body } of taps) expect([status, body.result]).toEqual([200, expected])
    const { rows } = await sql<{ number: string; told: number }>`
      select c.number, count(*)::int as told from cases c join case_events e on e.case_id = c.id and e.kind = c.kind and e.company = c.company
      where c.company = 'norr' and c.kind = 'fel' and e.body->>'text' = ${change.text} group by 1 order by 1`.execute(
      portal.db,
    )
    // This includes the case that is merged into the first one.
    expect(rows).toEqual([merged, ...rest].toSorted().map((each) => ({ number: each, told: 1 })))
    expect([(await one('roger', rest[0]!)).version, (await one('roger', rest[1]!)).state.name]).toEqual([
      before + 1,
      'Bedömd',
    ])
    const tooMany = await post('henrik', 'flera', { numbers: [...numbers, 'F-500501'], change })
    expect([tooMany.status, tooMany.body.modelState]).toEqual([400, { numbers: ['Välj högst 500 ärenden åt gången.'] }])
    // With a new key it is another request. Each case that it cannot change is listed with the reason.
    const again = (await post('henrik', 'flera', { numbers: rest.slice(0, 3), change })).body.result
    expect(again.map(({ why }: { why: string | null }) => why)).toEqual([
      `${rest[0]} är Åtgärdas och kan inte bli Åtgärdas.`,
      null,
      `${rest[2]} är Åtgärdas och kan inte bli Åtgärdas.`,
    ])
    // Removed, since their numbers would be the highest in the following tests.
    await sql`delete from cases where number like 'F-500%'`.execute(portal.db)
    await sql`delete from faults where number > 500000`.execute(portal.db)
  })

  test('goes to a spreadsheet without formulas, and who took it is known', async () => {
    await sql`update vehicles set name = '=HYPERLINK("x")' where company = 'norr' and number = '2112'`.execute(
      portal.db,
    )
    const number = await reported('anna', { vehicleNumber: '2112', text: 'Ring "på"; klockan' })
    const { text } = (await get('roger', `tabell?sok=${number}`)).body.result
    expect(text.startsWith('\uFEFF"Nummer";')).toBe(true)
    expect(text).toContain(`"'=HYPERLINK(""x""), Ring ""på""; klockan"`)
    const { rows } = await sql<{ after: unknown }>`
      select after from audit where what = 'case.exported' order by id desc limit 1`.execute(portal.db)
    expect(rows[0]?.after).toEqual({ rows: 1, sok: number })
  })

  test('is in the log without the words that were searched for, which may be a name; another search is another list', async () => {
    await reported('anna', { vehicleNumber: '2112', text: 'Kvastberg slog i stolpen' })
    const taken = async () =>
      (
        await sql<{ after: { sok: string } }>`
          select after from audit where what = 'case.exported' and after::text like '%sökord%' order by id`.execute(
          portal.db,
        )
      ).rows.map(({ after }) => after)
    for (const path of ['tabell?sok=Kvastberg', 'tabell?sok=Kvastberg&efter=1', 'tabell?sok=stolpen&efter=1'])
      expect((await get('roger', path)).status).toBe(200)
    const view = { id: null, name: 'Stolpar', role: null, query: { sok: 'Kvastberg' } }
    expect((await post('roger', 'sparavy', view)).status).toBe(200)
    const lists = await taken()
    expect(lists).toEqual([
      { rows: 1, sok: expect.stringMatching(/^\(sökord [0-9a-f]{16}\)$/) },
      { rows: 1, sok: expect.any(String) },
    ])
    expect(lists[0]?.sok).not.toBe(lists[1]?.sok)
    const { rows: named } = await sql`select 1 from audit where concat(before, after) like '%Kvastberg%'`.execute(
      portal.db,
    )
    expect(named).toEqual([])
  })

  test('is in the log without what the cases are about, which a driver may have written, unless that is the number of a bus', async () => {
    const taken = async () =>
      (
        await sql<{ after: { om: string } }>`
          select after from audit where what = 'case.exported' and after ? 'om' order by id`.execute(portal.db)
      ).rows.map(({ after }) => after.om)
    const place = encodeURIComponent('Hemma hos Anna Lindgren')
    for (const om of [place, `${place}&efter=1`, 'Porten&efter=1', '2116'])
      expect((await get('roger', `tabell?om=${om}`)).status).toBe(200)
    const view = { id: null, name: 'En plats', role: null, query: { om: 'Hemma hos Anna Lindgren' } }
    expect((await post('roger', 'sparavy', view)).status).toBe(200)
    const [{ id }] = (await get('roger', 'vyer')).body.result.views.filter(
      ({ name }: { name: string }) => name === 'En plats',
    )
    const other = { ...view, id, query: { om: '2116', sok: 'Lindgren' } }
    expect((await post('roger', 'sparavy', other)).status).toBe(200)
    const hash = expect.stringMatching(/^\(skriven text [0-9a-f]{16}\)$/)
    const lists = await taken()
    expect(lists).toEqual([hash, hash, '2116'])
    expect(lists[0]).not.toBe(lists[1])
    const { rows: saved } = await sql`
      select before->'query'->'om' as before, after->'query'->'om' as after from audit
      where what = 'view.saved' and object_id = ${String(id)} order by id`.execute(portal.db)
    expect(saved).toEqual([
      { before: null, after: lists[0] },
      { before: lists[0], after: '2116' },
    ])
    const { rows: named } = await sql`select 1 from audit where concat(before, after) like '%Lindgren%'`.execute(
      portal.db,
    )
    expect(named).toEqual([])
  })
})
