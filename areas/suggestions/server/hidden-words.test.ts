// Words that are hidden in a suggestion, which the whole company reads, and in the office's answers below it.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hidesAgain } from '#core/cases/server/hidden-again.ts'
import type { EraseAgain } from '#platform/server/area.ts'
import { officeCalls } from '../../../app/server/test-cases.ts'
import { testPortal, type TestPortal } from '../../../app/server/test-portal.ts'
import { onlyRoles } from '../../../app/server/test-roles.ts'
import { suggestionQueue } from './queue.ts'
import { suggestionsOf } from './test-suggestions.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await testPortal()
  await onlyRoles(portal.db, [['monica', 'omradeschef']])
})
afterAll(() => portal.close())

const { post, one, answer: say } = officeCalls(() => portal, 'forslag')
const { listed, suggested } = suggestionsOf(() => portal)

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
    /** The latest record of words that were hidden or shown again. */
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
      // If the text has been changed meanwhile, both the text and the stored original stay.
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
