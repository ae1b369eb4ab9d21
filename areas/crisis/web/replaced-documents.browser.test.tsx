// A crisis document is replaced under its name: the phone fetches the new one ahead, and without coverage it says that it has an older one.
import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { queryClient } from '#platform/web/calls/query-client.ts'
import { signInText } from '#platform/web/page/test-variant.ts'
import { setCopySchemas } from '#platform/web/phone/copies.ts'
import { openPhone } from '#platform/web/phone/database.ts'
import { announceUser, userKey } from '#platform/web/who/stored-user.ts'
import { downloadAreaDocument, getAreaDocuments } from '../calls.ts'
import { fetchCrisisAhead } from './ahead.ts'
import AreaDocuments from './AreaDocuments.tsx'
import { keptCrisis } from './kept.ts'

setCopySchemas(() => Promise.resolve(keptCrisis))

const filename = 'Samlingsplats.png'
/** The smallest picture. */
const first = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const second = btoa(`${atob(first)} `)
const sizeOf = (base64: string) => atob(base64).length

let file: string
let date: string
let line: 'whole' | 'without files'
let fetched: string[]
let fetchedAt: number

/** The time is now `at`, and somebody has just signed in. */
function itIs(at: string): void {
  vi.setSystemTime(at)
  localStorage.setItem(userKey, signInText('anna'))
  announceUser()
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  itIs('2026-11-20T20:00:00Z')
  queryClient.clear()
  await (await openPhone()).clear('answers')
  file = first
  date = '2026-10-02'
  line = 'whole'
  fetched = []
  vi.stubGlobal('fetch', (address: string) => {
    const answered = (result: unknown) =>
      Promise.resolve(Response.json({ result, timestamp: new Date().toISOString() }))
    if (address.startsWith(getAreaDocuments.path)) return answered([{ filename, size: sizeOf(file), date }])
    if (!address.startsWith(downloadAreaDocument.path)) return answered(null)
    if (line === 'without files') return Promise.reject(new TypeError('Failed to fetch'))
    fetched.push(file)
    fetchedAt = Date.now()
    return answered(file)
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const kept = async () =>
  (await (await openPhone()).getAll('answers')).filter(({ address }) => address.startsWith(downloadAreaDocument.path))

/** Fetches ahead, and waits until the phone has written the document down, so that nothing is left for the next test. */
async function ahead(): Promise<void> {
  await fetchCrisisAhead()
  await expect
    .poll(async () => (await kept()).map(({ answer, at }) => ({ answer, at })))
    .toEqual([{ answer: fetched.at(-1), at: fetchedAt }])
}

it.each([
  ['of another size', () => (file = second)],
  ['of the same size, from a later day', () => (date = '2026-11-21')],
])(
  'a document %s is fetched as soon as it is in the list, and one that is as before is not',
  async (_what, replace) => {
    await ahead()
    itIs('2026-11-20T21:05:00Z')
    await ahead()
    expect(fetched).toEqual([first])
    replace()
    itIs('2026-11-21T06:00:00Z')
    await ahead()
    expect(fetched).toEqual([first, file])
  },
)

it('without coverage an older copy says that there is a newer version, and from when it is', async () => {
  await ahead()
  file = second
  line = 'without files'
  itIs('2026-11-21T06:00:00Z')
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <AreaDocuments />
    </QueryClientProvider>,
  )
  await screen.getByRole('button', { name: 'Samlingsplats' }).click()
  const words = screen
    .getByRole('dialog')
    .getByText(/^En nyare version finns\. Det här är den som hämtades i går 21:00\.$/)
  await expect.element(words).toBeVisible()
})

it('without coverage a copy of the present version says nothing', async () => {
  await ahead()
  line = 'without files'
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <AreaDocuments />
    </QueryClientProvider>,
  )
  await screen.getByRole('button', { name: 'Samlingsplats' }).click()
  await expect.element(screen.getByRole('dialog').getByRole('img', { name: 'Samlingsplats' })).toBeVisible()
  expect(screen.getByText(/En nyare version/).query()).toBeNull()
})

it('without coverage the newest copy says nothing above a list that is older than it', async () => {
  await ahead()
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <AreaDocuments />
    </QueryClientProvider>,
  )
  await expect.element(screen.getByRole('button', { name: 'Samlingsplats' })).toBeVisible()
  file = second
  itIs('2026-11-20T21:05:00Z')
  await ahead()
  line = 'without files'
  await screen.getByRole('button', { name: 'Samlingsplats' }).click()
  await expect.element(screen.getByRole('dialog').getByRole('img', { name: 'Samlingsplats' })).toBeVisible()
  expect(screen.getByText(/En nyare version/).query()).toBeNull()
})
