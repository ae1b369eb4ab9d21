// What is the suggestions' own of their queue: what all queues do is tried with the workshop's.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OwnAnswer } from '#core/cases/messages.ts'
import { hidesAgain } from '#core/cases/server/hidden-again.ts'
import type { EraseAgain } from '#platform/server/area.ts'
import { officeCalls } from '../../../app/server/test-cases.ts'
import { testPortal, type TestPortal } from '../../../app/server/test-portal.ts'
import { onlyRoles } from '../../../app/server/test-roles.ts'
import type { Suggestion } from '../contract.ts'
import { suggestionQueue } from './queue.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await testPortal()
  await onlyRoles(portal.db, [
    ['monica', 'omradeschef'],
    ['karl-erik', 'omradeschef', { area: 'Skellefteå' }],
    ['klara', 'kommunikator'],
    ['hans', 'omradeschef'],
  ])
})
afterAll(() => portal.close())

const { get, post, one, list, answer: say } = officeCalls(() => portal, 'forslag')
const listed = async (userName: string, id: number): Promise<Suggestion | undefined> =>
  (await portal.send(userName, 'GET', '/api/forslag/')).body.result.find((each: Suggestion) => each.id === id)
const news = async (userName: string): Promise<OwnAnswer[]> =>
  (await portal.send(userName, 'GET', '/api/arenden/svar')).body.result
async function suggested(userName: string, Bolag = 'norr'): Promise<{ id: number; number: string }> {
  const body = { Rubrik: 'Fler bänkar', Bolag, Beskrivning: 'På torget.' }
  const { id, eget } = (await portal.send(userName, 'POST', '/api/forslag/', { body })).body.result as Suggestion
  return { id, number: eget?.nummer ?? '' }
}

test('a suggestion is answered, planned and carried out, and its author finds each as unread', async () => {
  const { id, number } = await suggested('anna')
  expect(await one('monica', number)).toMatchObject({
    title: 'Fler bänkar',
    text: 'På torget.',
    reporter: 'Anna Lindgren',
    state: { name: 'Nytt' },
    clock: { kind: 'ok', what: 'Första svar' },
  })
  const before = (await news('anna')).length
  await say('monica', number, 0, { state: 'Under utredning', text: 'Vi frågar kommunen.' })
  await say('monica', number, 1, { state: 'Planerat', text: 'Två bänkar i maj.' })
  expect(await listed('cecilia', id)).toMatchObject({
    status: 'Planerat',
    kommentarer: 'Vi frågar kommunen.\n/Monica Stenlund',
    atgarder: 'Två bänkar i maj.\n/Monica Stenlund',
  })
  const told = await news('anna')
  expect([told.length, told[0]]).toMatchObject([
    before + 1,
    { text: `Ditt förslag ${number}: Planerat`, page: `forslag?visa=${id}` },
  ])
  expect((await listed('anna', id))?.eget?.svar).toBe(told[0]?.key)
  await say('monica', number, 2, { state: 'Genomfört', text: 'De står där nu.' })
  expect((await news('anna'))[0]?.key).not.toBe(told[0]?.key)
  expect((await listed('anna', id))?.atgarder).toBe(
    'Två bänkar i maj.\n/Monica Stenlund\n\nDe står där nu.\n/Monica Stenlund',
  )
})

test('one that is declined says why', async () => {
  const { id, number } = await suggested('anna')
  expect((await say('monica', number, 0, { state: 'Avböjt' })).body.modelState).toHaveProperty('text')
  expect((await listed('anna', id))?.status).toBe('Nytt')
  expect((await say('monica', number, 0, { state: 'Avböjt', text: 'Platsen är kommunens.' })).status).toBe(200)
  expect(await listed('anna', id)).toMatchObject({
    status: 'Avböjt',
    kommentarer: 'Platsen är kommunens.\n/Monica Stenlund',
  })
})

test('a question and its answer are between the office and the author, also from another company', async () => {
  const { id, number } = await suggested('gunilla')
  expect((await say('monica', number, 0, { text: 'Vilket torg?', asks: true })).status).toBe(200)
  expect((await listed('gunilla', id))?.eget?.meddelanden).toMatchObject([{ text: 'Vilket torg?', asks: true }])
  expect((await news('gunilla'))[0]?.text).toBe(`Ditt förslag ${number}: Kontoret har en fråga`)
  const reply = { body: { number, text: 'Det vid stationen.' } }
  expect((await portal.send('anna', 'POST', '/api/forslag/svara', reply)).status).toBe(404)
  expect((await portal.send('gunilla', 'POST', '/api/forslag/svara', reply)).status).toBe(200)
  const found = await one('monica', number)
  expect([found.replied, found.events.at(-1)?.text]).toEqual([true, 'Det vid stationen.'])
  expect(found.details).toContainEqual({ label: 'Kommer från', value: 'Linjen Väst' })
  // Everybody in Norr sees the suggestion, and nobody else what was asked.
  const seen = await listed('cecilia', id)
  expect(seen?.rubrik).toBe('Fler bänkar')
  expect(JSON.stringify(seen)).not.toMatch(/Vilket torg|stationen|eget/)
})

