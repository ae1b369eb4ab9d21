// A certificate that is read while the list is loaded again.
import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { downloadFile } from '#core/documents/calls.ts'
import { queryClient } from '#platform/web/calls/query-client.ts'
import { keyOf } from '#platform/web/calls/query.ts'
import { signInText } from '#platform/web/page/test-variant.ts'
import { announceUser, userKey } from '#platform/web/who/stored-user.ts'
import { getCertificates } from '../calls.ts'
import type { Certificate } from '../contract.ts'
import TrainingScreen from './TrainingScreen.tsx'

const certificate: Certificate = { linkFilename: 'Intyg YKB.png', url: '/fil/1', size: 35, date: '2026-03-02' }
/** The list that the server has: the file of a certificate that has been replaced has another address. */
let listed: Certificate[]
const picture = 'R0lGODlhAQABAAAAACwAAAAAAQABAAA='

/** Whether the server fails when it is asked for the list. */
let isFailing: boolean

beforeEach(() => {
  localStorage.setItem(userKey, signInText('anna'))
  announceUser()
  queryClient.clear()
  isFailing = false
  listed = [certificate]
  vi.stubGlobal('fetch', (path: string) => {
    const isList = path === getCertificates.path
    const result = isList ? listed : path.startsWith(downloadFile.path) ? picture : false
    const isGone =
      path.startsWith(downloadFile.path) && !listed.some(({ url }) => path.includes(encodeURIComponent(url)))
    const status = isList && isFailing ? 500 : isGone ? 404 : 200
    return Promise.resolve(Response.json({ result, timestamp: '2026-11-21T12:00:00' }, { status }))
  })
})
afterEach(() => vi.unstubAllGlobals())

const open = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <TrainingScreen />
      </MemoryRouter>
    </QueryClientProvider>,
  )

it('stays open when the list fails', async () => {
  const screen = await open()
  await screen.getByRole('button', { name: 'Intyg YKB' }).click()
  const dialog = screen.getByRole('dialog')
  await expect.element(dialog).toBeVisible()
  const opened = dialog.element()
  isFailing = true
  await queryClient.refetchQueries({ queryKey: keyOf(getCertificates) })
  await expect.element(screen.getByText('Ett fel inträffade')).toBeInTheDocument()
  expect(opened.isConnected).toBe(true)
})

it('is found at the second attempt, with the same button, when it has been replaced', async () => {
  const screen = await open()
  const save = screen.getByRole('button', { name: 'Ladda ned' })
  await expect.element(save).toBeVisible()
  listed = [{ ...certificate, url: '/fil/2', date: '2026-03-03' }]
  await save.click()
  await expect.element(screen.getByText('Ett fel inträffade')).toBeVisible()
  await expect.element(screen.getByText('2026-03-03')).toBeVisible()
  await expect.element(save).toHaveFocus()
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  await save.click()
  await expect.poll(() => saved.mock.calls.length).toBe(1)
  await expect.element(screen.getByText('Ett fel inträffade')).not.toBeInTheDocument()
  saved.mockRestore()
})
