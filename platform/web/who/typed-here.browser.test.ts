// What was typed in this tab, after another one has signed out, or somebody else in.
import { beforeEach, expect, it, vi } from 'vitest'
import { signInText } from '#platform/web/page/test-variant.ts'

const rogers = 'linjen.case.roger.fel.F-1151.answer'
const connys = 'linjen.case.conny.fel.F-1151.answer'
let userKey: string
let keepRenewed: () => void

beforeEach(async () => {
  sessionStorage.clear()
  // As when the page is loaded.
  vi.resetModules()
  ;({ userKey } = await import('./stored-user.ts'))
  ;({ keepRenewed } = await import('./renewals.ts'))
  localStorage.setItem(userKey, signInText('roger'))
  sessionStorage.setItem(rogers, 'Anna körde på stolpen.')
  sessionStorage.setItem('linjen.signing-out-here', 'yes')
})

/** Another tab has signed somebody in, or nobody: then it has signed out. */
function store(subject?: string) {
  if (subject === undefined) localStorage.removeItem(userKey)
  else localStorage.setItem(userKey, signInText(subject))
}

/** The same, while this page is open. */
function elsewhere(subject?: string) {
  store(subject)
  dispatchEvent(new StorageEvent('storage', { key: userKey }))
}

it('stays for the one who typed it, also when the token is new', () => {
  keepRenewed()
  elsewhere('roger')
  expect(sessionStorage.getItem(rogers)).toBe('Anna körde på stolpen.')
})

it('goes when another tab signs out, and no other thing of the tab', () => {
  keepRenewed()
  elsewhere()
  expect(Object.keys(sessionStorage)).toEqual(['linjen.signing-out-here'])
})

it('goes when another tab has signed somebody else in, whose own stays', () => {
  keepRenewed()
  sessionStorage.setItem(connys, 'Vi byter stolpen.')
  elsewhere('conny')
  expect(sessionStorage.getItem(rogers)).toBeNull()
  expect(sessionStorage.getItem(connys)).toBe('Vi byter stolpen.')
})

it.each([undefined, 'conny'])('goes when a page begins at which somebody else is signed in: %s', (subject) => {
  store(subject)
  keepRenewed()
  expect(sessionStorage.getItem(rogers)).toBeNull()
})
