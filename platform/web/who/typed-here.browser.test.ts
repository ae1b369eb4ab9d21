// Text that was typed in this tab, after another tab has signed out or signed in another employee.
import { beforeEach, expect, it } from 'vitest'
import { signInText } from '#platform/web/page/test-variant.ts'
import { clearLocalStorage } from '../updates/clear-local-storage.ts'
import { keepRenewed } from './renewals.ts'
import { userKey } from './stored-user.ts'

const rogers = 'linjen.case.roger.fel.F-1151.answer'
const connys = 'linjen.case.conny.fel.F-1151.answer'

beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
  localStorage.setItem(userKey, signInText('roger'))
  sessionStorage.setItem(rogers, 'Anna körde på stolpen.')
  sessionStorage.setItem('linjen.signing-out-here', 'yes')
})

/** Another tab signs in this employee, or signs out if there is no subject. */
function elsewhere(subject?: string) {
  if (subject === undefined) localStorage.removeItem(userKey)
  else localStorage.setItem(userKey, signInText(subject))
  dispatchEvent(new StorageEvent('storage', { key: userKey }))
}

// Must be the first test, because a page starts only once.
it('goes when a page begins at which somebody else is signed in', () => {
  elsewhere('conny')
  expect(sessionStorage.getItem(rogers)).not.toBeNull()
  keepRenewed()
  expect(sessionStorage.getItem(rogers)).toBeNull()
})

it('stays for the one who typed it, also when the token is new', () => {
  elsewhere('roger')
  expect(sessionStorage.getItem(rogers)).toBe('Anna körde på stolpen.')
})

it('goes when another tab signs out, and no other thing of the tab', () => {
  elsewhere()
  expect(Object.keys(sessionStorage)).toEqual(['linjen.signing-out-here'])
})

it('goes when another tab has signed somebody else in, whose own stays', () => {
  sessionStorage.setItem(connys, 'Vi byter stolpen.')
  elsewhere('conny')
  expect(sessionStorage.getItem(rogers)).toBeNull()
  expect(sessionStorage.getItem(connys)).toBe('Vi byter stolpen.')
})

/** Another tab, or this one, installs an update or resets the app. Nobody is signed in afterwards. */
function startsOver() {
  clearLocalStorage()
  dispatchEvent(new StorageEvent('storage', { key: userKey }))
}

it('stays when the app starts over, and for the one who typed it afterwards', () => {
  startsOver()
  expect(localStorage.getItem(userKey)).toBeNull()
  expect(sessionStorage.getItem(rogers)).toBe('Anna körde på stolpen.')
  // Starts over again while nobody is signed in.
  startsOver()
  expect(sessionStorage.getItem(rogers)).toBe('Anna körde på stolpen.')
  elsewhere('roger')
  expect(sessionStorage.getItem(rogers)).toBe('Anna körde på stolpen.')
})

it('goes when somebody else signs in after the app has started over', () => {
  startsOver()
  elsewhere('conny')
  expect(sessionStorage.getItem(rogers)).toBeNull()
})

it('goes when the app starts over for somebody else', () => {
  localStorage.setItem(userKey, signInText('conny'))
  startsOver()
  expect(sessionStorage.getItem(rogers)).toBeNull()
})
