// An item that has changed while it is read: its files have other addresses then.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
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

/** The version that the server has: the id of its picture and of its attachment. */
let version: string
/** The version that it has as soon as it has answered with the item. */
let next: string
const item = (): NewsItem => ({
  id: 3,
  title: 'Nytt garage',
  introText: '',
  publishedDate: timestamp,
  authorName: '',
  bodyText: `<p>Så här:</p><p><img data-image-id="${version}" alt="Garaget ${version}" width="40" height="30"></p>`,
  newsAttachments: [{ fileUrl: `/fil/${version}`, fileName: 'Karta.docx', fileExtension: 'docx' }],
})

beforeEach(() => {
  localStorage.setItem(userKey, signInText('anna'))
  announceUser()
  queryClient.clear()
  queryClient.setQueryData(profileKey('anna'), [])
  version = 'gammal'
  next = version
  vi.stubGlobal('fetch', (path: string) => {
    const { pathname, searchParams } = new URL(path, location.href)
    const answer = (result: unknown, status = 200) =>
      Promise.resolve(Response.json({ result, errorMessage: '', timestamp }, { status }))
    const found = (id: string | undefined, result: unknown) => (id === version ? answer(result) : answer(null, 404))
    if (pathname === downloadFile.path) return found(searchParams.get('filurl')?.split('/').at(-1), picture)
    if (pathname.includes('/getimage/')) {
      return found(pathname.split('/').at(-1), { imageId: version, contentType: 'image/png', data: picture })
    }
    if (pathname === getComments.path) return answer([])
    if (!pathname.endsWith('/getregion/3')) return answer({ items: [], totalRecords: 0 })
    const answered = item()
    version = next
    return answer(answered)
  })
})
afterEach(() => vi.unstubAllGlobals())

it('its attachment is found at the second attempt, with the same button', async () => {
  const screen = await openItem(3)
  const save = screen.getByRole('button', { name: 'Ladda ned' })
  await expect.element(save).toBeVisible()
  version = next = 'ny'
  await save.click()
  await expect.element(screen.getByText('Ett fel inträffade')).toBeVisible()
  await expect.element(screen.getByRole('img', { name: 'Garaget ny' })).toBeVisible()
  await expect.element(save).toHaveFocus()
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  await save.click()
  await expect.poll(() => saved.mock.calls.length).toBe(1)
  await expect.element(screen.getByText('Ett fel inträffade')).not.toBeInTheDocument()
  saved.mockRestore()
})

it('its picture is found when it is tried again', async () => {
  next = 'ny'
  const screen = await openItem(3)
  await screen.getByRole('button', { name: 'Hämta bilden igen' }).click()
  await expect.element(screen.getByRole('img', { name: 'Garaget ny' })).toBeVisible()
})
