import { beforeEach, expect, it, vi } from 'vitest'
import { stubBrowser } from '../page/test-globals.ts'
import { signInText } from '../page/test-variant.ts'

const reload = vi.fn<() => void>()
let reloadForAnotherPerson: () => () => void
/** Changes the last signed-in employee of this phone; nobody without a subject. */
let becomes: (subject?: string) => void

beforeEach(async () => {
  const kept = stubBrowser()
  reload.mockClear()
  vi.stubGlobal('location', { reload })
  vi.resetModules()
  ;({ reloadForAnotherPerson } = await import('./another-person.ts'))
  const { announceUser, userKey } = await import('./stored-user.ts')
  becomes = (subject) => {
    if (subject) kept.set(userKey, signInText(subject))
    else kept.delete(userKey)
    announceUser()
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
