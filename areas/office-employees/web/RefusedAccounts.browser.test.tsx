// An answer that arrives after its dialog was closed is announced, and closes no dialog that has been opened since.
import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { queryClient } from '#platform/web/calls/query-client.ts'
import { signInText } from '#platform/web/page/test-variant.ts'
import { announceUser, userKey } from '#platform/web/who/stored-user.ts'
import { getRefused, linkAccount } from '../calls.ts'
import { RefusedAccounts } from './RefusedAccounts.tsx'

const refused = ['Kim Ek', 'Ulla Ås'].map((namn) => ({
  utfardare: 'https://provider.example',
  konto: namn,
  namn,
  senast: '2026-11-20T08:00:00',
}))
let arrive: (() => void) | null

beforeEach(() => {
  localStorage.setItem(userKey, signInText('ulrika'))
  announceUser()
  queryClient.clear()
  arrive = null
  vi.stubGlobal('fetch', (path: string) => {
    const timestamp = '2026-11-21T12:00:00'
    if (path !== linkAccount.path) {
      return Promise.resolve(Response.json({ result: path === getRefused.path ? refused : [], timestamp }))
    }
    return new Promise<Response>((resolve) => {
      arrive = () => resolve(Response.json({ result: { andrat: false, vantar: true }, timestamp }))
    })
  })
})
afterEach(() => vi.unstubAllGlobals())

it('a dialog that was opened while the answer of another was on its way stays, with what is typed', async () => {
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <RefusedAccounts />
    </QueryClientProvider>,
  )
  await screen.getByRole('button', { name: 'Koppla Kim Ek' }).click()
  await screen.getByRole('combobox', { name: 'Anställd' }).fill('31104')
  await screen.getByRole('button', { name: 'Begär koppling' }).click()
  await expect.poll(() => arrive).not.toBeNull()
  await screen.getByRole('button', { name: 'Stäng' }).click()
  await screen.getByRole('button', { name: 'Koppla Ulla Ås' }).click()
  const field = screen.getByRole('combobox', { name: 'Anställd' })
  await field.fill('4711')
  arrive?.()
  await new Promise((resolve) => setTimeout(resolve, 400))
  await expect.element(screen.getByRole('dialog', { name: 'Koppla Ulla Ås' })).toBeVisible()
  await expect.element(field).toHaveValue('4711')
  await userEvent.keyboard('{Escape}{Escape}')
})
