import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { callOptions } from '#platform/web/calls/query.ts'
import { queryClient } from '#platform/web/calls/query-client.ts'
import { signInText } from '#platform/web/page/test-variant.ts'
import { announceUser, userKey } from '#platform/web/who/stored-user.ts'
import { getGroupNews, getRegionNews } from '../calls.ts'
import type { ListedItem, NewsPage } from '../contract.ts'
import { firstPage } from './kinds.ts'
import newNews from './new-things.ts'

const timestamp = '2026-11-21T12:00:00'
const pageWith = (id: number, title: string): NewsPage<ListedItem> => ({
  items: [{ id, title, introText: '', publishedDate: timestamp, authorName: '' }],
  totalRecords: 1,
})

beforeEach(() => {
  localStorage.setItem(userKey, signInText('anna'))
  announceUser()
  queryClient.clear()
  vi.stubGlobal('fetch', (path: string) => {
    const isFailing = path.startsWith(getRegionNews.path)
    const result = isFailing ? null : pageWith(2, 'Ny koncernchef')
    return Promise.resolve(Response.json({ result, timestamp }, { status: isFailing ? 500 : 200 }))
  })
})
afterEach(() => vi.unstubAllGlobals())

const titles = async () => (await newNews()).map(({ text }) => text)

test('what is known of a list that fails when it is loaded again is kept, beside what is new in the other', async () => {
  for (const list of [getRegionNews, getGroupNews]) {
    queryClient.setQueryData(callOptions(list, firstPage).queryKey, pageWith(1, 'Nytt garage'), { updatedAt: 1 })
  }
  expect(await titles()).toEqual(['Nytt garage', 'Ny koncernchef'])
})

test('a list that fails before anything is known of it does not hide the other', async () => {
  expect(await titles()).toEqual(['Ny koncernchef'])
})
