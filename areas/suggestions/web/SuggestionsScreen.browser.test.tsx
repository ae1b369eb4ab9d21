// The focus when a draft is opened from its notice, which disappears.
import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { queryClient } from '#platform/web/calls/query-client.ts'
import { signInText } from '#platform/web/page/test-variant.ts'
import { readDraft } from '#platform/web/phone/draft-store.ts'
import { wipeDrafts } from '#platform/web/phone/drafts.ts'
import { announceUser, userKey } from '#platform/web/who/stored-user.ts'
import SuggestionsScreen from './SuggestionsScreen.tsx'

beforeEach(async () => {
  localStorage.setItem(userKey, signInText('anna'))
  announceUser()
  queryClient.clear()
  await wipeDrafts()
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ result: [], timestamp: '2026-11-21T12:00:00' })))
})
afterEach(() => vi.unstubAllGlobals())

const show = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <SuggestionsScreen />
      </MemoryRouter>
    </QueryClientProvider>,
  )

it('is on the heading above the form', async () => {
  const first = await show()
  await first.getByRole('button', { name: 'Skapa ny' }).click()
  await first.getByLabelText('Rubrik').fill('Motorvärmare')
  await expect.poll(() => readDraft('anna', 'suggestion')).toBeTruthy()
  await first.unmount()
  const screen = await show()
  await screen.getByRole('button', { name: 'Fortsätt skriva' }).click()
  await expect.element(screen.getByLabelText('Rubrik')).toHaveValue('Motorvärmare')
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Förslag' })).toHaveFocus()
})
