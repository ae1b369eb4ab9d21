// The actions on a case, some of which disappear once they are done.
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

const calls = caseCalls('prov', { see: 'faults.see', handle: 'faults.handle' })

beforeEach(() => {
  localStorage.setItem(userKey, signInText('roger'))
  announceUser()
  queryClient.clear()
  let taken = false
  vi.stubGlobal('fetch', (path: string) => {
    taken ||= path.startsWith(calls.assign.path)
    const found = aCase({ actions: taken ? ['assign'] : ['take', 'assign'] })
    const result = path.startsWith(calls.one.path) ? found : true
    return Promise.resolve(Response.json({ result, timestamp: '2026-11-21T12:00:00' }))
  })
})
afterEach(() => vi.unstubAllGlobals())

it('a case that is taken has the focus in its heading, since the button has disappeared', async () => {
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <h1 tabIndex={-1}>Prov</h1>
        <CasePane calls={calls} number="F-1042" closed="/" onDone={vi.fn()} to={() => '/'} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await screen.getByRole('button', { name: 'Ta ärendet' }).click()
  await expect.element(screen.getByRole('button', { name: 'Ta ärendet' })).not.toBeInTheDocument()
  await expect.element(screen.getByRole('heading', { level: 2 })).toHaveFocus()
})
