import { beforeEach, expect, it } from 'vitest'
import { type Answer, tokenKeeper } from './keeper.ts'
import type { StoredUser } from './life.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND

let now: number
let kept: Map<string, string>
let user: StoredUser | null
let reached: boolean
/** How many times the provider was asked, and its answer. By default the answer is a new token each time. */
let asked: number
let answer: () => Answer

function token(life = 30 * MINUTE): StoredUser {
  const name = `header.payload.signature-of-token-${Math.random()}`
  return { token: name, subject: 'anna', claims: {}, issuedAt: now, receivedAt: now, endsAt: now + life }
}

function brings(life?: number): () => Answer {
  return () => {
    user = token(life)
    return 'renewed'
  }
}

/** The keeper of one tab. All tabs share the browser's storage. */
function tab() {
  return tokenKeeper({
    now: () => now,
    storage: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    },
    stored: () => user,
    inTurn: (work) => work(),
    reached: () => reached,
    ask: () => {
      asked++
      return Promise.resolve(answer())
    },
  })
}

beforeEach(() => {
  now = Date.UTC(2026, 10, 21, 12)
  kept = new Map()
  user = token()
  reached = true
  asked = 0
  answer = brings()
})

it('keeps a fresh token, and renews one when it is time', async () => {
  expect(await tab().renew()).toBe('renewed')
  expect(asked).toBe(0)
  now += 29 * MINUTE
  expect(await tab().renew()).toBe('renewed')
  expect(asked).toBe(1)
})

it('renews a token that the server refused, once: if the next is refused too, the employee must decide', async () => {
  const keeper = tab()
  expect(await keeper.renew(user?.token)).toBe('renewed')
  expect(await keeper.renew(user?.token)).toBe('stopped')
  // It also does not ask in another tab or after a reload.
  expect(await tab().renew(user?.token)).toBe('stopped')
  expect(asked).toBe(1)
  await keeper.startAfresh()
  expect(await keeper.renew(user?.token)).toBe('renewed')
  expect(asked).toBe(2)
})

it('a tab that learns late of a refusal finds the token already renewed', async () => {
  const first = user?.token
  await tab().renew(first)
  expect(await tab().renew(first)).toBe('renewed')
  expect(asked).toBe(1)
})

it('a renewal without a newer ID token counts as refused, and is not tried again for that token', async () => {
  answer = () => 'renewed'
  const keeper = tab()
  expect(await keeper.renew(user?.token)).toBe('refused')
  expect(await keeper.renew(user?.token)).toBe('refused')
  expect(asked).toBe(1)
  now += 29 * MINUTE
  expect(await keeper.renew()).toBe('refused')
  expect(keeper.wait()).toBeNull()
  expect(asked).toBe(1)
})

it('a refusal does not count against whoever has signed in meanwhile', async () => {
  now += 29 * MINUTE
  answer = () => {
    user = token()
    return 'refused'
  }
  const keeper = tab()
  expect(await keeper.renew()).toBe('renewed')
  now += 29 * MINUTE
  expect(keeper.wait()).toBe(0)
})

it('an older ID token does not count as a renewal either', async () => {
  answer = () => {
    user = { ...token(), issuedAt: now - MINUTE }
    return 'renewed'
  }
  expect(await tab().renew(user?.token)).toBe('refused')
})

it('asks at most three times a minute, across tabs and methods, and then waits five minutes for the employee', async () => {
  answer = brings(0)
  user = token(0)
  expect(await tab().maySignIn()).toBe(true)
  expect(await tab().renew()).toBe('renewed')
  expect(await tab().renew()).toBe('renewed')
  expect(await tab().renew()).toBe('stopped')
  expect(await tab().maySignIn()).toBe(false)
  now += 2 * MINUTE
  expect(await tab().renew()).toBe('stopped')
  expect(tab().wait()).toBeNull()
  expect(asked).toBe(2)
  now += 4 * MINUTE
  expect(await tab().renew()).toBe('renewed')
})

it('a clock that jumps neither resets the limit nor blocks renewal for long', async () => {
  answer = brings(0)
  user = token(0)
  for (const jump of [0, -60 * MINUTE, -24 * 60 * MINUTE]) {
    now += jump
    user = token(0)
    await tab().renew()
  }
  user = token(0)
  expect(asked).toBe(3)
  expect(await tab().renew()).toBe('stopped')
  now += 6 * MINUTE
  expect(await tab().renew()).toBe('renewed')
})

it.each([
  ['the server refused two tokens', 'stopped', brings()],
  ['the provider could not be reached', 'unreachable', (): Answer => 'unreachable'],
])('a clock that is set back a day after %s does not block renewal for a day', async (_, end, says) => {
  answer = says
  await tab().renew(user?.token)
  expect(await tab().renew(user?.token)).toBe(end)
  now -= 24 * 60 * MINUTE
  user = { ...token(), token: user?.token ?? '' }
  expect(await tab().renew(user.token)).toBe(end)
  now += 6 * MINUTE
  answer = brings()
  expect(await tab().renew(user.token)).toBe('renewed')
})

it('an unreachable provider is asked less and less often, and at once when coverage is back', async () => {
  answer = () => 'unreachable'
  user = token(0)
  const keeper = tab()
  const end = now + 5 * MINUTE
  while (now < end) {
    expect(await keeper.renew()).toBe('unreachable')
    now += SECOND
  }
  expect(asked).toBeLessThanOrEqual(8)
  now += 30 * SECOND
  answer = brings()
  expect(await keeper.renew(null, true)).toBe('renewed')
})

it('asks nobody while the portal itself cannot be reached', async () => {
  user = token(0)
  reached = false
  expect(await tab().renew()).toBe('unreachable')
  expect(tab().wait()).toBeNull()
  expect(asked).toBe(0)
})

it('waits until it is time, without overflowing a timer', () => {
  expect(tab().wait()).toBe(30 * MINUTE - 90 * SECOND)
  user = token(90 * 24 * 60 * MINUTE)
  expect(tab().wait()).toBeLessThan(2 ** 31)
  user = null
  expect(tab().wait()).toBeNull()
})

it('waits if the provider was asked too often without an answer', async () => {
  answer = () => 'unreachable'
  user = token(0)
  for (let times = 0; times < 4; times++) await tab().renew(null, true)
  expect(asked).toBe(3)
  expect(tab().wait()).toBeGreaterThan(0)
})

it('a visitor who is not signed in is not limited', async () => {
  user = null
  for (let times = 0; times < 10; times++) expect(await tab().maySignIn()).toBe(true)
  expect(await tab().renew()).toBe('refused')
})

it.each(['{', 'null', '[]', '{"asked":"x"}', '{"asked":[null]}', '{"refused":{}}', '{"missed":{}}'])(
  'data stored by another version does no harm: %s',
  async (text) => {
    kept.set('linjen.renewals', text)
    expect(await tab().renew(user?.token)).toBe('renewed')
  },
)
