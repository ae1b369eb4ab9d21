// An attachment that is read while a tablet is turned.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { downloadFile } from '#core/documents/calls.ts'
import { profileKey } from '#platform/web/calls/profile.ts'
import { queryClient } from '#platform/web/calls/query-client.ts'
import { signInText } from '#platform/web/page/test-variant.ts'
import { announceUser, userKey } from '#platform/web/who/stored-user.ts'
import { getComments } from '../calls.ts'
import type { NewsItem } from '../contract.ts'
import { openItem } from './test-item-screen.tsx'

const timestamp = '2026-11-21T12:00:00'
const picture = 'R0lGODlhAQABAAAAACwAAAAAAQABAAA='
const item: NewsItem = {
  id: 3,
  title: 'Nytt garage',
  introText: '',
  publishedDate: timestamp,
  authorName: '',
  bodyText: '<p>Så här:</p>',
  newsAttachments: [{ fileUrl: '/fil/1', fileName: 'Karta.png', fileExtension: 'png' }],
}

beforeEach(() => {
  localStorage.setItem(userKey, signInText('anna'))
  announceUser()
  queryClient.clear()
  queryClient.setQueryData(profileKey('anna'), [])
  vi.stubGlobal('fetch', (path: string) => {
    const { pathname } = new URL(path, location.href)
    const answers: Record<string, unknown> = { [downloadFile.path]: picture, [getComments.path]: [] }
    const result = pathname.endsWith('/getregion/3') ? item : (answers[pathname] ?? { items: [], totalRecords: 0 })
    return Promise.resolve(Response.json({ result, timestamp }))
  })
})
afterEach(() => vi.unstubAllGlobals())

it('stays open when the screen becomes wide', async () => {
  await page.viewport(820, 1180)
  const screen = await openItem(3)
  await screen.getByRole('button', { name: 'Karta', exact: true }).click()
  const dialog = screen.getByRole('dialog')
  await expect.element(dialog).toBeVisible()
  const opened = dialog.element()
  await page.viewport(1180, 820)
  // Beside its list, the item is a region of the page.
  await expect.element(screen.getByRole('region', { name: 'Nytt garage', includeHidden: true })).toBeInTheDocument()
  expect(opened.isConnected).toBe(true)
  await dialog.getByRole('button', { name: 'Stäng' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
})
