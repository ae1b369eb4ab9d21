// What the phone shows if the server does not answer: a load in a real browser, with its copies in a real IndexedDB.
import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import * as z from 'zod/mini'
import { get, kept } from '#platform/contract/call.ts'
import { watchNetwork } from '../page/reach.ts'
import { signInText } from '../page/test-variant.ts'
import { setCopySchemas } from '../phone/copies.ts'
import { openPhone } from '../phone/database.ts'
import { announceUser, userKey } from '../who/stored-user.ts'
import { readNotices } from '../wire/notices.ts'
import { fetchAhead } from './fetch-ahead.ts'
import { Loaded } from './Loaded.tsx'
import { queryClient } from './query-client.ts'
import { useCall } from './query.ts'

const Days = z.array(z.string())
const getDays = kept(get<string[]>('/api/prov/days'))
setCopySchemas(() => Promise.resolve([[getDays, Days]]))
watchNetwork()

function Screen() {
  const days = useCall(getDays, undefined, { failedText: 'Hämta dagar misslyckades' })
  return (
    <>
      <h1 tabIndex={-1}>Dagar</h1>
      <Loaded of={days}>{(all) => <p>{all.join(', ')}</p>}</Loaded>
    </>
  )
}

let line: () => Promise<Response>
const answer = (status: number, result: unknown = null) =>
  Promise.resolve(Response.json({ result, timestamp: new Date().toISOString() }, { status }))
const noCoverage = () => Promise.reject(new TypeError('Failed to fetch'))

function signIn(subject: string): void {
  localStorage.setItem(userKey, signInText(subject))
  announceUser()
}

const copies = async () => (await (await openPhone()).getAll('answers')).map(({ subject }) => subject)

/** Opens the page again on the same phone, with an empty memory. */
async function open() {
  queryClient.clear()
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <Screen />
    </QueryClientProvider>,
  )
  return {
    shows: (words: string | RegExp) => expect.element(screen.getByText(words)),
    retry: screen.getByRole('button', { name: 'Försök igen' }),
    heading: screen.getByRole('heading'),
    close: () => screen.unmount(),
  }
}

/** Opens the page once with coverage, so that the phone has a copy of Monday. */
async function read(): Promise<void> {
  line = () => answer(200, ['måndag'])
  const screen = await open()
  await screen.shows('måndag').toBeVisible()
  await expect.poll(copies, { timeout: 10_000 }).toEqual(['anna'])
  await screen.close()
}

beforeEach(async () => {
  vi.stubGlobal('fetch', (path: string) => (path === getDays.path ? line() : noCoverage()))
  await (await openPhone()).clear('answers')
  signIn('anna')
})
afterEach(() => vi.unstubAllGlobals())

it.each([
  ['no answer comes', noCoverage, /^Uppdaterad \d\d:\d\d/],
  ['the server fails', () => answer(500), /servern svarar inte just nu/i],
])('where %s, it shows what it has and says of when, until there is an answer', async (_what, fails, said) => {
  await read()
  line = fails
  const screen = await open()
  await screen.shows('måndag').toBeVisible()
  await screen.shows(said).toBeVisible()
  line = () => answer(200, ['tisdag'])
  await queryClient.refetchQueries()
  await screen.shows('tisdag').toBeVisible()
  await screen.shows(said).not.toBeInTheDocument()
})

it('what is fetched ahead is shown in place of the copy, and takes back its warning', async () => {
  await read()
  line = () => answer(500)
  const screen = await open()
  const failing = /servern svarar inte just nu/i
  await screen.shows(failing).toBeVisible()
  const warnings = () => readNotices().map(({ message }) => message)
  expect(warnings()).toEqual(['Hämta dagar misslyckades'])
  // As long as the server fails, the copy is shown as one.
  await fetchAhead(getDays, undefined, { minutes: 0 })
  await screen.shows(failing).toBeVisible()
  expect(warnings()).toEqual(['Hämta dagar misslyckades'])
  line = () => answer(200, ['tisdag'])
  await fetchAhead(getDays, undefined, { minutes: 0 })
  await screen.shows('tisdag').toBeVisible()
  await screen.shows(failing).not.toBeInTheDocument()
  expect(warnings()).toEqual([])
})

it('shows nobody what another employee was told', async () => {
  await read()
  signIn('omar')
  line = noCoverage
  const screen = await open()
  await screen.shows(/kräver täckning/).toBeVisible()
  await screen.shows('måndag').not.toBeInTheDocument()
})

it.each([403, 404])('what is answered with %i is shown no more, then or later', async (status) => {
  await read()
  line = () => answer(status)
  const screen = await open()
  await screen.shows('Ett fel inträffade').toBeVisible()
  await expect.poll(copies).toEqual([])
  await screen.close()
  line = () => answer(500)
  await (await open()).shows('Ett fel inträffade').toBeVisible()
})

it.each([403, 404])('a proxy’s %i, which says nothing of the employee, takes away no copy', async (status) => {
  await read()
  line = () => Promise.resolve(new Response('<html><h1>No backend</h1></html>', { status }))
  const screen = await open()
  await screen.shows('måndag').toBeVisible()
  await screen.shows(/servern svarar inte just nu/i).toBeVisible()
  expect(await copies()).toEqual(['anna'])
})

it('a copy that is not of the answer’s form is none', async () => {
  await read()
  const phone = await openPhone()
  const [copy] = await phone.getAll('answers')
  await phone.put('answers', { ...copy!, answer: [{ day: 1 }] })
  line = () => answer(500)
  await (await open()).shows('Ett fel inträffade').toBeVisible()
})

it('a load that failed is tried again by its button, and the heading has the focus when it is gone', async () => {
  line = () => answer(500)
  const screen = await open()
  await screen.retry.click()
  await expect.element(screen.retry).toHaveFocus()
  line = () => answer(200, ['onsdag'])
  await screen.retry.click()
  await screen.shows('onsdag').toBeVisible()
  await expect.element(screen.heading).toHaveFocus()
})
