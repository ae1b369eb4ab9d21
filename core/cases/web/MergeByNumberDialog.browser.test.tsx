// In some queues only the readers know that two cases are about the same thing: they are merged by number.
import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { queryClient } from '#platform/web/calls/query-client.ts'
import { signInText } from '#platform/web/page/test-variant.ts'
import { announceUser, userKey } from '#platform/web/who/stored-user.ts'
import { caseCalls } from '../calls.ts'
import { CasePane } from './CasePane.tsx'
import { aCase } from './case-fixture.ts'

const calls = caseCalls('prov', { see: 'suggestions.see', handle: 'suggestions.handle' })
let sent: { into: string }[]

beforeEach(() => {
  localStorage.setItem(userKey, signInText('monica'))
  announceUser()
  queryClient.clear()
  sent = []
  vi.stubGlobal('fetch', (path: string, { body }: RequestInit = {}) => {
    const timestamp = '2026-11-21T12:00:00'
    if (path !== calls.merge.path) {
      const result = aCase({ actions: ['merge'], mergesAny: true, next: [] })
      return Promise.resolve(Response.json({ result, timestamp }))
    }
    const merge = JSON.parse(body as string) as { into: string }
    sent.push(merge)
    return Promise.resolve(
      merge.into === 'FS-2'
        ? Response.json({ result: true, timestamp })
        : Response.json({ result: null, errorMessage: 'Det du söker finns inte.', timestamp }, { status: 404 }),
    )
  })
})
afterEach(() => vi.unstubAllGlobals())

it('says beside the field that there is no such case, and merges into the one that there is', async () => {
  const done = vi.fn()
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <CasePane calls={calls} number="FS-1" closed="/" onDone={done} to={() => '/'} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await screen.getByRole('button', { name: 'Mer', exact: true }).click()
  await screen.getByRole('button', { name: 'Slå ihop' }).click()
  const dialog = screen.getByRole('dialog')
  await dialog.getByLabelText('Ärendets nummer').fill('FS-9')
  await dialog.getByRole('button', { name: 'Slå ihop' }).click()
  await expect.element(dialog.getByText('Ärendet finns inte.')).toBeVisible()
  expect(done).not.toHaveBeenCalled()
  await dialog.getByLabelText('Ärendets nummer').fill(' fs-2 ')
  await dialog.getByRole('button', { name: 'Slå ihop' }).click()
  await expect.poll(() => sent.map(({ into }) => into)).toEqual(['FS-9', 'FS-2'])
  await expect.poll(() => done.mock.calls.length).toBe(1)
})
