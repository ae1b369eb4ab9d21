import { beforeEach, expect, it, vi } from 'vitest'

const stored = vi.hoisted((): { subject?: string | undefined; look: () => void } => ({ look: () => undefined }))
// Whose sign-in has run out is still the last user, and no longer the user.
vi.mock('./stored-user.ts', () => ({
  readUser: () => null,
  readLastUser: () => (stored.subject ? { subject: stored.subject } : null),
  watchUser: (watcher: () => void) => {
    stored.look = watcher
    return () => undefined
  },
}))

const reload = vi.fn<() => void>()
let keepToOnePerson: () => () => void

beforeEach(async () => {
  vi.resetModules()
  reload.mockClear()
  vi.stubGlobal('location', { reload })
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('removeEventListener', () => undefined)
  ;({ keepToOnePerson } = await import('./one-person.ts'))
})

function becomes(subject: string | undefined): void {
  stored.subject = subject
  stored.look()
}

it('starts over when another tab signs somebody else in, though the first one’s sign-in had run out', () => {
  stored.subject = 'anna'
  keepToOnePerson()
  becomes('anna')
  becomes(undefined)
  expect(reload).not.toHaveBeenCalled()
  becomes('omar')
  expect(reload).toHaveBeenCalledOnce()
})

it('remembers whom the page has shown while it showed nobody', () => {
  stored.subject = 'anna'
  keepToOnePerson()()
  stored.subject = 'omar'
  keepToOnePerson()
  expect(reload).toHaveBeenCalledOnce()
})
