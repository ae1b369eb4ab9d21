// The reporter's name, which a skyddsombud sees only after giving a reason.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CaseList } from '#core/cases/contract.ts'
import { storeMissingWords } from '#core/cases/server/case-words.ts'
import { releaseCasesOfLeft } from '#core/cases/server/release-cases.ts'
import type { TestPortal } from '../../../app/server/test-portal.ts'
import { testNow } from '../../../app/server/test-template.ts'
import { eraseEmployee } from '../../../app/server/erasures/erase-employee.ts'
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
const { get, post, one, rows, answer, fill, reported, threat, work, bullying, idOf } = queueCalls(() => portal)

describe('who has sent a case', () => {
  const reveal = (userName: string, number: string, reason = 'Skyddsrond i morgon, måste prata med den drabbade.') =>
    post(userName, 'visaanmalare', { number, reason })
  const named = async () =>
    (
      await sql<{ first: string; last: string }>`
        select first_name as first, last_name as last from employees where user_name = 'anna'`.execute(portal.db)
    ).rows[0]!

  test('is hidden from the skyddsombud wherever the case is read, also where somebody wrote the name', async () => {
    const { first, last } = await named()
    const number = await work({
      VarNagot: [{ id: 'egen', label: `${first}s stol är trasig, ${first} ${last}`, order: 1000, value: true }],
    })
    await answer('monica', number, { state: 'Mottagen', text: `Hej ${first}! Vi ordnar en ny stol.` })
    await fill('monica', number, 'atgard', {
      atgard: `Ny stol till ${first}`,
      ansvarig: await idOf('roger'),
      klart: '2026-11-20',
    })
    await post('monica', 'anteckna', { number, text: `Ringde fru ${last}.` })
    const found = await one('sirpa', number)
    expect(found).toMatchObject({ masked: true, reporter: 'Dold anmälare' })
    expect(found.events[0]).toMatchObject({ type: 'received', by: 'Dold anmälare' })
    expect(found.details.map(({ value }) => value).join()).toContain('[dolt namn]s stol är trasig, [dolt namn]')
    const list = (await get('sirpa', `lista?sok=${number}`)).body.result as CaseList
    expect(list.rows.map((row) => row.number)).toEqual([number])
    const table = (await get('sirpa', 'tabell')).body.result.text as string
    expect(table).toContain(number)
    const year = (await portal.send('sirpa', 'GET', '/api/kontor/avvikelser/ar?year=2026')).body
    expect(JSON.stringify(year)).toContain('Ny stol till')
    const all = JSON.stringify([found, list, table, year])
    for (const name of [first, last, await idOf('anna')]) expect(all).not.toContain(name)
    expect((await get('sirpa', `lista?sok=${encodeURIComponent(last)}`)).body.result.rows).toEqual([])
    expect(JSON.stringify(await one('monica', number))).toContain(`${first} ${last}`)
    expect(await one('monica', number)).toMatchObject({ masked: false })
  })

  test('is hidden where nobody is responsible: in a case of bullying, and when the manager has left', async () => {
    const { first, last } = await named()
    const cases = [await bullying(), await work({ Personskador: false })]
    const employ = (active: boolean) =>
      sql`update employees set active = ${active} where user_name = 'cecilia'`.execute(portal.db)
    await employ(false)
    await releaseCasesOfLeft(portal.db, { company: 'norr', at: testNow, by: null })
    for (const number of cases) {
      const found = await one('sirpa', number)
      expect(found).toMatchObject({ masked: true, reporter: 'Dold anmälare' })
      const list = (await get('sirpa', `lista?sok=${number}`)).body.result as CaseList
      for (const name of [first, last]) expect(JSON.stringify([found, list])).not.toContain(name)
      expect((await reveal('sirpa', number)).status).toBe(200)
      expect(await one('sirpa', number)).toMatchObject({ masked: false, reporter: `${first} ${last}` })
      const { rows: traces } = await sql`
        select 1 from audit where what = 'case.revealed' and object_id = ${number}`.execute(portal.db)
      expect(traces).toHaveLength(1)
    }
    await employ(true)
  })

  test('is not found by the name, and not told by a colleague’s, by small letters or by why something is hidden', async () => {
    const { first, last } = await named()
    await sql`update employees set first_name = ${first} where user_name = 'roger'`.execute(portal.db)
    const number = await reported('addfordonsskada', {
      HandelseBeskrivning: `Backade på grinden. mvh ${first.toLowerCase()}, ${first.toLowerCase()}.${last.toLowerCase()}@linjen.se`,
    })
    expect((await post('monica', 'mark', { number, version: 0, on: true, text: '' })).status).toBe(200)
    await fill('monica', number, 'atgard', {
      atgard: 'Laga grinden',
      ansvarig: await idOf('roger'),
      klart: '2026-12-20',
    })
    const { version } = await one('monica', number)
    const hidden = { number, version, part: 'text', from: 0, words: 'Backade', why: `${first} ${last} bad om det` }
    expect((await post('monica', 'dolj', hidden)).status).toBe(200)
    const found = await one('sirpa', number)
    expect(found).toMatchObject({ masked: true, text: '████ på grinden. mvh [dolt namn], [dolt namn]@linjen.se' })
    expect(found.redactions).toMatchObject([{ why: '[dolt namn] bad om det' }])
    // A colleague with the same first name is not masked, since a mask before the other last name would reveal the reporter's first name.
    expect(JSON.stringify(found.forms)).toContain(`${first} Granström`)
    for (const [word, numbers] of [
      [first, []],
      [last, []],
      [`${first} ${last}`, []],
      ['grinden', [number]],
    ] as const) {
      const sought = encodeURIComponent(word)
      expect([word, await rows('sirpa', `?sok=${sought}`)]).toEqual([word, numbers])
      const { body } = await portal.send('sirpa', 'GET', `/api/kontor/sok?q=${sought}`)
      const all = body.result.rows.map((row: { number: string }) => row.number)
      expect(all.filter((each: string) => each.startsWith('A-'))).toEqual(numbers)
      const view = { id: null, name: word, role: null, query: { sok: word } }
      expect((await post('sirpa', 'sparavy', view)).status).toBe(200)
    }
    const { views } = (await get('sirpa', 'vyer')).body.result
    expect(views.map(({ name, count }: { name: string; count: number }) => [name, count])).toEqual(
      expect.arrayContaining([
        [first, 0],
        [last, 0],
        ['grinden', 1],
      ]),
    )
    await sql`update employees set first_name = 'Roger' where user_name = 'roger'`.execute(portal.db)
  })

  test('stays hidden after a change of name, by the name of before and by one that was used before it', async () => {
    const { first, last } = await named()
    const text = `Backade på porten. mvh ${first} ${last}, snart Ahlquist`
    const number = await reported('addfordonsskada', { HandelseBeskrivning: text })
    expect((await post('monica', 'mark', { number, version: 0, on: true, text: '' })).status).toBe(200)
    const renamed = (to: string) =>
      sql`update employees set last_name = ${to} where user_name = 'anna'`.execute(portal.db)
    const foundBy = async () =>
      (await Promise.all([last, 'Ahlquist', 'porten'].map((word) => rows('sirpa', `?sok=${word}`)))).map(
        (numbers) => numbers.length,
      )
    expect(await foundBy()).toEqual([0, 1, 1])
    await renamed('Ahlquist')
    await storeMissingWords({ db: portal.db }, deviationQueue)
    expect(await foundBy()).toEqual([0, 0, 1])
    const note = `${first} Ahlquist heter inte ${last} längre.`
    expect((await post('monica', 'anteckna', { number, text: note })).status).toBe(200)
    const found = JSON.stringify(await one('sirpa', number))
    expect(found).toContain('Backade på porten. mvh [dolt namn], snart [dolt namn]')
    expect(found).not.toMatch(new RegExp(`${last}|Ahlquist`))
    expect(JSON.stringify(await one('monica', number))).toContain(note)
    await renamed(last)
  })

  test('stays hidden when the employee has moved to another company of the group', async () => {
    const number = await work({ Personskador: false })
    const reporter = (id: string) =>
      sql`update cases set reporter_id = ${id} where company = 'norr' and number = ${number}`.execute(portal.db)
    await reporter(await idOf('christina'))
    expect(await one('sirpa', number)).toMatchObject({ masked: true, reporter: 'Dold anmälare' })
    await reporter(await idOf('anna'))
  })

  test('is not told by what the reporter does for the office in the own case, or by what a photo is called', async () => {
    const number = await work({ Personskador: false })
    await sql`update cases set reporter_id = ${await idOf('monica')} where company = 'norr' and number = ${number}`.execute(
      portal.db,
    )
    await sql`
      insert into incident_pictures (name, employee_id, incident_id, short_name, stored, created_at)
      select ${'f'.repeat(32)}, reporter_id, id, 'monica_stol.jpg', true, now() from incidents
      where company = 'norr' and 'A-' || number = ${number}`.execute(portal.db)
    expect((await post('monica', 'tilldela', { number, version: 0, owner: 'jag' })).status).toBe(200)
    const measure = { atgard: 'Monica ordnar en stol', ansvarig: await idOf('monica'), klart: '2026-12-20' }
    expect((await fill('monica', number, 'atgard', measure)).status).toBe(200)
    const found = await one('sirpa', number)
    expect(found).toMatchObject({ masked: true, reporter: 'Dold anmälare', owner: { name: 'Monica Stenlund' } })
    expect(found.events).toMatchObject([
      { by: 'Dold anmälare' },
      { type: 'assigned', by: 'Monica Stenlund', to: 'Monica Stenlund' },
      { type: 'filled', by: 'Monica Stenlund' },
    ])
    expect(found.forms.find(({ name }) => name === 'atgard')?.filled[0]?.shown.map(({ value }) => value)).toEqual(
      expect.arrayContaining(['[dolt namn] ordnar en stol', 'Monica Stenlund']),
    )
    expect(found.pictures).toMatchObject([{ shortName: '[dolt namn]_stol.jpg' }])
    await sql`update cases set reporter_id = ${await idOf('anna')} where company = 'norr' and number = ${number}`.execute(
      portal.db,
    )
  })

  test('is hidden on what is sensitive or serious too, and from nobody who handles it', async () => {
    const [hurt, serious] = [await threat(), await reported('addfordonsskada', { Personskadekontaktuppgifter: 'Per' })]
    for (const number of [hurt, serious]) expect(await one('sirpa', number)).toMatchObject({ masked: true })
    const { first } = await named()
    const own = await reported('addhotochvald', { HandelseBeskrivning: `Han kände igen mig: ${first}.` })
    expect((await one('sirpa', own)).text).toBe('Han kände igen mig: [dolt namn].')
    for (const userName of ['eva', 'cecilia']) expect(await one(userName, hurt)).toMatchObject({ masked: false })
  })

  test('is shown to who says why, in that case only, and the reporter reads who it was', async () => {
    const [number, other] = [await work({ Personskador: false }), await work({ Personskador: false })]
    const { first, last } = await named()
    expect((await reveal('sirpa', number, 'vill veta')).body.modelState).toHaveProperty('reason')
    expect(await one('sirpa', number)).toMatchObject({ masked: true })
    expect((await reveal('sirpa', number)).status).toBe(200)
    expect((await reveal('sirpa', number)).status).toBe(200)
    expect(await one('sirpa', number)).toMatchObject({ masked: false, reporter: `${first} ${last}` })
    expect(await one('sirpa', other)).toMatchObject({ masked: true })
    const { rows: told } = await sql<{ by: string; role: string; reason: string }>`
      select e.user_name as by, a.by_role as role, a.after->>'reason' as reason from audit a join employees e on e.id = a.by_id
      where a.what = 'case.revealed' and a.object_id = ${number}`.execute(portal.db)
    expect(told).toEqual([{ by: 'sirpa', role: 'skyddsombud', reason: expect.stringContaining('Skyddsrond') }])
    const { body } = await portal.send('anna', 'GET', '/api/user/profile/oppningar')
    expect(body.result.find((each: { revealed: boolean }) => each.revealed)).toMatchObject({
      by: expect.stringMatching(/^Sirpa/),
      role: 'Skyddsombud',
      number,
      revealed: true,
    })
    expect(JSON.stringify(body.result)).not.toContain('Skyddsrond')
  })

  test('is hidden in an answer that a case shares with the one that it is merged with, until that one’s is shown too', async () => {
    const { last } = await named()
    const main = await work({})
    const body = payloads.addarbetsmiljo('Buss 2116')
    const other = (await portal.send('amina', 'POST', '/api/incident/addarbetsmiljo', { body })).body.result.nummer
    const { version } = await one('monica', other)
    expect((await post('monica', 'slaihop', { number: other, version, into: main })).status).toBe(200)
    await answer('monica', main, { state: 'Mottagen', text: `Hej Anna ${last}! Och Amina Warsame, vi ordnar det.` })
    const said = async (number: string) => JSON.stringify((await one('sirpa', number)).events)
    for (const number of [main, other]) expect(await said(number)).not.toMatch(new RegExp(`${last}|Warsame`))
    await reveal('sirpa', main)
    for (const number of [main, other]) {
      expect(await said(number)).toContain(last)
      expect(await said(number)).not.toContain('Warsame')
    }
    expect(await one('sirpa', main)).toMatchObject({ masked: false, reporter: `Anna ${last}` })
    expect((await one('sirpa', other)).masked).toBe(true)
  })

  test('stays hidden in a merged case when the reporter of the other one is erased', async () => {
    const main = await work({
      VarNagot: [{ id: 'egen', label: 'Trasig stol, säger Omar Al-Khatib', order: 1000, value: true }],
    })
    const body = payloads.addarbetsmiljo('Buss 2116')
    const other = (await portal.send('omar', 'POST', '/api/incident/addarbetsmiljo', { body })).body.result.nummer
    const { version } = await one('monica', other)
    expect((await post('monica', 'slaihop', { number: other, version, into: main })).status).toBe(200)
    expect((await post('monica', 'anteckna', { number: main, text: 'Omar ringde.' })).status).toBe(200)
    const measure = { atgard: 'Ny stol till Omar', ansvarig: await idOf('roger'), klart: '2026-11-20' }
    expect((await fill('monica', main, 'atgard', measure)).status).toBe(200)
    const { version: latest, details } = await one('monica', main)
    const { value = '', part } = details.find((each) => each.value.includes('Trasig')) ?? {}
    const hidden = {
      number: main,
      version: latest,
      part,
      from: value.indexOf('Trasig'),
      words: 'Trasig',
      why: 'Omar bad',
    }
    expect((await post('monica', 'dolj', hidden)).status).toBe(200)
    const read = async () => JSON.stringify(await one('sirpa', main))
    expect(await read()).not.toMatch(/Omar|Khatib/)
    const id = await idOf('omar')
    await portal.db.transaction().execute((tx) => eraseEmployee(tx, id, portal.clock.now))
    expect(await read()).not.toMatch(/Omar|Khatib/)
    expect(await read()).toContain('[dolt namn] ringde.')
    const { rows: kept } = await sql<{ text: string }>`
      select o.text from case_originals o join cases c on c.company = o.company and c.kind = o.kind and c.id = o.case_id
      where c.kind = 'avvikelser' and c.number = ${main}`.execute(portal.db)
    expect(kept).toEqual([{ text: 'Trasig stol, säger [dolt namn]' }])
  })

  test('is not found by the name in a case that the own one is merged with, also after a change of name', async () => {
    const said = 'Amina Warsame, snart Ulvsjö, såg mig backa på spärren.'
    const main = await reported('addfordonsskada', { HandelseBeskrivning: said })
    expect((await post('monica', 'mark', { number: main, version: 0, on: true, text: '' })).status).toBe(200)
    const body = payloads.addfordonsskada('Buss 2116')
    const other = (await portal.send('amina', 'POST', '/api/incident/addfordonsskada', { body })).body.result.nummer
    const foundBy = async () =>
      Promise.all(['Warsame', 'Ulvsjö', 'spärren'].map((word) => rows('sirpa', `?sok=${word}`)))
    expect(await foundBy()).toEqual([[main], [main], [main]])
    expect((await post('monica', 'slaihop', { number: other, version: 0, into: main })).status).toBe(200)
    expect(await foundBy()).toEqual([[], [main], [main]])
    await sql`update employees set last_name = 'Ulvsjö' where user_name = 'amina'`.execute(portal.db)
    await storeMissingWords({ db: portal.db }, deviationQueue)
    expect(await foundBy()).toEqual([[], [], [main]])
    await sql`update employees set last_name = 'Warsame' where user_name = 'amina'`.execute(portal.db)
  })

  test('of another area, or company, is answered like an absent case', async () => {
    const number = await work({ Personskador: false })
    const absent = await reveal('sirpa', 'A-999999')
    for (const userName of ['marika', 'christina']) {
      const { status: code, body } = await reveal(userName, number)
      expect([userName, code, { ...body, timestamp: '' }]).toEqual([userName, 404, { ...absent.body, timestamp: '' }])
    }
    expect((await reveal('jenny', number)).status).toBe(403)
    const { rows: none } =
      await sql`select 1 from audit where what = 'case.revealed' and object_id = ${number}`.execute(portal.db)
    expect(none).toEqual([])
  })

  test('is taken out however many names the reporter has had, and however long', async () => {
    const path = '/api/user/profile/details'
    const { body: details } = await portal.send('nermin', 'GET', path)
    const half = (letter: string, rename: number) =>
      Array.from({ length: 20 }, (_, word) => `${letter}${String.fromCharCode(97 + word)}${10 + rename}`).join(' ')
    for (let rename = 0; rename < 30; rename++) {
      const body = { ...details.result, firstName: half('F', rename), lastName: half('L', rename) }
      expect((await portal.send('nermin', 'POST', path, { body })).status).toBe(200)
    }
    const HandelseBeskrivning = `Backade på bommen. mvh ${half('F', 7)} ${half('L', 8)}, Fa11, nermin.`
    const body = { ...payloads.addfordonsskada('Buss 2116'), HandelseBeskrivning }
    const sent = await portal.send('nermin', 'POST', '/api/incident/addfordonsskada', { body })
    expect(sent.status).toBe(200)
    const number: string = sent.body.result.nummer
    expect((await post('monica', 'mark', { number, version: 0, on: true, text: '' })).status).toBe(200)
    await sql`update cases set worded = false where number = ${number} and kind = 'avvikelser'`.execute(portal.db)
    await storeMissingWords({ db: portal.db }, deviationQueue)
    expect(await rows('sirpa', '?sok=bommen')).toEqual([number])
    expect(await rows('sirpa', '?sok=Fa11')).toEqual([])
    expect((await one('sirpa', number)).text).toBe('Backade på bommen. mvh [dolt namn], [dolt namn], [dolt namn].')
    expect((await get('sirpa', 'tabell')).status).toBe(200)
    const id = await idOf('nermin')
    await portal.db.transaction().execute((tx) => eraseEmployee(tx, id, portal.clock.now))
    expect((await one('monica', number)).text).toBe('Backade på bommen. mvh [dolt namn], [dolt namn], [dolt namn].')
  })
})
