// Templates of answers in the company's own words, tested with the workshop's queue. They are the same in every queue.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Case } from '#core/cases/contract.ts'
import type { QueueTemplates, TemplateOfState } from '#core/cases/templates.ts'
import { testPortal, type TestPortal } from '../../../app/server/test-portal.ts'
import { onlyRoles } from '../../../app/server/test-roles.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await testPortal()
  await onlyRoles(portal.db, [
    ['roger', 'verkstad'],
    ['farid', 'verkstad'],
    ['klara', 'kommunikator'],
    ['david', 'omradeschef'],
    ['monica', 'omradeschef', { area: 'Umeå' }],
    ['annika', 'kommunikator'],
  ])
})
afterAll(() => portal.close())

const path = '/api/kontor/svarsmallar'
const queues = async (userName = 'klara'): Promise<QueueTemplates[]> =>
  (await portal.send(userName, 'GET', path)).body.result
const template = async (state: string, kind = 'fel'): Promise<TemplateOfState> =>
  (await queues()).find((queue) => queue.kind === kind)!.states.find((each) => each.state === state)!
const save = (userName: string, fields: object) =>
  portal.send(userName, 'POST', path, { body: { kind: 'fel', state: 'Bedömd', text: 'Hej', version: 0, ...fields } })
const offered = async (userName: string, number: string, state: string): Promise<string | undefined> => {
  const found: Case = (await portal.send(userName, 'GET', `/api/kontor/arenden/fel/arende?nummer=${number}`)).body
    .result
  return found.next.find(({ name }) => name === state)?.template
}
const newFault = async (company: string) => {
  const { rows } = await sql<{ number: string; about: string }>`
    select number, about from cases where kind = 'fel' and company = ${company} and state = 'Mottagen'
      and merged_into is null order by id desc limit 1`.execute(portal.db)
  return rows[0]!
}

test('a company has its own text, with the number, the matter and the vehicle of each case', async () => {
  const { number, about } = await newFault('norr')
  const standard = await offered('roger', number, 'Bedömd')
  expect(standard).toMatch(/^Vi har tittat på felet/)
  expect((await save('klara', { text: ' {nummer} ({ärende}) på {fordon} är bedömd. ' })).status).toBe(200)
  expect(await offered('roger', number, 'Bedömd')).toMatch(
    new RegExp(`^${number} \\(.+\\) på Buss ${about} är bedömd\\.$`),
  )
  expect(await template('Bedömd')).toMatchObject({ standard, version: 1, changed: { by: 'Klara Burman' } })
  // Another company keeps the portal's own text, and so does another state.
  expect(await offered('farid', (await newFault('ost')).number, 'Bedömd')).toBe(standard)
  expect(await template('Klar')).toMatchObject({ changed: null, version: 0 })
  // The portal's own text is restored.
  expect((await save('david', { text: null, version: 1 })).status).toBe(200)
  expect(await offered('roger', number, 'Bedömd')).toBe(standard)
  expect(await template('Bedömd')).toMatchObject({ text: standard, changed: null, version: 2 })
  const { rows } = await sql<{ before: unknown; after: unknown }>`
    select before, after from audit where what = 'template.changed' order by id`.execute(portal.db)
  expect(rows).toEqual([
    { before: { text: null }, after: { text: '{nummer} ({ärende}) på {fordon} är bedömd.' } },
    { before: { text: '{nummer} ({ärende}) på {fordon} är bedömd.' }, after: { text: null } },
  ])
})

test('an empty text is a choice too, and a stale one is refused', async () => {
  const { version } = await template('Klar')
  expect((await save('klara', { state: 'Klar', text: '', version })).status).toBe(200)
  const { number } = await newFault('norr')
  expect(await offered('roger', number, 'Klar')).toBe('')
  const stale = await save('david', { state: 'Klar', text: 'Min text', version })
  expect([stale.status, stale.body.errorMessage]).toEqual([
    409,
    'Mallen har ändrats av någon annan. Ladda om sidan för att se den nya texten.',
  ])
  // Of two saves at the same time, one succeeds.
  const both = await Promise.all(
    ['klara', 'david'].map((userName) => save(userName, { state: 'Åtgärdas', text: `Av ${userName}` })),
  )
  expect(both.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409'])
})

test('only the listed placeholders are known, and a vehicle only where cases are about one', async () => {
  const refused = async (fields: object) => (await save('klara', { version: 2, ...fields })).body.modelState
  expect(await refused({ text: 'Hej {namn}' })).toEqual({
    text: ['{namn} betyder ingenting. Använd {nummer}, {ärende}, {fordon}.'],
  })
  expect(await refused({ kind: 'forslag', state: 'Planerat', text: 'Om {fordon}', version: 0 })).toEqual({
    text: ['{fordon} betyder ingenting. Använd {nummer}, {ärende}.'],
  })
  expect((await queues()).find(({ kind }) => kind === 'forslag')?.placeholders).toEqual(['nummer', 'ärende'])
  // The text is plain: HTML in it is not interpreted, and placeholders are filled in only once.
  expect((await save('klara', { text: '<b>{nummer}</b>', version: 2 })).status).toBe(200)
  const { number } = await newFault('norr')
  expect(await offered('roger', number, 'Bedömd')).toBe(`<b>${number}</b>`)
})

test('it needs the permission for the whole company; a state or a queue that is not there is absent', async () => {
  expect((await portal.send('roger', 'GET', path)).status).toBe(403)
  expect((await save('roger', {})).status).toBe(403)
  expect(await queues('monica')).toEqual([])
  expect((await save('monica', {})).status).toBe(403)
  for (const fields of [{ kind: 'finnsinte' }, { state: 'Finns inte' }, { state: 'Mottagen' }])
    expect((await save('klara', fields)).status).toBe(404)
  // A feature that a company has switched off has no templates.
  expect((await queues('annika')).map(({ kind }) => kind)).not.toContain('fel')
  expect((await save('annika', {})).status).toBe(404)
})
