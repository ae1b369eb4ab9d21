// The list of assignments opens on the same day as the card of the duty, in the hours around midnight too.
import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { queryClient } from '#platform/web/calls/query-client.ts'
import { signInText } from '#platform/web/page/test-variant.ts'
import { announceUser, userKey } from '#platform/web/who/stored-user.ts'
import { getCurrentAssignment } from '../calls.ts'
import { aDuty } from './duty-fixture.ts'
import { useServiceDate } from './use-service-date.ts'

const duty = (datum: string, starttid: string, sluttid: string, slutForskjutning = '+01:00') =>
  aDuty({ bekraftad: true, datum, starttid, sluttid, slutForskjutning })

const Day = () => <p>{useServiceDate()}</p>

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  queryClient.clear()
  localStorage.setItem(userKey, signInText('anna'))
  announceUser()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const late = duty('2026-11-20', '2026-11-21T00:30:00', '2026-11-21T06:00:00')
const early = duty('2026-03-29', '2026-03-28T23:30:00', '2026-03-29T06:00:00', '+02:00')
const tomorrows = duty('2026-11-21', '2026-11-21T06:00:00', '2026-11-21T14:00:00')

it.each([
  ['is next and belongs to yesterday', late, '2026-11-21T00:10:00+01:00', '2026-11-20'],
  ['is under way and belongs to yesterday', late, '2026-11-21T00:40:00+01:00', '2026-11-20'],
  ['is under way and belongs to tomorrow', early, '2026-03-28T23:40:00+01:00', '2026-03-29'],
  ['is next and belongs to tomorrow', tomorrows, '2026-11-20T23:40:00+01:00', '2026-11-20'],
])('on the day of a duty that %s', async (_which, current, now, day) => {
  vi.setSystemTime(Date.parse(now))
  const answer = Response.json({ result: current, timestamp: new Date().toISOString() })
  vi.stubGlobal('fetch', (path: string) =>
    path === getCurrentAssignment.path ? Promise.resolve(answer) : Promise.reject(new TypeError('Failed to fetch')),
  )
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <Day />
    </QueryClientProvider>,
  )
  await expect.element(screen.getByText(day, { exact: true })).toBeVisible()
})
