// A document that is read while a tablet is turned.
import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { queryClient } from '#platform/web/calls/query-client.ts'
import { signInText } from '#platform/web/page/test-variant.ts'
import { announceUser, userKey } from '#platform/web/who/stored-user.ts'
import { getPolicyDocuments } from '../calls.ts'
import type { PolicyDocument } from '../contract.ts'
import PolicyScreen from './PolicyScreen.tsx'

const document: PolicyDocument = { filename: 'Körordning.png', size: 35, date: '2026-11-02' }
const picture = 'R0lGODlhAQABAAAAACwAAAAAAQABAAA='

beforeEach(() => {
  localStorage.setItem(userKey, signInText('anna'))
  announceUser()
  queryClient.clear()
  vi.stubGlobal('fetch', (path: string) => {
    const result = path === getPolicyDocuments.path ? [document] : picture
    return Promise.resolve(Response.json({ result, timestamp: '2026-11-21T12:00:00' }))
  })
})
afterEach(() => vi.unstubAllGlobals())

it('stays open when the screen becomes wide', async () => {
  await page.viewport(820, 1180)
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <PolicyScreen />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await screen.getByRole('button', { name: 'Körordning', exact: true }).click()
  const dialog = screen.getByRole('dialog')
  await expect.element(dialog).toBeVisible()
  const opened = dialog.element()
  await page.viewport(1180, 820)
  // Beside the list, a document opens by a link.
  await expect.element(screen.getByRole('link', { name: 'Körordning', includeHidden: true })).toBeInTheDocument()
  expect(opened.isConnected).toBe(true)
  await dialog.getByRole('button', { name: 'Stäng' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
})