test('two on one suggestion: the later one is told what has changed, and nothing of it is stored', async () => {
  const { id, number } = await suggested('anna')
  await say('monica', number, 0, { state: 'Planerat', text: 'I maj.' })
  const late = await say('monica', number, 0, { state: 'Avböjt', text: 'Nej.' })
  expect([late.status, late.body.errorMessage]).toEqual([409, expect.stringContaining('ändrade status till Planerat')])
  expect(await listed('anna', id)).toMatchObject({ status: 'Planerat', kommentarer: '' })
})

test('another area’s, another company’s and an absent one are answered alike, and who only sees may not answer', async () => {
  const [{ number }, elsewhere] = [await suggested('anna'), await suggested('gunilla')]
  const absent = await get('monica', 'arende?nummer=FS-1')
  for (const [userName, foreign] of [
    ['karl-erik', number],
    ['karl-erik', elsewhere.number],
    ['hans', number],
  ] as const) {
    const { status, body } = await get(userName, `arende?nummer=${foreign}`)
    expect([userName, status, { ...body, timestamp: '' }]).toEqual([userName, 404, { ...absent.body, timestamp: '' }])
    expect((await say(userName, foreign, 0, { text: 'Hej' })).status).toBe(404)
  }
  const { rows } = await list('klara')
  expect(rows.map((row) => row.number)).toContain(number)
  expect((await say('klara', number, 0, { text: 'Hej' })).status).toBe(403)
  expect((await get('anna', 'lista')).status).toBe(403)
})

test('the office reads no more of its author than everybody does', async () => {
  const { number } = await suggested('anna')
  const { rows } = await sql<{ secret: string }>`
    select unnest(array[e.id::text, e.number, e.user_name, nullif(d.phone_number, '')]) as secret
    from employees e left join personal_details d on d.employee_id = e.id where e.user_name = 'anna'`.execute(portal.db)
  const found = JSON.stringify(await one('monica', number))
  const secrets = rows.flatMap(({ secret }) => secret ?? [])
  expect(secrets.length).toBeGreaterThan(2)
  expect(secrets.filter((secret) => found.includes(`"${secret}"`))).toEqual([])
})

test('words of it are hidden from everybody who reads it: in its title, its text and what the office wrote', async () => {
  const body = { Rubrik: 'Kalle vid grinden', Bolag: 'norr', Beskrivning: 'Kalle stänger för tidigt.' }
  const { id, eget } = (await portal.send('anna', 'POST', '/api/forslag/', { body })).body.result as Suggestion
  const number = eget?.nummer ?? ''
  await say('monica', number, 0, { state: 'Under utredning', text: 'Vi talar med Kalle.' })
  const hide = (userName: string, version: number, part: string, from = 0) =>
    post(userName, 'dolj', { number, version, part, from, words: 'Kalle', why: 'Ett namn' })
  expect((await hide('klara', 1, 'text')).status).toBe(403)
  const { part } = (await one('monica', number)).details.find(({ label }) => label === 'Rubrik') ?? {}
  for (const [version, of, from] of [
    [1, 'text', 0],
    [2, part ?? '', 0],
    [3, 'event:1', 'Vi talar med '.length],
  ] as const)
    expect((await hide('monica', version, of, from)).status).toBe(200)
  expect(await listed('cecilia', id)).toMatchObject({
    rubrik: '████ vid grinden',
    beskrivning: '████ stänger för tidigt.',
    kommentarer: 'Vi talar med ████.\n/Monica Stenlund',
  })
  expect(JSON.stringify(await one('monica', number))).not.toContain('Kalle')
  const { rows } = await list('monica', '?sok=Kalle')
  expect(rows.map((row) => row.number)).not.toContain(number)
})

