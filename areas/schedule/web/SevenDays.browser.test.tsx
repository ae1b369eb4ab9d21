import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import '#platform/web/ui/tokens.css'
import '#platform/web/ui/base.css'
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
afterEach(() => {
  vi.unstubAllGlobals()
  document.documentElement.style.fontSize = ''
})

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

const open = (width?: number) =>
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <WithProfile>
          <div style={{ width }}>
            <SevenDays />
          </div>
        </WithProfile>
      </MemoryRouter>
    </QueryClientProvider>,
  )

it('does not call the days of a month that could not be loaded unpublished', async () => {
  const month = `month=${Number(today.slice(5, 7))}`
  vi.stubGlobal('fetch', async (path: string) => {
    const isThis = path.split(/[?&]/).includes(month)
    return Response.json({ result: isThis ? [duty] : null, timestamp }, { status: isThis ? 200 : 500 })
  })
  const screen = await open()
  const last = dayAndDate(addDays(today, 6))
  await expect.element(screen.getByRole('link', { name: `${last}: schemat kunde inte hämtas` })).toBeVisible()
  expect(screen.getByText('inget schema ännu').elements()).toEqual([])
})

it.each([100, 200])('shows a start on the day after as such, within its cell, at %i % text', async (percent) => {
  const tomorrow = addDays(today, 1)
  const late = { ...duty, starttid: `${tomorrow}T00:30:00`, sluttid: `${tomorrow}T08:00:00` }
  vi.stubGlobal('fetch', async () => Response.json({ result: [late, { ...duty, datum: tomorrow }], timestamp }))
  document.documentElement.style.fontSize = `${percent}%`
  await page.viewport(320, 640)
  const screen = await open(288)
  const cell = (name: RegExp) => screen.getByRole('link', { name })
  const [first, second] = [cell(/: 00:30 \+1/), cell(/: 05:00 −1/)]
  await expect.element(first).toBeVisible()
  expect(first.element().querySelector('time')?.textContent).toBe('00:30 +1')
  expect(second.element().querySelector('time')?.textContent).toBe('05:00 −1')
  const other = screen.getByRole('link', { name: /inget schema ännu/ }).last()
  const width = (link: typeof first) => link.element().getBoundingClientRect().width
  expect(width(first)).toBeCloseTo(width(other), 1)
  for (const each of [first, second]) {
    const { left, right, bottom } = each.element().getBoundingClientRect()
    for (const part of each.element().querySelector('time')?.getClientRects() ?? []) {
      expect(part.left).toBeGreaterThanOrEqual(left)
      expect(part.right).toBeLessThanOrEqual(right)
      expect(part.bottom).toBeLessThanOrEqual(bottom)
    }
  }
})
