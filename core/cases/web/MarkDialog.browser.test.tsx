// A mark that others are notified of needs a reason.
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

const calls = caseCalls('prov', { see: 'faults.see', handle: 'faults.handle', mark: 'faults.ground' })
let sent: unknown[]
let markAsks: string | null
let markLasts: boolean

beforeEach(() => {
  localStorage.setItem(userKey, signInText('emil'))
  announceUser()
  queryClient.clear()
  sent = []
  markLasts = false
  vi.stubGlobal('fetch', (path: string, { body }: RequestInit = {}) => {
    if (path === calls.mark.path) sent.push(JSON.parse(body as string))
    const found = aCase({
      actions: ['mark'],
      next: [],
      mark: 'Får ej köras',
      marking: 'Får ej köras',
      markAsks,
      markLasts,
    })
    return Promise.resolve(
      Response.json({ result: path === calls.mark.path ? true : found, timestamp: '2026-11-21T12:00:00' }),
    )
  })
})
afterEach(() => vi.unstubAllGlobals())

async function open() {
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <CasePane calls={calls} number="F-1042" closed="/" onDone={() => undefined} to={() => '/'} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await screen.getByRole('button', { name: 'Får ej köras' }).click()
  return screen
}

it('asks why where others are told, and sends nothing without', async () => {
  markAsks = 'Bussens nästa förare läser det.'
  const screen = await open()
  const dialog = screen.getByRole('dialog', { name: 'F-1042: Får ej köras' })
  await expect.element(dialog.getByText('Bussens nästa förare läser det.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Får ej köras' }).click()
  await expect.element(dialog.getByText('Skriv varför.')).toBeVisible()
  expect(sent).toEqual([])
  await dialog.getByLabelText('Varför?').fill('Bromsarna tar ojämnt.')
  await dialog.getByRole('button', { name: 'Får ej köras' }).click()
  await expect.poll(() => sent).toEqual([{ number: 'F-1042', version: 3, on: true, text: 'Bromsarna tar ojämnt.' }])
})

it('is set at once where nobody is told', async () => {
  markAsks = null
  await open()
  await expect.poll(() => sent).toEqual([{ number: 'F-1042', version: 3, on: true, text: '' }])
})

it('asks to be sure where it is never taken away', async () => {
  markAsks = null
  markLasts = true
  const screen = await open()
  const dialog = screen.getByRole('dialog', { name: 'F-1042: Får ej köras' })
  await expect.element(dialog.getByText('Märkningen kan inte tas bort sedan.')).toBeVisible()
  expect(sent).toEqual([])
  await dialog.getByRole('button', { name: 'Får ej köras' }).click()
  await expect.poll(() => sent).toEqual([{ number: 'F-1042', version: 3, on: true, text: '' }])
})
