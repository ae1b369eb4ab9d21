import { QueryClientProvider } from '@tanstack/react-query'
import { memo, useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { signInText } from '../page/test-variant.ts'
import { rememberClaims } from '../who/known-claims.ts'
import { announceUser, readUser, userKey } from '../who/stored-user.ts'
import { queryClient } from './query-client.ts'
import { useGate, useProfile } from './profile.ts'
import { WithProfile } from './WithProfile.tsx'

const claims = [{ type: 'MinaUppdragEnabled', value: 'True' }]
let answer: () => void

beforeEach(() => {
  localStorage.setItem(userKey, signInText('anna'))
  announceUser()
  queryClient.clear()
  rememberClaims(readUser()?.subject ?? '', claims)
  const answered = new Promise<void>((resolve) => (answer = resolve))
  vi.stubGlobal('fetch', async () => {
    await answered
    return Response.json({ result: claims, timestamp: '2026-11-21T12:00:00' })
  })
})
afterEach(() => vi.unstubAllGlobals())

function Opened() {
  const passes = useGate()({ anyOf: ['ForslagEnabled'] })
  const { isFetching } = useProfile()
  return <p>{passes ? 'öppen' : isFetching ? 'väntar' : 'stängd'}</p>
}

/** A screen that is opened later, without a new rendering of its parents. */
const Later = memo(function Later() {
  const [open, setOpen] = useState(false)
  return open ? <Opened /> : <button onClick={() => setOpen(true)}>Öppna</button>
})

it('tells a screen that is opened later that the load has ended, also if it has brought nothing new', async () => {
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <WithProfile>
        <Later />
      </WithProfile>
    </QueryClientProvider>,
  )
  answer()
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  await screen.getByRole('button').click()
  await expect.element(screen.getByText('stängd')).toBeVisible()
})
