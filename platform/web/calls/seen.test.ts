import { beforeEach, expect, it, vi } from 'vitest'
import { stubBrowser } from '../page/test-globals.ts'
import { signInText } from '../page/test-variant.ts'

let seen: typeof import('./seen.ts')
let kept: Map<string, string>

/** Opens the page again, as this employee. */
async function openAs(subject: string): Promise<void> {
  vi.resetModules()
  const { userKey } = await import('../who/stored-user.ts')
  kept.set(userKey, signInText(subject))
  seen = await import('./seen.ts')
}

const stored = (subject: string) => JSON.parse(kept.get(`linjen.seen:${subject}`) ?? '{}') as import('./seen.ts').Seen

const at = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 19)

beforeEach(async () => {
  kept = stubBrowser()
  await openAs('anna')
})

it('counts the last week as new on a phone that knows nothing, until it has been shown', async () => {
  seen.markSeen(['nyhet:1'])
  const known = stored('anna')
  expect(seen.isNew({ key: 'nyhet:1', at: at(1) }, known)).toBe(false)
  expect(seen.isNew({ key: 'nyhet:2', at: at(1) }, known)).toBe(true)
  expect(seen.isNew({ key: 'nyhet:3', at: at(8) }, known)).toBe(false)
  // The time from which things are new has not moved.
  await openAs('anna')
  seen.markSeen(['nyhet:2'])
  expect(stored('anna').since).toBe(known.since)
  expect(Object.keys(stored('anna').keys)).toEqual(['nyhet:1', 'nyhet:2'])
})

it('takes what has no time as new only if it was not there at the first visit', () => {
  expect(seen.isNew({ key: 'avvikelse:1', at: null }, { since: at(7), keys: {}, noted: false })).toBe(false)
  seen.noteFirst(['avvikelse:1'])
  expect(seen.isNew({ key: 'avvikelse:1', at: null }, stored('anna'))).toBe(false)
  expect(seen.isNew({ key: 'avvikelse:2', at: null }, stored('anna'))).toBe(true)
})

it('forgets old things that have a time, but not those without one that home still gets', async () => {
  vi.useFakeTimers({ now: new Date('2026-03-02T08:00:00Z') })
  try {
    seen.noteFirst(['avvikelse:1', 'avvikelse:2'])
    seen.markSeen(['nyhet:1'])
    vi.setSystemTime('2026-05-31T08:00:00Z')
    await openAs('anna')
    // Home has not been opened yet, so what it gets is not known.
    seen.markSeen(['nyhet:2'])
    seen.noteFirst(['avvikelse:1'])
    seen.markSeen(['nyhet:3'])
    expect(Object.keys(stored('anna').keys)).toEqual(['avvikelse:1', 'nyhet:2', 'nyhet:3'])
    expect(seen.isNew({ key: 'avvikelse:1', at: null }, stored('anna'))).toBe(false)
  } finally {
    vi.useRealTimers()
  }
})

it('keeps employees apart on one phone', async () => {
  seen.markSeen(['nyhet:1'])
  await openAs('omar')
  seen.markSeen(['nyhet:2'])
  expect(Object.keys(stored('omar').keys)).toEqual(['nyhet:2'])
})

it('keeps what another open page has marked meanwhile', async () => {
  seen.noteFirst([])
  const first = seen
  await openAs('anna')
  seen.markSeen(['nyhet:1'])
  first.markSeen(['nyhet:2'])
  seen.markSeen(['nyhet:3'])
  expect(Object.keys(stored('anna').keys).toSorted()).toEqual(['nyhet:1', 'nyhet:2', 'nyhet:3'])
  expect(stored('anna').noted).toBe(true)
})
