import { beforeEach, expect, it, vi } from 'vitest'
import { stubBrowser } from '../page/test-globals.ts'
import { signInText } from '../page/test-variant.ts'

const reload = vi.fn<() => void>()
let page: { hidden: boolean }
let reloadForAnotherPerson: () => () => void
/** Changes the last signed-in employee of this phone. Without a subject nobody is signed in. */
let becomes: (subject?: string) => void
/**
 * The same while the browser keeps the page in its back/forward cache: the page gets no event of the change, and is
 * shown again.
 */
let comesBackTo: (subject?: string) => void

beforeEach(async () => {
  const kept = stubBrowser()
  reload.mockClear()
  vi.stubGlobal('location', { reload })
  page = { hidden: false }
  Object.assign(document, { documentElement: page })
  vi.resetModules()
  ;({ reloadForAnotherPerson } = await import('./another-person.ts'))
  const { announceUser, userKey } = await import('./stored-user.ts')
  const store = (subject?: string) => {
    if (subject) kept.set(userKey, signInText(subject))
    else kept.delete(userKey)
  }
  becomes = (subject) => {
    store(subject)
    announceUser()
  }
  const shown: (() => void)[] = []
  vi.stubGlobal('addEventListener', (name: string, listener: () => void) => {
    if (name === 'pageshow') shown.push(listener)
  })
  comesBackTo = (subject) => {
    store(subject)
    for (const listener of shown) listener()
  }
})

it('starts over when another tab signs somebody else in, even if the first sign-in had expired', () => {
  becomes('anna')
  reloadForAnotherPerson()
  becomes('anna')
  becomes()
  expect(reload).not.toHaveBeenCalled()
  becomes('omar')
  expect(reload).toHaveBeenCalledOnce()
})

it('remembers the last employee of the page while nobody is signed in', () => {
  becomes('anna')
  reloadForAnotherPerson()()
  becomes('omar')
  reloadForAnotherPerson()
  expect(reload).toHaveBeenCalledOnce()
})

it('starts over when the browser shows it again after a sign-out: what it shows is the one’s who has left', () => {
  becomes('anna')
  reloadForAnotherPerson()
  comesBackTo('anna')
  expect(reload).not.toHaveBeenCalled()
  expect(page.hidden).toBe(false)
  comesBackTo()
  expect(reload).toHaveBeenCalledOnce()
  expect(page.hidden).toBe(true)
})

it('does nothing when a page on which nobody has been signed in is shown', () => {
  reloadForAnotherPerson()
  comesBackTo()
  comesBackTo('anna')
  expect(reload).not.toHaveBeenCalled()
})
