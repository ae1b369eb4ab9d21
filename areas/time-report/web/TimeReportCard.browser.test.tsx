// What the office has written about the time report stays in its card.
import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { profileKey } from '#platform/web/calls/profile.ts'
import { queryClient } from '#platform/web/calls/query-client.ts'
import { WithProfile } from '#platform/web/calls/WithProfile.tsx'
import { signInText } from '#platform/web/page/test-variant.ts'
import { announceUser, userKey } from '#platform/web/who/stored-user.ts'
import type { TimeReport } from '../contract.ts'
import TimeReportCard from './TimeReportCard.tsx'

const timestamp = '2026-11-21T12:00:00'
const report: TimeReport = {
  id: 7,
  period: 'November 2026',
  passCount: 12,
  status: 'Öppen',
  isSubmitted: false,
  isApproved: false,
  isRevertable: false,
}
const written = (text: string, period = report.period) => ({ at: '2026-11-20T09:30:00', text, period })
let answered: TimeReport

beforeEach(() => {
  localStorage.setItem(userKey, signInText('anna'))
  announceUser()
  queryClient.clear()
  queryClient.setQueryData(profileKey('anna'), [])
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ result: answered, timestamp })))
})
afterEach(() => vi.unstubAllGlobals())

const open = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <WithProfile>
          <TimeReportCard />
        </WithProfile>
      </MemoryRouter>
    </QueryClientProvider>,
  )

it('shows the latest text about this report, and earlier ones when they are asked for', async () => {
  const meddelanden = [written('Den 3:e räknas.'), written('Vi frågar lön.'), written('Tack!', 'Oktober 2026')]
  answered = { ...report, status: 'Godkänd', isSubmitted: true, isApproved: true, meddelanden }
  const screen = await open()
  await expect.element(screen.getByText('Den 3:e räknas.')).toBeVisible()
  await expect.element(screen.getByText('Kontoret skrev 2026-11-20 09:30')).toBeVisible()
  await expect.element(screen.getByText('Vi frågar lön.')).not.toBeVisible()
  await screen.getByText('Tidigare från kontoret (2)').click()
  await expect.element(screen.getByText('Vi frågar lön.')).toBeVisible()
  expect(screen.getByText('Tack!').element().closest('li')?.textContent).toMatch(/^Oktober 2026 /)
})

it('shows a returned report’s text once, and an earlier month’s only when it is asked for', async () => {
  const meddelanden = [written('Skriv varför.'), written('Tack!', 'Oktober 2026')]
  answered = { ...report, aterlamnad: 'Skriv varför.', meddelanden }
  const screen = await open()
  await expect.element(screen.getByText('Kontoret har lämnat tillbaka tidrapporten')).toBeVisible()
  expect(screen.container.textContent?.split('Skriv varför.').length).toBe(2)
  await expect.element(screen.getByText('Tack!')).not.toBeVisible()
  await expect.element(screen.getByText('Tidigare från kontoret (1)')).toBeVisible()
})
