// The pages of the log.
import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { queryClient } from '#platform/web/calls/query-client.ts'
import { signInText } from '#platform/web/page/test-variant.ts'
import { announceUser, userKey } from '#platform/web/who/stored-user.ts'
import type { AuditPage } from '../contract.ts'
import AuditScreen from './AuditScreen.tsx'

beforeEach(() => {
  localStorage.setItem(userKey, signInText('ulrika'))
  announceUser()
  queryClient.clear()
  vi.stubGlobal('fetch', (path: string) => {
    const result: AuditPage = { rader: [], nasta: path.includes('efter=') ? null : '7', handelser: [] }
    return Promise.resolve(Response.json({ result, timestamp: '2026-11-21T12:00:00' }))
  })
})
afterEach(() => vi.unstubAllGlobals())

const open = (address: string) =>
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[address]}>
        <AuditScreen />
      </MemoryRouter>
    </QueryClientProvider>,
  )

it('the button that turns the page keeps the focus at the last page and at the first', async () => {
  const screen = await open('/kontor/logg')
  const [older, latest] = [
    screen.getByRole('button', { name: 'Äldre' }),
    screen.getByRole('button', { name: 'Till de senaste' }),
  ]
  await older.click()
  await expect.element(latest).not.toHaveAttribute('aria-disabled')
  await expect.element(older).toHaveAttribute('aria-disabled', 'true')
  await expect.element(older).toHaveFocus()
  await latest.click()
  await expect.element(older).not.toHaveAttribute('aria-disabled')
  await expect.element(latest).toHaveFocus()
})

it('it keeps it while the first page is loaded, after the last one', async () => {
  const screen = await open('/kontor/logg?efter=7')
  const latest = screen.getByRole('button', { name: 'Till de senaste' })
  await latest.click()
  await expect.element(screen.getByRole('button', { name: 'Äldre' })).not.toHaveAttribute('aria-disabled', 'true')
  await expect.element(latest).toHaveFocus()
})
