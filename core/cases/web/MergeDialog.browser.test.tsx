// Merging cases about the same thing that were reported in different categories.
import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, afterEach, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { queryClient } from '#platform/web/calls/query-client.ts'
import { signInText } from '#platform/web/page/test-variant.ts'
import { announceUser, userKey } from '#platform/web/who/stored-user.ts'
import { caseCalls } from '../calls.ts'
import { aCase, caseRow } from './case-fixture.ts'
import { MergeDialog } from './MergeDialogs.tsx'

const calls = caseCalls('prov', { see: 'faults.see', handle: 'faults.handle' })
const brakes = caseRow({ number: 'F-1040', title: 'Bromsar', category: 'Bromsar' })
const doors = caseRow({ number: 'F-1041' })
let sent: unknown[]

beforeEach(() => {
  localStorage.setItem(userKey, signInText('roger'))
  announceUser()
  queryClient.clear()
  sent = []
  vi.stubGlobal('fetch', (_path: string, { body }: RequestInit = {}) => {
    sent.push(JSON.parse(body as string))
    return Promise.resolve(Response.json({ result: true, timestamp: '2026-11-21T12:00:00' }))
  })
})
afterEach(() => vi.unstubAllGlobals())

it('is merged at once with one of its category, which is chosen first, and with another only by somebody who is sure', async () => {
  const found = aCase({ related: [brakes, doors], about: 'Buss 2117' })
  const nothing = () => undefined
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <MergeDialog found={found} calls={calls} onClose={nothing} onDone={nothing} />
    </QueryClientProvider>,
  )
  const merge = screen.getByRole('button', { name: 'Slå ihop' })
  await expect.element(screen.getByRole('radio', { name: /F-1041/ })).toBeChecked()
  await expect.element(merge).toBeEnabled()
  await screen.getByRole('radio', { name: /F-1040/ }).click()
  await expect.element(screen.getByText('F-1042 är anmält som Dörrar, F-1040 som Bromsar.')).toBeVisible()
  await expect.element(merge).toBeDisabled()
  expect(sent).toEqual([])
  await screen.getByRole('checkbox', { name: 'Det är ändå samma sak' }).click()
  await merge.click()
  await expect.poll(() => sent).toEqual([{ number: 'F-1042', version: 3, into: 'F-1040' }])
})