test('two suggestions of the same are merged, and both authors follow what is answered to one', async () => {
  const [first, second] = [await suggested('anna'), await suggested('gunilla')]
  const merge = { number: second.number, version: 0, into: first.number }
  expect((await one('monica', second.number)).actions).toContain('merge')
  expect((await post('klara', 'slaihop', merge)).status).toBe(403)
  expect((await post('monica', 'slaihop', merge)).status).toBe(200)
  expect((await listed('gunilla', second.id))?.eget?.meddelanden.map(({ text }) => text)).toEqual([
    `Ditt förslag ${second.number} gäller samma sak som ${first.number}, som redan hanteras. Du får samma svar.`,
  ])
  const { version } = await one('monica', first.number)
  await say('monica', first.number, version, { state: 'Planerat', text: 'I maj.' })
  for (const [userName, { id }] of [
    ['anna', first],
    ['gunilla', second],
  ] as const)
    expect(await listed(userName, id)).toMatchObject({ status: 'Planerat', atgarder: 'I maj.\n/Monica Stenlund' })
})

test('the demo has handled, waiting and overdue suggestions', async () => {
  const rowsOf = async (userName: string, view: string) => (await list(userName, `?vy=${view}`)).rows
  for (const userName of ['monica', 'hans']) {
    expect((await rowsOf(userName, 'avslutade')).length).toBeGreaterThan(0)
    expect((await rowsOf(userName, 'forsenade')).length).toBeGreaterThan(0)
  }
  expect((await rowsOf('monica', 'svarat')).length).toBeGreaterThan(0)
  expect((await rowsOf('monica', 'vantar')).length).toBeGreaterThan(0)
})

