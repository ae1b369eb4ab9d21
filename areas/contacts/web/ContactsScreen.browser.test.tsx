// A group with many functions has more contacts than anybody wants to read through.
import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { queryClient } from '#platform/web/calls/query-client.ts'
import { signInText } from '#platform/web/page/test-variant.ts'
import { announceUser, userKey } from '#platform/web/who/stored-user.ts'
import type { Contact } from '../contract.ts'
import ContactsScreen from './ContactsScreen.tsx'

let contacts: Contact[]
const depots = (count: number) =>
  Array.from({ length: count }, (_, at): Contact => ({
    namn: `Depå ${count - at}`,
    roll: '',
    hjalperMed: at === 3 ? 'Borttappade saker' : 'Nycklar',
    telefon: `0900-1000${at}`,
    mobil: null,
    epost: null,
  }))

beforeEach(() => {
  localStorage.setItem(userKey, signInText('anna'))
  announceUser()
  queryClient.clear()
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ result: contacts, timestamp: '2026-11-21T12:00:00' })))
})
afterEach(() => vi.unstubAllGlobals())

const open = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <ContactsScreen />
      </MemoryRouter>
    </QueryClientProvider>,
  )

it('more than twenty are searched by what they help with, and sorted by name', async () => {
  contacts = depots(21)
  const screen = await open()
  const rows = screen.getByRole('list', { name: 'Kontakter' }).getByRole('listitem')
  const first = (name: string) => expect.element(rows.first().getByText(name, { exact: true })).toBeVisible()
  await first('Depå 21')
  await screen.getByLabelText('Sortera').selectOptions('Namn')
  await first('Depå 1')
  await screen.getByLabelText('Sök i listan').fill('borttappade')
  await expect.element(screen.getByText('En träff', { exact: true }).first()).toBeVisible()
  await first('Depå 18')
})

it('two of the same name and position leave nothing behind in a search', async () => {
  const [one] = depots(1)
  contacts = [...depots(21), ...[one, one].map((of) => ({ ...(of as Contact), namn: 'Anna Andersson', telefon: null }))]
  const screen = await open()
  const rows = screen.getByRole('list', { name: 'Kontakter' }).getByRole('listitem')
  const search = screen.getByLabelText('Sök i listan')
  await search.fill('anna')
  await expect.poll(() => rows.length).toBe(2)
  await search.fill('borttappade')
  await expect.element(rows.first().getByText('Depå 18', { exact: true })).toBeVisible()
  expect(rows.length).toBe(1)
})

it('a few are shown without tools', async () => {
  contacts = depots(20)
  const screen = await open()
  await expect.element(screen.getByText('Depå 20')).toBeVisible()
  await expect.element(screen.getByLabelText('Sök i listan')).not.toBeInTheDocument()
})
