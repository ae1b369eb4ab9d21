// A search that fails is tried again, and the focus stays in the dialog.
import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { ClaimsContext } from '#platform/web/calls/profile.ts'
import { queryClient } from '#platform/web/calls/query-client.ts'
import { failAtFirst } from '#platform/web/calls/test-retry.ts'
import { signInText } from '#platform/web/page/test-variant.ts'
import { announceUser, userKey } from '#platform/web/who/stored-user.ts'
import type { Found } from '../contract.ts'
import SearchDialog from './SearchDialog.tsx'

const found: Found = {
  grupper: [{ slag: 'Nyheter', traffar: [{ rubrik: 'Nytt garage', utdrag: '', datum: null, vag: '/nyheter/3' }] }],
}

beforeEach(() => {
  localStorage.setItem(userKey, signInText('anna'))
  announceUser()
  queryClient.clear()
})
afterEach(() => vi.unstubAllGlobals())

const open = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <ClaimsContext value={[]}>
          <SearchDialog onClose={() => undefined} />
        </ClaimsContext>
      </MemoryRouter>
    </QueryClientProvider>,
  )

it.each([false, true])('after another search that succeeded: %s', async (isSecond) => {
  if (isSecond) vi.stubGlobal('fetch', async () => Response.json({ result: found, timestamp: '2026-11-21T12:00:00' }))
  const screen = await open()
  const field = screen.getByLabelText('Vad letar du efter?')
  if (isSecond) {
    await field.fill('gara')
    await expect.element(screen.getByText('Nytt garage')).toBeVisible()
  }
  const tryAgain = failAtFirst(() => found)
  await field.fill('garage')
  await tryAgain(screen.getByRole('button', { name: 'Försök igen' }), screen.getByRole('heading', { name: 'Sök' }))
  await expect.element(screen.getByText('Nytt garage')).toBeVisible()
})