describe('what the office has written below a suggestion', () => {
  const hideIn = async (number: string, part: string, words: string) => {
    const found = await one('monica', number)
    const text =
      part === 'detail:comments'
        ? found.details.find(({ label }) => label === 'Kommentarer')?.value
        : found.events.find(({ seq }) => `event:${seq}` === part)?.text
    const from = (text ?? '').indexOf(words)
    return post('monica', 'dolj', { number, version: found.version, part, from, words, why: 'Ett namn' })
  }

  test('is hidden where it was written, so that no name is hidden in one place and read in the other', async () => {
    const { id, number } = await suggested('anna')
    await say('monica', number, 0, { state: 'Under utredning', text: 'Hej Lisa, vi frågar Kalle.' })
    const refusal = await hideIn(number, 'detail:comments', 'Kalle')
    expect([refusal.status, refusal.body.errorMessage]).toEqual([409, expect.stringContaining('historik')])
    expect((await hideIn(number, 'event:1', 'Kalle')).status).toBe(200)
    expect((await hideIn(number, 'event:1', 'Lisa')).status).toBe(200)
    expect(await listed('cecilia', id)).toMatchObject({ kommentarer: 'Hej ████, vi frågar ████.\n/Monica Stenlund' })
  })

  test('before there was a history is hidden and shown again without losing what was written since', async () => {
    const { id, number } = await suggested('anna')
    await sql`update suggestions set comments = ${'Tack Lisa och Kalle!\n/Henrik'} where id = ${id}`.execute(portal.db)
    expect((await hideIn(number, 'detail:comments', 'Lisa')).status).toBe(200)
    await say('monica', number, 1, { state: 'Under utredning', text: 'Kommunen säger nej.' })
    expect((await hideIn(number, 'detail:comments', 'Kalle')).status).toBe(200)
    const hidden = 'Tack ████ och ████!\n/Henrik\n\nKommunen säger nej.\n/Monica Stenlund'
    expect(await listed('cecilia', id)).toMatchObject({ kommentarer: hidden })
    const { version } = await one('monica', number)
    const again = { number, version, part: 'detail:comments', why: 'Av misstag' }
    expect((await post('monica', 'visaigen', again)).status).toBe(200)
    const whole = 'Tack Lisa och Kalle!\n/Henrik\n\nKommunen säger nej.\n/Monica Stenlund'
    expect(await listed('cecilia', id)).toMatchObject({ kommentarer: whole })
  })

  const older = 'Tack Lisa och Kalle!\n/Henrik'
  /** A suggestion with a comment from before cases had a history. */
  async function commented(comment = older) {
    const { id, number } = await suggested('anna')
    await sql`update suggestions set comments = ${comment} where id = ${id}`.execute(portal.db)
    const said = async () => (await listed('cecilia', id))?.kommentarer
    const hide = async (part: string, words: string) => expect((await hideIn(number, part, words)).status).toBe(200)
    const show = async (part: string) => {
      const { version } = await one('monica', number)
      expect((await post('monica', 'visaigen', { number, version, part, why: 'Av misstag' })).status).toBe(200)
    }
    const reply = async (text: string) => {
      const { version } = await one('monica', number)
      expect((await say('monica', number, version, { state: 'Under utredning', text })).status).toBe(200)
    }
    return { id, number, said, hide, show, reply }
  }
  const comments = 'detail:comments'
  const signed = '\n/Monica Stenlund'

  test.each([
    ['before the answer', ['Lisa', 'answer', 'Kalle', 'Omar'], 'event:2'],
    ['after it', ['answer', 'Lisa', 'Kalle', 'Omar'], 'event:1'],
    ['with the name below the answer', ['Lisa', 'answer', 'Monica', 'Omar'], 'event:2'],
  ])(
    'shows no name that is hidden in an answer when what was hidden %s is shown again',
    async (_when, order, event) => {
      const { said, hide, show, reply } = await commented()
      for (const each of order)
        if (each === 'answer') await reply('Vi frågar Omar.')
        else await hide(each === 'Omar' ? event : comments, each)
      await show(comments)
      expect(await said()).toBe(`${older}\n\nVi frågar ████.${signed}`)
      await show(event)
      expect(await said()).toBe(`${older}\n\nVi frågar Omar.${signed}`)
    },
  )

  test('can be shown again although an answer has been hidden and shown meanwhile', async () => {
    const { said, hide, show, reply } = await commented()
    await reply('Vi frågar Omar.')
    await hide('event:1', 'Omar')
    await hide(comments, 'Lisa')
    await show('event:1')
    await show(comments)
    expect(await said()).toBe(`${older}\n\nVi frågar Omar.${signed}`)
  })

  test('can be shown again although the name below an answer was hidden while the answer had words hidden', async () => {
    const { said, hide, show, reply } = await commented()
    await hide(comments, 'Lisa')
    await reply('Vi frågar Omar.')
    await hide('event:2', 'Omar')
    await hide(comments, 'Monica')
    await show('event:2')
    await show(comments)
    expect(await said()).toBe(`${older}\n\nVi frågar Omar.${signed}`)
  })

  test('can be hidden where an answer is only a part of its words', async () => {
    const { said, hide, reply } = await commented('Jan Ek ringde.\n/Henrik')
    await reply('Ja')
    await hide(comments, 'Jan Ek')
    expect(await said()).toBe(`████ ringde.\n/Henrik\n\nJa${signed}`)
  })

  describe('in a restored database', () => {
    /** The latest note of what was hidden or shown. */
    const noted = async (id: number) => {
      const { rows } = await sql<{ subject: string }>`
        select subject from erasures where kind = 'hidden in forslag' and (subject::json->>'id')::bigint = ${id}
        order by (subject::json->>'version')::int desc limit 1`.execute(portal.db)
      return rows[0]!.subject
    }
    const again = (subject: string) =>
      portal.db.transaction().execute(async (tx) => {
        const parts = { clock: () => portal.clock.now } as Parameters<EraseAgain>[2]
        for (const erase of Object.values(hidesAgain(suggestionQueue))) await erase(tx, [subject], parts)
      })
    const originals = (id: number) =>
      sql`select * from case_originals where kind = 'forslag' and case_id = ${id}`.execute(portal.db)
    const writeAs = (id: number, column: string, text: string) =>
      sql`update suggestions set ${sql.ref(column)} = ${text} where id = ${id}`.execute(portal.db)

    test('is shown again with the answers that have come since', async () => {
      const { id, said, hide, show, reply } = await commented()
      await hide(comments, 'Lisa')
      await reply('Vi frågar Omar.')
      const left = (await said()) ?? ''
      await sql`create table kept as select * from case_originals where kind = 'forslag' and case_id = ${id}`.execute(
        portal.db,
      )
      await show(comments)
      const whole = await said()
      await writeAs(id, 'comments', left)
      await sql`insert into case_originals select * from kept`.execute(portal.db)
      await again(await noted(id))
      expect([await said(), (await originals(id)).rows]).toEqual([whole, []])
      // Where the text is another one, it stays, and so does what is kept of the former.
      await writeAs(id, 'comments', 'Något annat')
      await sql`insert into case_originals select * from kept`.execute(portal.db)
      await again(await noted(id))
      expect([await said(), (await originals(id)).rows.length]).toEqual(['Något annat', 1])
    })

    test('keeps the answers that the backup has where all of it is hidden', async () => {
      const { id, number, said, hide, show, reply } = await commented()
      await hide(comments, 'Lisa')
      await reply('Vi frågar Omar.')
      const left = (await said()) ?? ''
      await sql`create table before as select * from case_originals where kind = 'forslag' and case_id = ${id}`.execute(
        portal.db,
      )
      const { version } = await one('monica', number)
      const more = await say('monica', number, version, { state: 'Avböjt', text: 'Kommunen säger nej.' })
      expect(more.status).toBe(200)
      await hide(comments, 'Monica')
      const note = await noted(id)
      await writeAs(id, 'comments', left)
      await sql`delete from case_originals where kind = 'forslag' and case_id = ${id}`.execute(portal.db)
      await sql`insert into case_originals select * from before`.execute(portal.db)
      await again(note)
      expect(await said()).toBe('████')
      await show(comments)
      expect(await said()).toBe(`${older}\n\nVi frågar Omar.${signed}`)
    })

    test('is hidden as a whole where it is longer or shorter than when it was marked', async () => {
      const { id, number } = await suggested('anna')
      await writeAs(id, 'description', 'Kalle stänger för tidigt.')
      const { version } = await one('monica', number)
      const marked = { number, version, part: 'text', from: 0, words: 'Kalle', why: 'Namn' }
      expect((await post('monica', 'dolj', marked)).status).toBe(200)
      const note = await noted(id)
      for (const [text, left] of [
        ['Kalle stänger för tidigt.', '████ stänger för tidigt.'],
        ['I går stängde Kalle för tidigt igen.', '████'],
        ['Stäng inte, Kalle.', '████'],
      ] as const) {
        await writeAs(id, 'description', text)
        await sql`delete from case_originals where kind = 'forslag' and case_id = ${id}`.execute(portal.db)
        await again(note)
        expect((await listed('cecilia', id))?.beskrivning).toBe(left)
        expect((await originals(id)).rows).toMatchObject([{ text }])
      }
    })

    test('is hidden alone where answers have come or are missing since', async () => {
      const { id, said, hide, reply } = await commented()
      await reply('Vi frågar Omar.')
      await hide(comments, 'Lisa')
      const note = await noted(id)
      const hidden = older.replace('Lisa', '████')
      for (const answers of ['', `\n\nVi frågar Omar.${signed}`]) {
        await writeAs(id, 'comments', older + answers)
        await sql`delete from case_originals where kind = 'forslag' and case_id = ${id}`.execute(portal.db)
        await again(note)
        expect(await said()).toBe(hidden + answers)
        expect((await originals(id)).rows).toMatchObject([{ text: older }])
      }
    })
  })
})

