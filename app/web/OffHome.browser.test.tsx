// The home of an employee without a duty: what it has shown of the employee's reports stays when they cannot be loaded again.
import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { ClaimsContext } from '#platform/web/calls/profile.ts'
import { queryClient } from '#platform/web/calls/query-client.ts'
import { signInText } from '#platform/web/page/test-variant.ts'
import { announceUser, userKey } from '#platform/web/who/stored-user.ts'
import { getOwnFaults } from '../../areas/vehicle-faults/calls.ts'
import { getSuggestions } from '../../areas/suggestions/calls.ts'
import OffHome from './OffHome.tsx'

const now = '2026-11-21T12:00:00'
const fault = { number: 'F-9', vehicleName: 'Buss 2117', faultCategoryName: 'Dörrar', timestamp: now, state: 'Klar' }
const own = { id: 7, rubrik: 'Fler bänkar', datumForslag: now, status: 'Ny', eget: { nummer: 'FS-7' } }

beforeEach(() => {
  localStorage.clear()
  localStorage.setItem(userKey, signInText('anna'))
  announceUser()
  queryClient.clear()
})
afterEach(() => vi.unstubAllGlobals())

it('an own report stays when its list fails, and goes when the list no longer has it', async () => {
  let answer = () => Response.json({ result: [own], timestamp: now })
  let items: unknown[] = []
  vi.stubGlobal('fetch', (path: string) => {
    const result = path.startsWith(getOwnFaults.path) ? { items } : []
    return Promise.resolve(path.startsWith(getSuggestions.path) ? answer() : Response.json({ result, timestamp: now }))
  })
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <ClaimsContext
        value={[
          { type: 'ForslagEnabled', value: 'true' },
          { type: 'FkEnabled', value: 'true' },
        ]}
      >
        <MemoryRouter>
          <OffHome />
        </MemoryRouter>
      </ClaimsContext>
    </QueryClientProvider>,
  )
  const row = screen.getByRole('link', { name: /Fler bänkar/ })
  await expect.element(row).toBeVisible()
  answer = () => Response.json({ result: null, timestamp: now }, { status: 503 })
  items = [fault]
  await queryClient.invalidateQueries()
  await expect.element(screen.getByRole('link', { name: /F-9/ })).toBeVisible()
  await expect.element(row).toBeVisible()
  answer = () => Response.json({ result: [], timestamp: now })
  await queryClient.invalidateQueries()
  await expect.element(row).not.toBeInTheDocument()
})
