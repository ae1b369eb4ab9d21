// What is chosen while another choice is being saved, an address that is shown only once, and the focus when buttons replace each other.
import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { queryClient } from '#platform/web/calls/query-client.ts'
import { signInText } from '#platform/web/page/test-variant.ts'
import { announceUser, userKey } from '#platform/web/who/stored-user.ts'
import { unsubscribe } from '../calls.ts'
import type { CalendarContent, Subscribe } from '../contract.ts'
import SubscriptionDialog from './SubscriptionDialog.tsx'

const newAddress = 'https://linjen.example/kalender/hemlig.ics'

let saved: CalendarContent
let sent: CalendarContent[]
let answer: PromiseWithResolvers<void>
let status: number
/** Of the next loads. */
let loadStatus: number
/** Whether there is an address, according to the next loads. */
let shared: boolean

beforeEach(() => {
  localStorage.setItem(userKey, signInText('anna'))
  announceUser()
  queryClient.clear()
  saved = 'linje'
  sent = []
  status = 200
  loadStatus = 200
  shared = true
  answer = Promise.withResolvers()
  vi.stubGlobal('fetch', async (_path: string, { body, method }: RequestInit = {}) => {
    const timestamp = '2026-11-21T12:00:00'
    if (method === unsubscribe.method) {
      shared = false
      return Response.json({ result: true, timestamp })
    }
    if (typeof body !== 'string') {
      const result = shared ? { visar: saved, skapad: '2026-11-01T12:00:00', senastHamtad: null } : null
      return Response.json({ result, timestamp }, { status: loadStatus })
    }
    const { visar, nyAdress } = JSON.parse(body) as Subscribe
    sent.push(visar)
    await answer.promise
    if (status === 200) saved = visar
    return Response.json(
      { result: status === 200 ? { adress: nyAdress ? newAddress : null } : null, timestamp },
      { status },
    )
  })
})
afterEach(() => vi.unstubAllGlobals())

const show = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <SubscriptionDialog onClose={() => undefined} />
    </QueryClientProvider>,
  )

it('is saved after it', async () => {
  const screen = await show()
  const times = screen.getByRole('radio', { name: 'Bara tider' })
  const lines = screen.getByRole('radio', { name: 'Tider, linje och depå' })
  await expect.element(lines).toBeChecked()
  await times.click()
  await expect.poll(() => sent).toEqual(['tider'])
  await lines.click()
  await expect.element(lines).toBeChecked()
  answer.resolve()
  await expect.poll(() => sent).toEqual(['tider', 'linje'])
  await expect.poll(() => saved).toBe('linje')
  await expect.element(lines).toBeChecked()
})

it('is no longer shown as chosen if it could not be saved', async () => {
  const screen = await show()
  const times = screen.getByRole('radio', { name: 'Bara tider' })
  status = 500
  await times.click()
  answer.resolve()
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Det gick inte att spara. Försök igen.')
  await expect.element(screen.getByRole('radio', { name: 'Tider, linje och depå' })).toBeChecked()
  expect(sent).toEqual(['tider'])
})

it.each([true, false])(
  'shows the new address, also if nothing can be loaded afterwards (shared before: %s)',
  async (before) => {
    shared = before
    const screen = await show()
    const button = screen.getByRole('button', { name: before ? 'Gör en ny adress' : 'Skapa adress' })
    await expect.element(button).toBeVisible()
    loadStatus = 500
    await button.click()
    answer.resolve()
    const address = screen.getByLabelText('Adress')
    await expect.element(address).toHaveValue(newAddress)
    await queryClient.refetchQueries()
    await expect.poll(() => queryClient.isFetching()).toBe(0)
    await expect.element(address).toHaveValue(newAddress)
    await expect.element(screen.getByRole('button', { name: 'Sluta dela' })).toBeVisible()
    // What is chosen then is saved too.
    await screen.getByRole('radio', { name: 'Bara tider' }).click()
    await expect.poll(() => sent).toEqual(['linje', 'tider'])
  },
)

it('is shared no more once it has ended, also if nothing can be loaded afterwards', async () => {
  const screen = await show()
  const end = screen.getByRole('button', { name: 'Sluta dela' })
  await expect.element(end).toBeVisible()
  loadStatus = 500
  await end.click()
  await expect.element(screen.getByRole('button', { name: 'Skapa adress' })).toBeVisible()
  expect(screen.getByText(/Delas sedan/).query()).toBeNull()
  // A choice now must not share it again.
  await screen.getByRole('radio', { name: 'Bara tider' }).click()
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  expect(sent).toEqual([])
})

it('a button that disappears when it has been pressed leaves the focus in the dialog', async () => {
  shared = false
  answer.resolve()
  const screen = await show()
  const title = screen.getByRole('heading', { name: 'Prenumerera på schemat' })
  await screen.getByRole('button', { name: 'Skapa adress' }).click()
  await expect.element(screen.getByLabelText('Adress')).toBeVisible()
  await expect.element(title).toHaveFocus()
  await screen.getByRole('button', { name: 'Sluta dela' }).click()
  await expect.element(screen.getByRole('button', { name: 'Skapa adress' })).toBeVisible()
  await expect.element(title).toHaveFocus()
})

it('after a failed load that was tried again the focus is in the dialog', async () => {
  loadStatus = 500
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <h1 tabIndex={-1}>Schema</h1>
      <SubscriptionDialog onClose={() => undefined} />
    </QueryClientProvider>,
  )
  const again = screen.getByRole('button', { name: 'Försök igen' })
  await expect.element(again).toBeVisible()
  loadStatus = 200
  await again.click()
  await expect.element(screen.getByRole('radio').first()).toBeVisible()
  await expect.element(screen.getByRole('heading', { name: 'Prenumerera på schemat' })).toHaveFocus()
})
