import { beforeEach, expect, it, vi } from 'vitest'
import type { Call } from '#platform/contract/call.ts'
import { stubBrowser } from '../page/test-globals.ts'
import { signInText } from '../page/test-variant.ts'

const call = { method: 'GET', path: '/api/bpl/aktuellt', kept: 'start', fits: () => true } as unknown as Call<string>
const DAY_MS = 86_400_000

let kept: Map<string, string>
let isDue: typeof import('./fetch-ahead.ts').isDue

beforeEach(async () => {
  kept = stubBrowser()
  vi.resetModules()
  ;({ isDue } = await import('./fetch-ahead.ts'))
  const { userKey } = await import('../who/stored-user.ts')
  kept.set(userKey, signInText('anna'))
})

it.each([
  ['of a minute ago', 60_000, false],
  ['of an hour ago', 3_600_000, true],
  // The phone's clock was ahead when it was fetched.
  ['of tomorrow', -DAY_MS, true],
])('with a copy %s, whether it is fetched again within 15 minutes', async (_when, ago, due) => {
  kept.set(`linjen.copy:anna:${call.path}`, JSON.stringify({ answer: 'kept', at: Date.now() - ago }))
  expect(await isDue(call, call.path, 15)).toBe(due)
})
