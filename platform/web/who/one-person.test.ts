import { beforeEach, expect, it, vi } from 'vitest'
import { stubBrowser } from '../page/test-globals.ts'
import { signInText } from '../page/test-variant.ts'

const reload = vi.fn<() => void>()
let keepToOnePerson: () => () => void
/** Whoever signed in last on this phone; nobody where there is none. */
let becomes: (subject?: string) => void

beforeEach(async () => {
  const kept = stubBrowser()
  reload.mockClear()
  vi.stubGlobal('location', { reload })
  vi.resetModules()
  ;({ keepToOnePerson } = await import('./one-person.ts'))
  const { announceUser, userKey } = await import('./stored-user.ts')
  becomes = (subject) => {
    if (subject) kept.set(userKey, signInText(subject))
    else kept.delete(userKey)
    announceUser()
  }
})

it('starts over when another tab signs somebody else in, though the first one’s sign-in had run out', () => {
  becomes('anna')
  keepToOnePerson()
  becomes('anna')
  becomes()
  expect(reload).not.toHaveBeenCalled()
  becomes('omar')
  expect(reload).toHaveBeenCalledOnce()
})

it('remembers whom the page has shown while it showed nobody', () => {
  becomes('anna')
  keepToOnePerson()()
  becomes('omar')
  keepToOnePerson()
  expect(reload).toHaveBeenCalledOnce()
})
