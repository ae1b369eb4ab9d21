import { beforeEach, expect, it, vi } from 'vitest'
import { stubBrowser } from '../page/test-globals.ts'
import { signInText } from '../page/test-variant.ts'

const call = { method: 'GET', path: '/api/bpl/schema' } as const
const other = { method: 'GET', path: '/api/bpl/aktuelltuppdrag' } as const
const userKey = 'oidc.user:https://provider.example:linjen'

let kept: Map<string, string>
/** The calls to the portal, as path and token, and a function that decides which of them are refused. */
let calls: string[]
let refuses: (path: string, token: string) => boolean
let tokens: number
let send: typeof import('../wire/client.ts').send
let page: typeof import('./stored-user.ts')
let renewals: typeof import('./renewals.ts')

function storeToken(): void {
  kept.set(userKey, signInText('anna', `token-${++tokens}`))
}

/** Opens the page again in the same browser, with an empty memory. */
async function open(): Promise<void> {
  vi.resetModules()
  ;({ send } = await import('../wire/client.ts'))
  page = await import('./stored-user.ts')
  renewals = await import('./renewals.ts')
  const { setRenewal } = await import('./provider.ts')
  setRenewal(async () => {
    storeToken()
    page.announceUser()
    return 'renewed'
  })
}

beforeEach(async () => {
  kept = stubBrowser()
  calls = []
  tokens = 0
  refuses = () => false
  vi.stubGlobal('fetch', async (path: string, { headers }: { headers: Record<string, string> }) => {
    const token = headers['Authorization']?.slice('Bearer '.length) ?? ''
    calls.push(`${path} ${token}`)
    return refuses(path, token)
      ? Response.json({ result: null, timestamp: '', errorMessage: '' }, { status: 401 })
      : Response.json({ result: 'ok', timestamp: '' })
  })
  storeToken()
  await open()
})

it('a call whose token is refused continues with the next token, unnoticed', async () => {
  refuses = (_, token) => token === 'token-1'
  expect(await Promise.all([send(call), send(other)])).toEqual(['ok', 'ok'])
  expect(tokens).toBe(2)
  expect(page.readUser()?.token).toBe('token-2')
})

it('if every token is refused, one renewal is made, and then no more requests', async () => {
  refuses = () => true
  await expect(send(call)).rejects.toMatchObject({ status: 401 })
  await expect(send(other)).rejects.toMatchObject({ status: 401 })
  await expect(send(call)).rejects.toMatchObject({ status: 401 })
  expect(page.readRenewal()).toBe('stopped')
  expect(calls).toEqual([`${call.path} token-1`, `${call.path} token-2`, '/api/user/profile token-2'])
  // A reopened page makes no further renewals, only the calls that detect the refusal.
  await open()
  await expect(send(call)).rejects.toMatchObject({ status: 401 })
  await expect(send(call)).rejects.toMatchObject({ status: 401 })
  expect(calls).toHaveLength(5)
  expect(tokens).toBe(2)
})

it('a tap starts over, and works if the server accepts the token again', async () => {
  refuses = () => true
  await expect(send(call)).rejects.toMatchObject({ status: 401 })
  refuses = () => false
  await renewals.startAfresh()
  expect(page.readUser()?.token).toBe('token-2')
  expect(await send(call)).toBe('ok')
  expect(tokens).toBe(2)
})

it('one call that refuses every token is that call’s own failure', async () => {
  refuses = (path) => path === call.path
  await expect(send(call)).rejects.toMatchObject({ status: 401 })
  await expect(send(call)).rejects.toMatchObject({ status: 401 })
  expect(page.readRenewal()).toBeNull()
  expect(await send(other)).toBe('ok')
  expect(tokens).toBe(2)
})

it('a proxy’s own page is no sign that the server accepts the token', async () => {
  const answers = fetch
  vi.stubGlobal('fetch', async (path: string, init: never) =>
    path === call.path ? new Response('<h1>Nätverk</h1>') : answers(path, init),
  )
  await expect(send(call)).rejects.toMatchObject({ status: 200 })
  expect(page.wasTaken('token-1')).toBe(false)
  await send(other)
  expect(page.wasTaken('token-1')).toBe(true)
})

it('nor does a proxy’s page in the place of the profile keep a refused token in use', async () => {
  refuses = () => true
  const answers = fetch
  vi.stubGlobal('fetch', async (path: string, init: never) =>
    path === '/api/user/profile' ? new Response('<h1>Nätverk</h1>') : answers(path, init),
  )
  await expect(send(call)).rejects.toMatchObject({ status: 401 })
  expect(page.readUser()).toBeNull()
})

it('a proxy’s 401 is its own failure: nobody is signed out, and no renewal is made', async () => {
  vi.stubGlobal('fetch', async () => new Response('<h1>401</h1>', { status: 401 }))
  await expect(send(call)).rejects.toMatchObject({ status: 502 })
  expect(page.readUser()?.token).toBe('token-1')
  expect(tokens).toBe(1)
})

it('a question that is dropped while its answer arrives does not count as lost coverage', async () => {
  const { isReached } = await import('../page/reach.ts')
  const dropped = new AbortController()
  vi.stubGlobal('fetch', async () => ({
    ok: true,
    status: 200,
    text: async () => {
      dropped.abort()
      throw dropped.signal.reason
    },
  }))
  await expect(send(call, { signal: dropped.signal })).rejects.toMatchObject({ name: 'AbortError' })
  expect(isReached()).toBe(true)
})

it('is signed out if another tab has signed out', async () => {
  refuses = () => true
  kept.delete(userKey)
  await expect(send(call)).rejects.toMatchObject({ status: 401 })
  expect(page.readRenewal()).toBe('refused')
  expect(tokens).toBe(1)
})
