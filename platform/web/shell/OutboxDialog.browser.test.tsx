// What the list of unsent reports offers for each, over a real IndexedDB.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { signInText } from '../page/test-variant.ts'
import { openPhone } from '../phone/database.ts'
import type { Item, Parcel } from '../phone/outbox-item.ts'
import { setView } from '../phone/outbox/state.ts'
import { addItem, changeItem, listItems } from '../phone/outbox/store.ts'
import { announceUser, userKey } from '../who/stored-user.ts'
import { OutboxDialog } from './OutboxDialog.tsx'

const parcel: Parcel = {
  id: 'a',
  path: '/api/prov/svar',
  body: { number: 'F-1', text: 'Dörren\ngnisslar än.' },
  what: 'Svar till verkstaden',
  about: 'F-1',
}

beforeEach(async () => {
  localStorage.setItem(userKey, signInText('anna'))
  announceUser()
  const phone = await openPhone()
  for (const store of ['drafts', 'outbox'] as const) await phone.clear(store)
})

const written = [['Svar', 'Dörren\ngnisslar än.']] as const

async function show(change: Partial<Item>, over: Partial<Parcel> = {}) {
  const { seq } = await addItem('anna', { ...parcel, ...over })
  await changeItem(seq, change)
  setView({ items: await listItems('anna'), sending: null })
  await render(<OutboxDialog onClose={vi.fn()} />)
}

const button = (name: string) => page.getByRole('button', { name, exact: true })
const draft = (value: unknown) => ({ subject: 'anna', key: 'svar', value, savedAt: Date.now() })

it('says why a report waits although there is coverage, and until when; it can be sent now or removed', async () => {
  await show({ heldUntil: new Date('2026-11-21T14:32:10+01:00').getTime(), reason: 'Portalen kunde inte ta emot det.' })
  await expect.element(page.getByText('Portalen kunde inte ta emot det. Nytt försök tidigast kl. 14:32.')).toBeVisible()
  await expect.element(button('Skicka nu')).toBeVisible()
  await expect.element(button('Ta bort')).toBeVisible()
})

it('shows the text of a report of an earlier version, which names a field of its body', async () => {
  await show({ state: 'failed', status: 400, textField: 'text' })
  await expect.element(page.getByText(/gnisslar än\./)).toBeVisible()
})

it('shows the text of a refused report without a form to continue in', async () => {
  await show({ state: 'failed', status: 400, reason: 'Ärendet är avslutat.' }, { written })
  await expect.element(page.getByText(/gnisslar än\./)).toBeVisible()
  await expect.element(button('Öppna och ändra')).not.toBeInTheDocument()
})

it.each([403, 404])('shows the text instead of opening a form for what is gone: %i', async (status) => {
  await (await openPhone()).put('drafts', draft('text'))
  await show({ state: 'failed', status }, { written, draftKeys: ['svar'], address: '/dashboard/start' })
  await expect.element(page.getByText(/gnisslar än\./)).toBeVisible()
  await expect.element(button('Öppna och ändra')).not.toBeInTheDocument()
})

it('offers no form for a report of an earlier version, which has no address', async () => {
  await (await openPhone()).put('drafts', draft('text'))
  await show({ state: 'failed' }, { draftKeys: ['svar'] })
  await expect.element(button('Försök igen')).toBeVisible()
  await expect.element(button('Öppna och ändra')).not.toBeInTheDocument()
})

it('asks before a newer draft is replaced, and keeps it if that is the answer', async () => {
  const phone = await openPhone()
  await phone.put('drafts', draft('text'))
  await show({ state: 'failed', status: 400 }, { draftKeys: ['svar'], address: '/dashboard/start' })
  await phone.put('drafts', draft('newer'))
  await button('Öppna och ändra').click()
  await expect.element(page.getByText(/^Du har redan påbörjat något nytt/)).toBeVisible()
  await button('Behåll det nya').click()
  await expect.element(button('Öppna och ändra')).toHaveFocus()
  expect((await phone.getAll('drafts')).map(({ value }) => value)).toEqual(['newer'])
  expect(await listItems('anna')).toHaveLength(1)
})

describe('what a press on a button that sends has led to is announced, and the focus stays in the dialog', () => {
  const answer = (status: number, content: object) =>
    Promise.resolve(Response.json({ timestamp: '2026-11-21T12:00:00', ...content }, { status }))
  const announced = () => document.querySelector('dialog [data-speech]')?.textContent
  const title = page.getByRole('heading', { name: 'Att skicka' })
  afterEach(() => vi.unstubAllGlobals())

  it('all is sent, and the button has disappeared', async () => {
    vi.stubGlobal('fetch', () => answer(200, { result: true }))
    await show({})
    await button('Skicka nu').click()
    await expect.poll(announced).toBe('Allt är skickat.')
    await expect.element(title).toHaveFocus()
  })

  it('it is refused again, with the reason', async () => {
    vi.stubGlobal('fetch', () => answer(400, { result: null, errorMessage: 'Ärendet är avslutat.' }))
    await show({ state: 'failed', reason: 'Ärendet är stängt.', status: 400 })
    await button('Försök igen').click()
    await expect.poll(announced).toBe('Svar till verkstaden kunde inte skickas. Ärendet är avslutat.')
    await expect.element(title).toHaveFocus()
  })

  it('without coverage it waits', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    await show({})
    await button('Skicka nu').click()
    await expect.poll(announced).toBe('En sak väntar på att skickas.')
    await expect.element(button('Skicka nu')).toHaveFocus()
  })
})

it('what is removed is announced in words that fit everything that is sent', async () => {
  await show({})
  await button('Ta bort').click()
  await button('Ta bort för gott').click()
  await expect
    .poll(() => document.querySelector('dialog [data-speech]')?.textContent)
    .toBe('Borttaget: Svar till verkstaden')
})
