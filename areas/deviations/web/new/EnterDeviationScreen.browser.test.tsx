// The focus when the kind of a deviation that is entered for somebody else is chosen, and chosen again.
import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { queryClient } from '#platform/web/calls/query-client.ts'
import { signInText } from '#platform/web/page/test-variant.ts'
import { announceUser, userKey } from '#platform/web/who/stored-user.ts'
import { deviationCases } from '../../cases.ts'
import EnterDeviationScreen from './EnterDeviationScreen.tsx'

beforeEach(() => {
  localStorage.setItem(userKey, signInText('emil'))
  announceUser()
  queryClient.clear()
  vi.stubGlobal('fetch', (path: string) => {
    const nils = { id: 'nils', name: 'Nils Ek', number: '31150', area: null }
    const result = path.startsWith(deviationCases.persons.path) ? [nils] : []
    return Promise.resolve(Response.json({ result, timestamp: '2026-11-21T12:00:00' }))
  })
})
afterEach(() => vi.unstubAllGlobals())

it('is in the heading of the form, and back in the heading of the screen', async () => {
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <EnterDeviationScreen />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await screen.getByRole('combobox').fill('Nils')
  await screen.getByRole('option', { name: /Nils Ek/ }).click()
  await screen.getByRole('button', { name: 'Hot och Våld' }).click()
  await expect.element(screen.getByRole('heading', { level: 2, name: 'Hot och Våld' })).toHaveFocus()
  await screen.getByRole('button', { name: 'Välj en annan sorts avvikelse' }).click()
  await expect.element(screen.getByRole('heading', { level: 1 })).toHaveFocus()
})
