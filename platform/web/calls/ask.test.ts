import { beforeEach, expect, it, vi } from 'vitest'
import type { Call } from '#platform/contract/call.ts'
import { stubBrowser } from '../page/test-globals.ts'
import { signInText } from '../page/test-variant.ts'

const call = { method: 'GET', path: '/api/bpl/aktuellt', kept: 'start' } as unknown as Call<string>
const copyOf = (subject: string) => `linjen.copy:${subject}:/api/bpl/aktuellt`

let kept: Map<string, string>
let signIn: (subject: string) => void
let ask: typeof import('./ask.ts').ask
/** Called before the answer comes. */
let meanwhile: () => void

beforeEach(async () => {
  kept = stubBrowser()
  meanwhile = () => undefined
  vi.stubGlobal('fetch', () => {
    meanwhile()
    return Promise.resolve(Response.json({ result: 'anna’s', timestamp: new Date().toISOString() }))
  })
  vi.resetModules()
  ;({ ask } = await import('./ask.ts'))
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
