// Things that no longer exist: an item that a link leads to, and a comment whose removal was not answered.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { profileKey } from '#platform/web/calls/profile.ts'
import { queryClient } from '#platform/web/calls/query-client.ts'
import { signInText } from '#platform/web/page/test-variant.ts'
import { announceUser, userKey } from '#platform/web/who/stored-user.ts'
import { deleteComment, getComments } from '../calls.ts'
import type { NewsComment } from '../contract.ts'
import { Comments } from './Comments.tsx'
import { openItem } from './test-item-screen.tsx'

const timestamp = '2026-11-21T12:00:00'
const comment: NewsComment = {
  id: 5,
  newsItemId: 3,
  authorName: 'Anna Andersson',
  bodyText: 'Bra skrivet.',
  createdDate: timestamp,
  canEdit: true,
}

let comments: NewsComment[]
/** The statuses with which removals are answered, in turn; undefined: no answer. */
let removals: (number | undefined)[]
let itemStatus: number

beforeEach(() => {
  localStorage.setItem(userKey, signInText('anna'))
  announceUser()
  queryClient.clear()
  queryClient.setQueryData(profileKey('anna'), [])
  comments = [comment]
  removals = []
  itemStatus = 404
  vi.stubGlobal('fetch', (path: string) => {
    if (path.startsWith(deleteComment.path)) {
      comments = []
      const status = removals.shift()
      if (status === undefined) return Promise.reject(new TypeError('Failed to fetch'))
      return Promise.resolve(Response.json({ result: null, errorMessage: 'Finns inte.', timestamp }, { status }))
    }
    if (path.startsWith(getComments.path) && comments.length === 0 && itemStatus === 404)
      return Promise.resolve(Response.json({ result: null, errorMessage: '', timestamp }, { status: 404 }))
    if (path.startsWith(getComments.path)) return Promise.resolve(Response.json({ result: comments, timestamp }))
    if (/\/getregion\/\w+$/.test(path))
      return Promise.resolve(Response.json({ result: null, errorMessage: '', timestamp }, { status: itemStatus }))
    return Promise.resolve(Response.json({ result: { items: [], totalRecords: 0 }, timestamp }))
  })
})

afterEach(() => vi.unstubAllGlobals())

it.each([404, 400])(
  'an item that is answered with %i says so and leads to the list, without another attempt',
  async (status) => {
    itemStatus = status
    const screen = await openItem(99)
    await expect
      .element(screen.getByText('Nyheten finns inte längre, eller så riktar den sig inte till dig.'))
      .toBeVisible()
    await expect
      .element(screen.getByRole('link', { name: 'Till nyheterna' }))
      .toHaveAttribute('href', '/dashboard/nyheter/region')
    expect(screen.getByRole('button', { name: 'Försök igen' }).query()).toBeNull()
  },
)

it('below an item that is for another area now, the employee removes what he or she wrote about it', async () => {
  const screen = await openItem(99)
  await expect.element(screen.getByRole('heading', { name: 'Dina kommentarer till nyheten' })).toBeVisible()
  await expect.element(screen.getByText('Bra skrivet.')).toBeVisible()
  expect(screen.getByRole('textbox').query()).toBeNull()
  removals = [404]
  await screen.getByRole('button', { name: 'Ta bort' }).click()
  await screen.getByRole('button', { name: 'Ja', exact: true }).click()
  await expect.element(screen.getByText('Du har ingen kommentar kvar här.')).toBeVisible()
  await expect.element(screen.getByRole('heading', { name: 'Dina kommentarer till nyheten' })).toHaveFocus()
})

it('a comment that is gone when it is removed again is removed', async () => {
  itemStatus = 200
  removals = [404]
  const screen = await openItem(99, <Comments newsId={3} />)
  await screen.getByRole('button', { name: 'Ta bort' }).click()
  await screen.getByRole('button', { name: 'Ja', exact: true }).click()
  await expect.element(screen.getByText('Ingen har kommenterat ännu.')).toBeVisible()
  expect(screen.getByRole('dialog').query()).toBeNull()
  await expect.element(screen.getByText('Kommentaren är borttagen.')).toBeInTheDocument()
  await expect.element(screen.getByRole('heading', { name: 'Kommentarer' })).toHaveFocus()
})

it('after a removal without an answer the comments are loaded again', async () => {
  itemStatus = 200
  const screen = await openItem(99, <Comments newsId={3} />)
  await screen.getByRole('button', { name: 'Ta bort' }).click()
  await screen.getByRole('button', { name: 'Ja', exact: true }).click()
  await expect.element(screen.getByText('Ingen har kommenterat ännu.')).toBeVisible()
})
