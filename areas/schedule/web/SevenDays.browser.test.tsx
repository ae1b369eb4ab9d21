import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { dateIn, dayAndDate, addDays } from '#platform/contract/wall-clock.ts'
import { profileKey } from '#platform/web/calls/profile.ts'
import { queryClient } from '#platform/web/calls/query-client.ts'
import { WithProfile } from '#platform/web/calls/WithProfile.tsx'
import { signInText } from '#platform/web/page/test-variant.ts'
import { announceUser, userKey } from '#platform/web/who/stored-user.ts'
import type { ScheduleRow } from '../contract.ts'
import SevenDays from './SevenDays.tsx'

const timestamp = '2026-11-21T12:00:00'

beforeEach(() => {
  localStorage.setItem(userKey, signInText('anna'))
  announceUser()
  queryClient.clear()
  queryClient.setQueryData(profileKey('anna'), [])
})
afterEach(() => vi.unstubAllGlobals())

it('does not call the days of a month that could not be loaded unpublished', async () => {
  const today = dateIn('Europe/Stockholm', new Date())
  const duty: ScheduleRow = {
    datum: today,
    starttid: `${today}T05:00:00`,
    sluttid: `${today}T13:00:00`,
    starttidDayName: 'lördag',
    beskrivning: 'Tjänst 11',
    passId: 1,
    tjanst: '11',
    linjer: [],
    startplats: 'Garaget',
    slutplats: 'Garaget',
    startForskjutning: '+01:00',
    slutForskjutning: '+01:00',
  }
  const month = `month=${Number(today.slice(5, 7))}`
  vi.stubGlobal('fetch', async (path: string) => {
    const isThis = path.split(/[?&]/).includes(month)
    return Response.json({ result: isThis ? [duty] : null, timestamp }, { status: isThis ? 200 : 500 })
  })
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <WithProfile>
          <SevenDays />
        </WithProfile>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const last = dayAndDate(addDays(today, 6))
  await expect.element(screen.getByRole('link', { name: `${last}: schemat kunde inte hämtas` })).toBeVisible()
  expect(screen.getByText('inget schema ännu').elements()).toEqual([])
})
