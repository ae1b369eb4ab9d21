// What the office has written about the time report stays in its card.
import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { profileKey } from '#platform/web/calls/profile.ts'
import { keyOf } from '#platform/web/calls/query.ts'
import { queryClient } from '#platform/web/calls/query-client.ts'
import { WithProfile } from '#platform/web/calls/WithProfile.tsx'
import { signInText } from '#platform/web/page/test-variant.ts'
import { announceUser, userKey } from '#platform/web/who/stored-user.ts'
import { dismissNotice, readNotices } from '#platform/web/wire/notices.ts'
import { acceptTimeReport, getLatestTimeReport } from '../calls.ts'
import type { AcceptTimeReport, TimeReport } from '../contract.ts'
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
let failing: boolean
let refusing: boolean

beforeEach(() => {
  failing = false
  refusing = false
  for (const { id } of readNotices()) dismissNotice(id)
  localStorage.setItem(userKey, signInText('anna'))
  announceUser()
  queryClient.clear()
  queryClient.setQueryData(profileKey('anna'), [])
  vi.stubGlobal('fetch', (path: string, { body }: RequestInit = {}) => {
    if (path === acceptTimeReport.path) {
      if (refusing)
        return Promise.resolve(
          Response.json({ result: null, timestamp, errorMessage: 'Redan godkänd.' }, { status: 409 }),
        )
      const { Undo } = JSON.parse(body as string) as AcceptTimeReport
      answered = { ...answered, status: Undo ? 'Öppen' : 'Inlämnad', isSubmitted: !Undo, isRevertable: !Undo }
      return Promise.resolve(Response.json({ result: { status: 'OK' }, timestamp }))
    }
    return Promise.resolve(Response.json({ result: answered, timestamp }, { status: failing ? 500 : 200 }))
  })
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

const warnings = () => expect.poll(() => readNotices().map(({ message }) => message))
const reload = () => queryClient.invalidateQueries({ queryKey: keyOf(getLatestTimeReport) })
const failed = 'Hämta senaste tidrapporten misslyckades'

it('says only of the load after a submission that it failed after it, and takes the words back', async () => {
  answered = report
  const screen = await open()
  await expect.element(screen.getByRole('button', { name: 'Lämna in' })).toBeVisible()
  failing = true
  await screen.getByRole('button', { name: 'Lämna in' }).click()
  await warnings().toEqual([`${failed} efter inlämnande`])
  failing = false
  await reload()
  await warnings().toEqual([])
  await expect.element(screen.getByText('Inlämnad', { exact: true }).first()).toBeVisible()
  failing = true
  await reload()
  await warnings().toEqual([failed])
})

it('says of the load after a withdrawal what it says of every other', async () => {
  answered = { ...report, status: 'Inlämnad', isSubmitted: true, isRevertable: true }
  const screen = await open()
  await expect.element(screen.getByText('12 pass')).toBeVisible()
  failing = true
  await screen.getByRole('button', { name: /Inlämnad/ }).click()
  await warnings().toEqual([failed])
})

it('does not say under the next month why this one was refused', async () => {
  refusing = true
  answered = report
  const screen = await open()
  await screen.getByRole('button', { name: 'Lämna in' }).click()
  await expect.element(screen.getByText('Redan godkänd.')).toBeVisible()
  answered = { ...report, id: 8, period: 'December 2026' }
  await queryClient.invalidateQueries({ queryKey: keyOf(getLatestTimeReport) })
  await expect.element(screen.getByText('December 2026')).toBeVisible()
  expect(screen.getByText('Redan godkänd.').elements()).toEqual([])
})
