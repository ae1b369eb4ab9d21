import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { profileKey } from '#platform/web/calls/profile.ts'
import { queryClient } from '#platform/web/calls/query-client.ts'
import { WithProfile } from '#platform/web/calls/WithProfile.tsx'
import { signInText } from '#platform/web/page/test-variant.ts'
import { announceUser, userKey } from '#platform/web/who/stored-user.ts'
import { getMonthForPayroll } from '../cases.ts'
import PayrollScreen from './PayrollScreen.tsx'

const timestamp = '2026-11-21T12:00:00'

beforeEach(() => {
  localStorage.setItem(userKey, signInText('anna'))
  announceUser()
  queryClient.clear()
  queryClient.setQueryData(profileKey('anna'), [])
  vi.stubGlobal('fetch', async (path: string) => {
    const isCount = path.startsWith(`${getMonthForPayroll.path}?`)
    return Response.json(
      { result: isCount ? { godkanda: 3, ejKlara: 0 } : null, timestamp },
      { status: isCount ? 200 : 500 },
    )
  })
})
afterEach(() => vi.unstubAllGlobals())

it('says of a file that could not be fetched only under its month', async () => {
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <WithProfile>
          <PayrollScreen />
        </WithProfile>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await screen.getByRole('button', { name: 'Hämta CSV' }).click()
  await expect.element(screen.getByText('Filen kunde inte hämtas. Försök igen.')).toBeVisible()
  const month = screen.getByLabelText('Månad').element() as HTMLSelectElement
  await screen.getByLabelText('Månad').selectOptions(month.options[1]!.value)
  await expect.element(screen.getByRole('heading', { name: month.options[1]!.text })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Hämta CSV' })).toBeEnabled()
  expect(screen.getByText('Filen kunde inte hämtas. Försök igen.').elements()).toEqual([])
})
