import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Call } from '#platform/contract/call.ts'
import { stubBrowser } from '../page/test-globals.ts'
import { signInText } from '../page/test-variant.ts'

const call = { method: 'GET', path: '/api/bpl/aktuellt', kept: 'start' } as unknown as Call<string>
const read = { ...call, fits: () => true } as unknown as Call<string>
const copyOf = (subject: string) => `linjen.copy:${subject}:/api/bpl/aktuellt`

let kept: Map<string, string>
let signIn: (subject: string) => void
let ask: typeof import('./ask.ts').ask
/** Called before the answer comes. */
let meanwhile: () => void
let shownCopy: typeof import('../phone/copies.ts').shownCopy

beforeEach(async () => {
  kept = stubBrowser()
  meanwhile = () => undefined
  vi.stubGlobal('fetch', () => {
    meanwhile()
    return Promise.resolve(Response.json({ result: 'anna’s', timestamp: new Date().toISOString() }))
  })
  vi.resetModules()
  ;({ ask } = await import('./ask.ts'))
  ;({ shownCopy } = await import('../phone/copies.ts'))
  const { userKey } = await import('../who/stored-user.ts')
  signIn = (subject) => kept.set(userKey, signInText(subject))
  signIn('anna')
})

it('keeps an answer under the employee who asked', async () => {
  await ask(call, undefined)
  expect(kept.has(copyOf('anna'))).toBe(true)
})

it('keeps nothing if somebody else has signed in before the answer came', async () => {
  meanwhile = () => signIn('omar')
  await ask(call, undefined)
  for (const subject of ['anna', 'omar']) expect(kept.has(copyOf(subject))).toBe(false)
})

describe('a sign-in that cannot be renewed', () => {
  const keepCopy = (at: number) => kept.set(copyOf('anna'), JSON.stringify({ answer: 'kept', at }))
  beforeEach(() => {
    vi.stubGlobal('fetch', () =>
      Promise.resolve(Response.json({ result: null, timestamp: '', errorMessage: '' }, { status: 401 })),
    )
  })

  it('returns the copy, without the claim that the server fails', async () => {
    const at = Date.now() - 60_000
    keepCopy(at)
    const onFailing = vi.fn()
    expect(await ask(read, undefined, { onFailing })).toBe('kept')
    expect(shownCopy(call.path)).toEqual({ at, failing: false })
    expect(onFailing).not.toHaveBeenCalled()
    expect(kept.has(copyOf('anna'))).toBe(true)
  })

  it('is thrown without a copy, and after a sign-out, which leaves nothing shown', async () => {
    await expect(ask(read, undefined)).rejects.toMatchObject({ status: 401 })
    keepCopy(Date.now())
    await ask(read, undefined)
    kept.clear()
    await expect(ask(read, undefined)).rejects.toMatchObject({ status: 401 })
    expect(shownCopy(call.path)).toBeUndefined()
  })
})

it('one that is aborted leaves the time of a copy that is still shown', async () => {
  const at = Date.now() - 60_000
  kept.set(copyOf('anna'), JSON.stringify({ answer: 'kept', at }))
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  expect(await ask(read, undefined)).toBe('kept')
  const left = AbortSignal.abort()
  await expect(ask(read, undefined, { signal: left })).rejects.toMatchObject({ name: 'AbortError' })
  expect(shownCopy(call.path)).toEqual({ at, failing: false })
})
