// A sign-out with a real browser's storage, and with a provider that each test sets up.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { signInText } from '#platform/web/page/test-variant.ts'
import { openPhone } from '#platform/web/phone/database.ts'
import { writeCopies } from '#platform/web/phone/copy-store.ts'
import { writeDraft } from '#platform/web/phone/draft-store.ts'
import { readNotices } from '#platform/web/wire/notices.ts'
import { announceUser, readLastUser, userKey } from '#platform/web/who/stored-user.ts'
import { signOut } from './sign-out.ts'

let done: string[]
const note = (what: string) => () => {
  done.push(what)
  return Promise.resolve()
}
/** Removes waiting reports first, while their owner is known. */
const prepared = () => note(`reports of ${readLastUser()?.subject}`)()
const provider = () =>
  Promise.resolve({ prepareSignOut: () => Promise.resolve({ revoke: note('revoke'), leave: note('leave') }) })

async function left(): Promise<string[]> {
  const phone = await openPhone()
  const rows = await Promise.all((['drafts', 'answers'] as const).map((store) => phone.getAll(store)))
  return rows.flat().map(({ subject }) => subject)
}

beforeEach(async () => {
  done = []
  localStorage.clear()
  sessionStorage.clear()
  localStorage.setItem(userKey, signInText('anna', 'the-token'))
  localStorage.setItem('linjen.copy:anna:/api/bpl/aktuellt', '{}')
  announceUser()
  const phone = await openPhone()
  for (const store of ['drafts', 'answers'] as const) await phone.clear(store)
  for (const subject of ['anna', 'omar']) {
    await writeDraft(subject, 'suggestion', {})
    await writeCopies([{ subject, address: '/api/bpl/schema', answer: [], at: Date.now() }])
  }
  vi.stubGlobal('fetch', (path: string, { method, headers }: RequestInit) =>
    note(`${method} ${path} ${new Headers(headers).get('authorization')}`)(),
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('removes nothing if it cannot be done, and says so', async () => {
  const nobody = () => Promise.resolve({ prepareSignOut: () => Promise.reject(new Error('no coverage')) })
  await expect(signOut(prepared, nobody)).rejects.toThrow('no coverage')
  expect(done).toEqual([])
  expect(await left()).toEqual(['anna', 'omar', 'anna', 'omar'])
  expect(readLastUser()?.subject).toBe('anna')
  expect(readNotices().map(({ message }) => message)).toEqual([
    'Utloggningen misslyckades. Försök igen när du har täckning.',
  ])
})

it('removes what waits first, then only the employee’s own data, and informs the portal before it leaves', async () => {
  await signOut(prepared, provider)
  expect(done).toEqual(['reports of anna', 'POST /api/user/loggaut Bearer the-token', 'revoke', 'leave'])
  expect(await left()).toEqual(['omar', 'omar'])
  expect(localStorage.getItem('linjen.copy:anna:/api/bpl/aktuellt')).toBeNull()
  expect(readLastUser()).toBeNull()
})

it('leaves nothing of what is typed or arrives while it waits for the portal and the provider', async () => {
  const storing = () =>
    Promise.resolve({
      prepareSignOut: () =>
        Promise.resolve({
          revoke: async () => {
            await writeDraft('anna', 'avvikelse', {})
            await writeCopies([
              { subject: 'anna', address: '/api/bpl/lonespecifikationer', answer: [], at: Date.now() },
            ])
          },
          leave: note('leave'),
        }),
    })
  await signOut(prepared, storing)
  expect(await left()).toEqual(['omar', 'omar'])
})

it('never looks like an update of the app to another tab, although there has been one before', async () => {
  localStorage.setItem('linjen.started-over', 'anna')
  const removed: string[] = []
  const remove = vi.spyOn(Storage.prototype, 'removeItem').mockImplementation((key) => void removed.push(key))
  await signOut(prepared, provider)
  remove.mockRestore()
  expect(removed[0]).toBe('linjen.started-over')
  expect(removed).toContain(userKey)
})

it('goes on if the storage is full, without a mark for the other tabs', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('', 'QuotaExceededError')
  })
  await signOut(prepared, provider)
  expect(done).toEqual(['reports of anna', 'POST /api/user/loggaut Bearer the-token', 'revoke', 'leave'])
  expect(readLastUser()).toBeNull()
})

it('goes on if the portal cannot be reached, or never answers', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no coverage')))
  await signOut(prepared, provider)
  expect(done).toEqual(['reports of anna', 'revoke', 'leave'])
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  localStorage.setItem(userKey, signInText('anna', 'the-token'))
  await signOut(prepared, provider)
  expect(done.slice(3)).toEqual(['reports of anna', 'revoke', 'leave'])
})

it('goes on if the provider does not take its token back', async () => {
  const refusing = () =>
    Promise.resolve({
      prepareSignOut: () =>
        Promise.resolve({ revoke: () => Promise.reject(new Error('Bad Request (400)')), leave: note('leave') }),
    })
  await signOut(prepared, refusing)
  expect(done.at(-1)).toBe('leave')
})