test.each([
  ['begins', 0, '████ och Kalle', 'Lisa', 2],
  ['ends', 9, 'Lisa och ██', 'Kalle', 0],
])(
  'what %s within something hidden is hidden with all of it, and shown again',
  async (_what, from, words, first, at) => {
    const { id, number } = await suggested('anna')
    const whole = 'Lisa och Kalle väntade.'
    await sql`update suggestions set description = ${whole} where id = ${id}`.execute(portal.db)
    const send = async (path: string, fields: object) => {
      const { version } = await one('monica', number)
      return post('monica', path, { number, version, part: 'text', why: 'Namn', ...fields })
    }
    expect((await send('dolj', { from, words: first })).status).toBe(200)
    expect((await send('dolj', { from: at, words: words.slice(at) })).status).toBe(200)
    expect((await listed('cecilia', id))?.beskrivning).toBe('████ väntade.')
    expect((await send('dolj', { from: 5, words: 'väntade' })).status).toBe(200)
    expect((await send('visaigen', {})).status).toBe(200)
    expect((await listed('cecilia', id))?.beskrivning).toBe(whole)
  },
)

test('what was rewritten since it was hidden is not shown again, and the refusal does not speak of a form', async () => {
  const { id, number } = await suggested('anna')
  const send = async (path: string, fields: object) =>
    post('monica', path, {
      number,
      version: (await one('monica', number)).version,
      part: 'text',
      why: 'Namn',
      ...fields,
    })
  expect((await send('dolj', { from: 0, words: 'På' })).status).toBe(200)
  await sql`update suggestions set description = 'Vid kajen.' where id = ${id}`.execute(portal.db)
  const shown = await send('visaigen', {})
  expect([shown.status, shown.body.errorMessage]).toEqual([409, expect.stringMatching(/kan inte visas igen/)])
  const hidden = await send('dolj', { from: 0, words: 'Vid' })
  expect([hidden.status, hidden.body.errorMessage]).toEqual([409, expect.stringMatching(/Visa den igen först/)])
})
