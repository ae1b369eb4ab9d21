import { beforeEach, expect, it, vi } from 'vitest'
import type { Call } from '#platform/contract/call.ts'

const phone = vi.hoisted((): { subject: string; meanwhile: () => void } => ({
  subject: 'anna',
  meanwhile: () => undefined,
}))
vi.mock('../who/stored-user.ts', () => ({ readLastUser: () => ({ subject: phone.subject }) }))
vi.mock('../wire/client.ts', () => ({
  ApiError: class extends Error {},
  send: () => {
    phone.meanwhile()
    return Promise.resolve('anna’s')
  },
}))
const { ask } = await import('./ask.ts')

const call = { method: 'GET', path: '/api/bpl/aktuellt', kept: 'start' } as unknown as Call<string>
let kept: Map<string, string>

beforeEach(() => {
  kept = new Map()
  phone.subject = 'anna'
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  })
})

it('keeps an answer under whoever asked', async () => {
  phone.meanwhile = () => undefined
  await ask(call, undefined)
  expect([...kept.keys()]).toEqual(['linjen.copy:anna:/api/bpl/aktuellt'])
})

it('keeps nothing when somebody else has signed in before the answer came', async () => {
  phone.meanwhile = () => {
    phone.subject = 'omar'
  }
  await ask(call, undefined)
  expect([...kept.keys()]).toEqual([])
})
