// What somebody has to know who approves that an account is an employee's.
import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { queryClient } from '#platform/web/calls/query-client.ts'
import { signInText } from '#platform/web/page/test-variant.ts'
import { announceUser, userKey } from '#platform/web/who/stored-user.ts'
import { decideAccount } from '../calls.ts'
import type { WaitingAccount } from '../contract.ts'
import { WaitingAccounts } from './WaitingAccounts.tsx'

const waiting: WaitingAccount = {
  id: 1,
  anstid: '31149',
  anstalld: 'Nermin Halilović',
  harKonton: 1,
  utfardare: 'https://provider.example',
  konto: 'b2c7',
  kontoNamn: 'Kim Ek',
  senast: '2026-11-20T08:05:00',
  begardAv: 'Jenny Lövgren (31226)',
  begard: '2026-11-21T09:00:00',
  kanBeslutas: true,
}

beforeEach(() => {
  localStorage.setItem(userKey, signInText('ulrika'))
  announceUser()
  queryClient.clear()
})
afterEach(() => vi.unstubAllGlobals())

it.each([
  [
    'what the account has said',
    waiting,
    /^Nermin Halilović \(31149\), har redan ett konto.*Kontots namn: Kim Ek.*kl\. 08:05.*av Jenny Lövgren \(31226\)/,
  ],
  [
    'that it has said nothing',
    { ...waiting, harKonton: 2, kontoNamn: null, senast: null },
    /^Nermin Halilović \(31149\), har redan 2 konton.*Kontots namn: okänt.*inte försökt logga in på länge/,
  ],
])('the row has the employee’s number, whether there is an account already, and %s', async (_, row, text) => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ result: [row], timestamp: '2026-11-21T12:00:00' })))
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <WaitingAccounts />
    </QueryClientProvider>,
  )
  await expect.poll(() => screen.getByRole('listitem').element().textContent).toMatch(text)
})

it('a link that is approved leaves the focus to the heading, since its buttons have disappeared', async () => {
  let decided = false
  vi.stubGlobal('fetch', (path: string) => {
    decided ||= path === decideAccount.path
    return Promise.resolve(Response.json({ result: decided ? [] : [waiting], timestamp: '2026-11-21T12:00:00' }))
  })
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <h1 tabIndex={-1}>Anställda</h1>
      <WaitingAccounts />
    </QueryClientProvider>,
  )
  await screen.getByRole('button', { name: /^Godkänn/ }).click()
  await expect.element(screen.getByRole('button', { name: /^Godkänn/ })).not.toBeInTheDocument()
  await expect.element(screen.getByRole('heading', { level: 1 })).toHaveFocus()
})
