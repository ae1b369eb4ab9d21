// Renewals that the provider answers late, with a real browser's storage, which all tabs share.
import { OidcClient, UserManager } from 'oidc-client-ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readLastUser, userKey } from '#platform/web/who/stored-user.ts'
import { prepareSignOut, renewSilently } from './manager.ts'

const origin = 'https://provider.example'
const now = Math.floor(Date.now() / 1000)
const coded = (part: object) => btoa(JSON.stringify(part)).replaceAll('=', '').replaceAll('+', '-').replaceAll('/', '_')

/** The claims of a token that is issued `at` seconds after the start of the test. */
const profileOf = (subject: string, at: number) => ({
  iss: origin,
  sub: subject,
  aud: 'linjen',
  iat: now + at,
  exp: now + at + 1800,
})
const tokenOf = (subject: string, at: number) => `${coded({ alg: 'ES256' })}.${coded(profileOf(subject, at))}.c2ln`

/** Stores a sign-in, as another tab does. */
function signInAs(subject: string, at = 0): void {
  const [id_token, profile] = [tokenOf(subject, at), profileOf(subject, at)]
  const user = { id_token, access_token: 'a', refresh_token: `refresh-${subject}`, token_type: 'Bearer', profile }
  localStorage.setItem(userKey, JSON.stringify(user))
}

let asked: PromiseWithResolvers<void>
let held: PromiseWithResolvers<void>
beforeEach(() => {
  localStorage.clear()
  asked = Promise.withResolvers()
  held = Promise.withResolvers()
  vi.stubGlobal('fetch', async (address: string) => {
    const path = new URL(address).pathname
    if (path.endsWith('/openid-configuration'))
      return Response.json({
        issuer: origin,
        token_endpoint: `${origin}/token`,
        authorization_endpoint: `${origin}/auth`,
        end_session_endpoint: `${origin}/logout`,
      })
    asked.resolve()
    await held.promise
    const renewed = { access_token: 'b', token_type: 'Bearer', refresh_token: 'refresh-2' }
    return Response.json({ ...renewed, id_token: tokenOf('anna', 60) })
  })
  signInAs('anna')
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  localStorage.clear()
})

/** Renews Anna's sign-in, while another tab does something before the provider answers. */
async function renewWhile(meanwhile: () => void): Promise<string | undefined> {
  const renewed = renewSilently()
  await asked.promise
  meanwhile()
  held.resolve()
  await renewed
  return readLastUser()?.token
}

it('stores the new token of the employee who is signed in', async () => {
  expect(await renewWhile(() => undefined)).toBe(tokenOf('anna', 60))
})

it('does not put a sign-in over that of somebody who has signed in meanwhile', async () => {
  expect(await renewWhile(() => signInAs('bo', 30))).toBe(tokenOf('bo', 30))
})

it('does not put the ended sign-in over a new one of the same employee', async () => {
  expect(await renewWhile(() => signInAs('anna', 30))).toBe(tokenOf('anna', 30))
})

it('does not bring a sign-in back after a sign-out', async () => {
  expect(await renewWhile(() => localStorage.removeItem(userKey))).toBeUndefined()
})

describe('a sign-out', () => {
  /** What is said to the provider, with each value of a parameter. */
  async function said() {
    let url = ''
    vi.spyOn(UserManager.prototype, 'signoutRedirect').mockImplementation(async function (this: UserManager, args) {
      const request = await new OidcClient(this.settings).createSignoutRequest(args)
      url = request.url
    })
    await (await prepareSignOut()).leave()
    const { origin: at, pathname, searchParams } = new URL(url)
    expect(`${at}${pathname}`).toBe(`${origin}/logout`)
    return Object.fromEntries([...searchParams.keys()].map((key) => [key, searchParams.getAll(key)]))
  }
  const back = [`${location.origin}/loggedout`]

  it('names the client beside the token, and the way back as AWS Cognito calls it too', async () => {
    const hint = { id_token_hint: [tokenOf('anna', 0)] }
    expect(await said()).toEqual({ ...hint, client_id: ['linjen'], post_logout_redirect_uri: back, logout_uri: back })
  })

  it('names the client once without a token', async () => {
    localStorage.removeItem(userKey)
    expect(await said()).toEqual({ client_id: ['linjen'], post_logout_redirect_uri: back, logout_uri: back })
  })
})

describe('a refresh without an answer that the page may read', () => {
  // As a browser reports a lost connection, and as well an answer without the headers that let the page read it.
  const tries = (isThere: boolean) => {
    const answers = fetch
    vi.stubGlobal('fetch', (address: string, init?: RequestInit) => {
      if (init?.method === 'POST') return Promise.reject(new TypeError('Failed to fetch'))
      // Only the question whether the provider can be reached: its metadata may be known from before.
      if (init?.cache === 'no-store' && !isThere) return Promise.reject(new TypeError('Failed to fetch'))
      return answers(address, init)
    })
    return renewSilently()
  }

  it('is a refusal when it comes twice in a row while the provider can be reached', async () => {
    expect(await tries(true)).toBe('unreachable')
    expect(await tries(true)).toBe('refused')
  })

  it('is none while the provider cannot be reached, or if it could not be in between', async () => {
    for (const isThere of [false, false, true, false, true, false]) expect(await tries(isThere)).toBe('unreachable')
  })

  it('is counted anew for another sign-in', async () => {
    expect(await tries(true)).toBe('unreachable')
    signInAs('anna', 30)
    expect(await tries(true)).toBe('unreachable')
  })
})
