// Hidden words of a deviation: they are hidden wherever it is read, and in what the office has written.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hidesAgain } from '#core/cases/server/hidden-again.ts'
import { recordedErasures } from '#platform/server/erasures.ts'
import { readPortalConfig } from '../../../app/server/config.ts'
import type { TestPortal } from '../../../app/server/test-portal.ts'
import { testNow } from '../../../app/server/test-template.ts'
import type { Deviation } from '../contract/list.ts'
import { payloads } from './payloads-fixture.ts'
import { queueCalls, queuePortal } from './queue-fixture.ts'
import { deviationQueue } from './queue.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await queuePortal()
})
afterAll(() => portal.close())
beforeEach(() => {
  portal.clock.now = testNow
})
const { get, post, one, own, answer, fill, reported, threat, traffic, idOf } = queueCalls(() => portal)

describe('what is hidden in a report', () => {
  test('is shown again where it was, and not in another answer where as much is hidden', async () => {
    const number = await traffic()
    await answer('monica', number, { state: 'Mottagen', text: 'Kalle Svensson' })
    await answer('monica', number, { text: 'Prata med Erik Ek' })
    await answer('monica', number, { text: 'Ulla Ulv' })
    const hide = async (part: string, from: number, words: string) => {
      const { version } = await one('monica', number)
      expect((await post('monica', 'dolj', { number, version, part, from, words, why: 'Namn' })).status).toBe(200)
    }
    await hide('event:1', 0, 'Kalle Svensson')
    await hide('event:2', 10, 'Erik Ek')
    await hide('event:3', 0, 'Ulla Ulv')
    expect((await own(number))?.atgard).toBe('████\n\nPrata med ████\n\n████')
    const { version } = await one('monica', number)
    const again = await post('monica', 'visaigen', { number, version, part: 'event:3', why: 'Det är ett företag' })
    expect(again.status).toBe(200)
    expect((await own(number))?.atgard).toBe('████\n\nPrata med ████\n\nUlla Ulv')
  })

  test('is hidden in every text that somebody has written freely, and seen by whom the case names and HR', async () => {
    const number = await threat()
    const before = await one('cecilia', number)
    const { part = '' } = before.details.find(({ label }) => label === 'Andra som skadades') ?? {}
    expect(part).toBe('detail:ExternaPersonskadorInfo')
    expect(before.details.find(({ label }) => label === 'Fordon')?.part).toBe('detail:Fordon')
    const words = { number, from: 0, words: 'Ingen', why: 'Namn' }
    expect((await post('cecilia', 'dolj', { ...words, part, version: 0 })).status).toBe(200)
    const account = { number, part: 'text', from: 0, words: 'En resenär', why: 'Namn', version: 1 }
    expect((await post('cecilia', 'dolj', account)).status).toBe(200)
    const report = await own(number)
    expect(report?.typ === 'Hot och våld' && report.hotOchVald).toMatchObject({
      handelseBeskrivning: '████ hotade mig.',
      externaPersonskadorInfo: '████ skadades.',
    })
    const original = (userName: string) => get(userName, `original?nummer=${number}&del=text`)
    for (const userName of ['cecilia', 'eva'])
      expect((await original(userName)).body.result.text).toBe('En resenär hotade mig.')
    for (const userName of ['sirpa', 'monica', 'emil'])
      expect([userName, (await original(userName)).status]).toEqual([userName, 404])
  })

  test.each([
    ['another answer', {}],
    ['the account', { HandelseBeskrivning: 'Kalle Persson bucklade dörren' }],
  ])('is hidden in the answer that was chosen, although %s says the same', async (_what, fields) => {
    const same = 'Kalle Persson bucklade dörren'
    const number = await reported('addfordonsskada', { SkadaPaFordon: same, SynligaSkador: same, ...fields })
    const { details, version } = await one('monica', number)
    const { part = '' } = details.find(({ label }) => label === 'Synliga skador på fordonet') ?? {}
    const hidden = await post('monica', 'dolj', { number, version, part, from: 0, words: 'Kalle Persson', why: 'Namn' })
    expect(hidden.status).toBe(200)
    const report = await own(number)
    expect(report?.typ === 'Fordonsskada' && report.fordonsskada).toMatchObject({
      skadaPaFordon: same,
      synligaSkador: '████ bucklade dörren',
    })
    // The account is shown as the report's text, and not again among the answers.
    expect(details.map(({ label }) => label)).not.toContain('Händelsebeskrivning')
  })

  test('is the place and what somebody added to a list too, also in what the case is found by', async () => {
    const work = { ...payloads.addarbetsmiljo('Buss 2116'), Plats: 'Utanför Kvastbergs på Storgatan 4' }
    await portal.send('anna', 'POST', '/api/incident/addarbetsmiljo', { body: work })
    const [report] = (await portal.send('anna', 'GET', '/api/incident/list')).body.result as Deviation[]
    const number = report!.nummer
    const { details } = await one('monica', number)
    // The addition is shown once, and not a second time among the ticked options.
    expect(details.filter(({ value }) => value.includes('lampa'))).toHaveLength(1)
    for (const [label, words] of [
      ['Plats', 'Kvastbergs'],
      ['Var något annorlunda, med egna ord', 'lampa'],
      ['Fordon', '2116'],
    ] as const) {
      const { part = '', value = '' } = details.find((each) => each.label === label) ?? {}
      const { version } = await one('monica', number)
      const from = value.indexOf(words)
      const hidden = await post('monica', 'dolj', { number, version, part, from, words, why: 'Namn' })
      expect([label, hidden.status]).toEqual([label, 200])
    }
    const found = await one('monica', number)
    expect(found.about).toBe('Utanför ████ på Storgatan 4')
    expect(JSON.stringify(found)).not.toMatch(/Kvastberg|lampa|2116/)
    expect(await own(number)).toMatchObject({
      plats: 'Utanför ████ på Storgatan 4',
      arbetsMiljo: { fordon: 'Buss ████', varNagot: ['Trasig ████'] },
    })
    for (const sok of ['Kvastbergs', 'Utanför Kvast']) {
      const sought = await portal.send('monica', 'GET', `/api/kontor/sok?q=${encodeURIComponent(sok)}`)
      expect(sought.body.result.rows).toEqual([])
    }
    const { version } = found
    const shown = await post('monica', 'visaigen', { number, version, part: 'place', why: 'Det är en butik' })
    expect(shown.status).toBe(200)
    expect((await one('monica', number)).about).toBe('Utanför Kvastbergs på Storgatan 4')
  })

  test('is taken out of what is filled in, also of how it was filled in before', async () => {
    const number = await traffic()
    const measure = { atgard: 'Kalle Persson sandar.', ansvarig: await idOf('roger'), klart: '2026-12-20' }
    await fill('emil', number, 'atgard', measure)
    await fill('emil', number, 'atgard', { ...measure, klart: '2026-12-22' }, 1)
    const shown = async () =>
      (await one('emil', number)).forms.find(({ name }) => name === 'atgard')?.filled[0]?.shown ?? []
    const { part = '', value = '' } = (await shown()).find(({ label }) => label === 'Åtgärd') ?? {}
    expect((await shown()).find(({ label }) => label === 'Ansvarig')?.part).toBeUndefined()
    const hide = async (what: object) => {
      const { version } = await one('emil', number)
      return post('emil', 'dolj', { number, version, part, from: 0, words: 'Kalle Persson', why: 'Namn', ...what })
    }
    expect((await hide({ part: part.replace('atgard', 'ansvarig'), words: measure.ansvarig })).status).toBe(404)
    expect((await hide({ part: part.replace('atgard', 'text') })).status).toBe(404)
    expect([value, (await hide({})).status]).toEqual([measure.atgard, 200])
    const found = await one('emil', number)
    expect(JSON.stringify(found)).not.toContain('Kalle')
    expect(found.events.at(-1)).toMatchObject({ type: 'redacted', to: 'en ifylld uppgift' })
    expect((await shown())[0]?.value).toBe('████ sandar.')
    const { rows: left } = await sql`
      select 1 from case_events e join cases c on c.company = e.company and c.kind = e.kind and c.id = e.case_id
      where c.number = ${number} and e.body::text like '%Kalle%'`.execute(portal.db)
    expect(left).toEqual([])
    // Changing the form afterwards changes the text with hidden words. The original stays, for those who may read it.
    const [{ item, values } = { item: 0, values: {} }] = found.forms.find(({ name }) => name === 'atgard')?.filled ?? []
    await fill('emil', number, 'atgard', { ...values, klart: '2026-12-24' }, item)
    expect((await shown())[0]?.value).toBe('████ sandar.')
    const original = await get('monica', `original?nummer=${number}&del=${encodeURIComponent(part)}`)
    expect(original.body.result.text).toBe(measure.atgard)
    const { version } = await one('monica', number)
    const back = await post('monica', 'visaigen', { number, version, part, why: 'Han är entreprenör' })
    expect([back.status, (await shown())[0]?.value]).toEqual([200, measure.atgard])
    // If the text is written anew and words are hidden again, each version has its original, and none replaces a newer text.
    await hide({})
    await fill('emil', number, 'atgard', { ...values, atgard: 'Olle Persson saltar.' }, item)
    await hide({ words: 'Olle Persson' })
    const show = async (which: string) =>
      post('monica', 'visaigen', { number, version: (await one('monica', number)).version, part: which, why: 'Fel' })
    expect([(await show(part)).status, (await shown())[0]?.value]).toEqual([409, '████ saltar.'])
    const [first, second] = (await one('monica', number)).redactions.map((each) => each.part)
    expect([first, (await show(second ?? '')).status, (await shown())[0]?.value]).toEqual([
      part,
      200,
      'Olle Persson saltar.',
    ])
  })

  test('is taken out of what the reporter reads as its measure', async () => {
    const number = await traffic()
    await answer('emil', number, { text: 'Kalle flyttar stolpen.' })
    const { version, events } = await one('emil', number)
    const part = `event:${events.at(-1)!.seq}`
    expect((await post('emil', 'dolj', { number, version, part, from: 0, words: 'Kalle', why: 'Namn' })).status).toBe(
      200,
    )
    expect((await own(number))?.atgard).toBe('████ flyttar stolpen.')
  })

  test('after a restore, nothing is left of a form that said something else in the backup, longer or shorter', async () => {
    const number = await traffic()
    const measure = { atgard: 'Ring.', ansvarig: await idOf('roger'), klart: '2026-12-20' }
    await fill('emil', number, 'atgard', { ...measure, atgard: 'Be Kalle Persson att sanda.' })
    await fill('emil', number, 'atgard', { ...measure, atgard: 'Be firman Kalle Persson att sanda.' }, 1)
    const restored = await one('emil', number)
    await fill('emil', number, 'atgard', { ...measure, atgard: 'Kalle Persson sandar.' }, 1)
    const { version } = await one('emil', number)
    const part = 'form:atgard:1:atgard'
    const hide = { number, version, part, from: 0, words: 'Kalle Persson', why: 'Namn' }
    expect((await post('emil', 'dolj', hide)).status).toBe(200)
    const note = (await recordedErasures(portal.db)).at(-1)
    // As if restored from a backup from before the form was filled in for the third time.
    const which = sql`company = 'norr' and kind = 'avvikelser' and case_id = (select id from cases
      where company = 'norr' and kind = 'avvikelser' and number = ${number})`
    await sql`delete from case_originals where ${which}`.execute(portal.db)
    await sql`delete from case_events where ${which} and seq > ${restored.events.at(-1)?.seq}`.execute(portal.db)
    for (const [words, at] of [
      ['Be Kalle Persson att sanda.', restored.events.at(-2)?.seq],
      ['Be firman Kalle Persson att sanda.', restored.events.at(-1)?.seq],
    ])
      await sql`
        update case_events set body = jsonb_set(body, '{values,atgard}', to_jsonb(${words}::text))
        where ${which} and seq = ${at}`.execute(portal.db)
    const again = hidesAgain(deviationQueue)[note?.kind ?? '']
    const parts = { clock: () => portal.clock.now, config: readPortalConfig({ NODE_ENV: 'test' }) }
    await portal.db.transaction().execute((tx) => again!(tx, [note?.subject ?? ''], parts))
    const found = await one('emil', number)
    expect(found.events.at(-1)).toMatchObject({ type: 'redacted', to: 'en ifylld uppgift' })
    expect(JSON.stringify(found)).not.toMatch(/Kalle|Persson/)
    expect(found.forms.find(({ name }) => name === 'atgard')?.filled[0]?.values['atgard']).toBe('████')
    const original = await get('monica', `original?nummer=${number}&del=${part}`)
    expect(original.body.result.text).toBe('Be firman Kalle Persson att sanda.')
  })
})
