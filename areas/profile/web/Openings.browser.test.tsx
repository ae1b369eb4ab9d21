// Who has opened an employee's sensitive data, as the profile lists it.
import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import type { Opening } from '#core/audit/contract.ts'
import { queryClient } from '#platform/web/calls/query-client.ts'
import { signInText } from '#platform/web/page/test-variant.ts'
import { announceUser, userKey } from '#platform/web/who/stored-user.ts'
import Openings from './Openings.tsx'

const opening: Opening = {
  id: 1,
  at: '2024-03-05T08:15:00',
  by: 'Eva Nordmark (31001)',
  role: 'HR',
  deputyFor: null,
  emergency: false,
  revealed: false,
  uncovered: false,
  account: null,
  key: null,
  thing: 'Avvikelse',
  number: 'A-1012',
}

beforeEach(() => {
  localStorage.setItem(userKey, signInText('anna'))
  announceUser()
  queryClient.clear()
})
afterEach(() => vi.unstubAllGlobals())

it('an opening, which is kept for years, has its year', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ result: [opening], timestamp: '2026-11-21T12:00:00' })))
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <Openings />
    </QueryClientProvider>,
  )
  await expect.element(screen.getByText('5 mars 2024 kl. 08:15')).toBeVisible()
})
