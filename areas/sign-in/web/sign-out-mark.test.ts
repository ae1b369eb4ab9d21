import { beforeEach, expect, test, vi } from 'vitest'
import { keepOnThePhone } from '#platform/web/updates/local-storage.ts'
import { clearMark, isSigningOut, markSigningOut, signsOutHere, staysAfterSignOut } from './sign-out-mark.ts'

class MemoryStorage {
  readonly kept = new Map<string, string>()
  getItem = (key: string) => this.kept.get(key) ?? null
  setItem = (key: string, value: string) => void this.kept.set(key, value)
  removeItem = (key: string) => void this.kept.delete(key)
}

let shared: MemoryStorage
beforeEach(() => {
  shared = new MemoryStorage()
  vi.stubGlobal('localStorage', shared)
  vi.stubGlobal('sessionStorage', new MemoryStorage())
})

test('for a minute all tabs know that one is signing out', () => {
  markSigningOut(100_000)
  vi.stubGlobal('sessionStorage', new MemoryStorage())
  expect(isSigningOut(100_500)).toBe(true)
  expect(signsOutHere()).toBe(false)
  expect(isSigningOut(161_000)).toBe(false)
})

test('the tab that signed out leaves nothing behind', () => {
  markSigningOut(100_000)
  expect(signsOutHere()).toBe(true)
  clearMark()
  expect(isSigningOut(100_001)).toBe(false)
  expect(signsOutHere()).toBe(false)
  expect(shared.kept.size).toBe(0)
})

test('nothing personal stays, and of the phone’s own data only what areas name', () => {
  keepOnThePhone(['linjen.kris:'])
  const keys = ['oidc.user:x:y', 'linjen.claims:1', 'linjen.theme', 'linjen.install-guide', 'linjen.kris:1:x']
  expect(keys.filter(staysAfterSignOut)).toEqual(['linjen.theme', 'linjen.install-guide', 'linjen.kris:1:x'])
})
