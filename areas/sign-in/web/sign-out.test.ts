import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const provider = vi.hoisted(() => ({ reached: true, done: [] as string[] }))
const does = vi.hoisted(() => (what: string) => () => {
  provider.done.push(what)
  return Promise.resolve()
})

vi.mock('./manager.ts', () => ({
  prepareSignOut: () =>
    provider.reached ? Promise.resolve({ leave: does('leave') }) : Promise.reject(new Error('no coverage')),
}))
vi.mock('#platform/web/phone/drafts.ts', () => ({ wipeDrafts: does('drafts') }))
vi.mock('#platform/web/phone/copies.ts', () => ({ wipeCopies: does('copies') }))
vi.mock('#platform/web/wire/notices.ts', () => ({ addNotice: () => provider.done.push('warning') }))
vi.mock('#platform/web/who/stored-user.ts', () => ({
  readLastUser: () => ({ subject: 'anna' }),
  readUser: () => ({ token: 'the-token' }),
}))
const { signOut } = await import('./sign-out.ts')

const noStorage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined }

beforeEach(() => {
  provider.done = []
  vi.stubGlobal('localStorage', noStorage)
  vi.stubGlobal('sessionStorage', noStorage)
  vi.stubGlobal('fetch', answers)
})
afterEach(() => vi.useRealTimers())

const answers = (path: string, { method, headers }: RequestInit) => {
  provider.done.push(`${method} ${path} ${(headers as Record<string, string>)['Authorization']}`)
  return Promise.resolve()
}

it('removes nothing if it cannot be done', async () => {
  provider.reached = false
  await expect(signOut(does('reports'))).rejects.toThrow('no coverage')
  expect(provider.done).toEqual(['warning'])
})

it('removes the reports before the stored user, who identifies them', async () => {
  provider.reached = true
  await signOut(does('reports'))
  expect(provider.done).toEqual(['reports', 'drafts', 'copies', 'POST /api/user/loggaut Bearer the-token', 'leave'])
})

it('goes on if the portal cannot be reached, or never answers', async () => {
  provider.reached = true
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no coverage')))
  await signOut(does('reports'))
  expect(provider.done).toEqual(['reports', 'drafts', 'copies', 'leave'])
  provider.done = []
  vi.useFakeTimers()
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  const signingOut = signOut(does('reports'))
  await vi.advanceTimersByTimeAsync(2000)
  await signingOut
  expect(provider.done).toEqual(['reports', 'drafts', 'copies', 'leave'])
})
