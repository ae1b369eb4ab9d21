// The row of the home, loaded at the second try.
import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { queryClient } from '#platform/web/calls/query-client.ts'
import { failAtFirst } from '#platform/web/calls/test-retry.ts'
import { signInText } from '#platform/web/page/test-variant.ts'
import { announceUser, userKey } from '#platform/web/who/stored-user.ts'
import type { SurveyStatus } from '../contract/status.ts'
import SurveyRow from './SurveyRow.tsx'

const open: SurveyStatus = {
  datum: true,
  contenttype: 'forare',
  year: 2026,
  opens: '2000-01-01',
  closes: '2999-12-31',
  head: null,
}

beforeEach(() => {
  localStorage.clear()
  localStorage.setItem(userKey, signInText('anna'))
  announceUser()
  queryClient.clear()
})
afterEach(() => vi.unstubAllGlobals())

it('the button that tries again keeps the focus until the row is there, and then the heading has it', async () => {
  const tryAgain = failAtFirst(() => [open])
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <h1 tabIndex={-1}>Hej Anna</h1>
        <SurveyRow />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await tryAgain(screen.getByRole('button', { name: 'Försök igen' }), screen.getByRole('heading'))
  await expect.element(screen.getByRole('link', { name: 'Medarbetarundersökning' })).toBeVisible()
})
