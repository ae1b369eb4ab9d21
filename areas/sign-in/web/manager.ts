import { ErrorResponse, ErrorTimeout, UserManager, WebStorageStateStore } from 'oidc-client-ts'
import { announceUser } from '#platform/web/who/stored-user.ts'
import type { Answer } from '#platform/web/who/keeper.ts'
import { variant } from '#platform/web/page/variant.ts'
import { tellTrouble } from './trouble.ts'

// The library behind everything here is 16 kB: this file is only ever imported lazily.
const { authority, clientId, renewal } = variant.signIn

/** Stores the user with the time at which the token came, by the phone's clock: its own times are the provider's. */
class UserStore extends WebStorageStateStore {
  override async set(key: string, value: string): Promise<void> {
    const user = JSON.parse(value) as { id_token?: string }
    const before = JSON.parse((await this.get(key)) ?? '{}') as { id_token?: string; received_at?: number }
    const received = before.id_token === user.id_token ? before.received_at : Date.now()
    await super.set(key, JSON.stringify({ ...user, received_at: received }))
  }
}

const manager = new UserManager({
  authority,
  client_id: clientId,
  redirect_uri: `${location.origin}/callback`,
  silent_redirect_uri: `${location.origin}/silent-renew`,
  post_logout_redirect_uri: `${location.origin}/loggedout`,
  response_type: 'code',
  // Browsers keep an outside provider's cookies from a frame: there the refresh token renews.
  scope: renewal === 'refresh-token' ? 'openid profile offline_access' : 'openid profile',
  userStore: new UserStore({ store: localStorage }),
  // platform/web/token does it, for all tabs together.
  automaticSilentRenew: false,
  // The ID token says all that is read; the claims come from the API.
  loadUserInfo: false,
  silentRequestTimeoutInSeconds: 20,
  // Whom the frame asks for: OpenID Connect Core wants it with prompt=none, and some providers insist.
  includeIdTokenInSilentRenew: true,
})

interface Kept {
  readonly till: string
}

// Optional with a code and PKCE, yet some providers refuse to do without; the library compares it with the token's.
const nonce = () => crypto.randomUUID()

/** Leaves for the provider; whoever comes back goes on to `till`. Throws when the provider cannot be reached. */
export async function goSignIn(till: string): Promise<void> {
  await manager.clearStaleState()
  await manager.signinRedirect({ state: { till } satisfies Kept, nonce: nonce(), redirectMethod: 'replace' })
}

/** Back from the provider: stores the user and answers where he or she was going. */
export async function finishSignIn(): Promise<unknown> {
  const user = await manager.signinRedirectCallback()
  announceUser()
  return (user.state as Partial<Kept> | null)?.till
}

/** In the frame: hands the provider's answer to the page around it. */
export async function answerFrame(): Promise<void> {
  await manager.signinSilentCallback()
}

// Of a provider whose refresh brings no ID token: it need not be asked again and again.
const noIdToken = 'linjen.refresh-without-id-token'
const FRAME_SECONDS = 10

/** Asks the provider for a new ID token, by refresh token or, where that brings none, in a frame. Never removes the old one. */
export async function renewSilently(): Promise<Answer> {
  try {
    const before = await manager.getUser()
    if (renewal === 'refresh-token' && !before?.refresh_token) tellTrouble('no_refresh_token')
    if (before?.refresh_token && !localStorage.getItem(noIdToken)) {
      const user = await manager.signinSilent()
      // The refresh token may be a new one, also where the ID token is not.
      announceUser()
      if (user?.id_token !== before.id_token) return 'renewed'
      tellTrouble('no_id_token')
      localStorage.setItem(noIdToken, 'yes')
    }
    await manager.signinSilent({
      forceIframeAuth: true,
      nonce: nonce(),
      silentRequestTimeoutInSeconds: FRAME_SECONDS,
    })
    announceUser()
    return 'renewed'
  } catch (error) {
    return whyNot(error)
  }
}

const passing = new Set(['temporarily_unavailable', 'server_error'])

async function whyNot(error: unknown): Promise<Answer> {
  if (error instanceof ErrorResponse) return passing.has(error.error ?? '') ? 'unreachable' : 'refused'
  // A provider that forbids frames says nothing: it is asked for something that it says to everybody.
  if (error instanceof ErrorTimeout) return (await isThere()) ? 'refused' : 'unreachable'
  // How the library tells of an answer that is no OAuth answer: 'Bad Gateway (502)'.
  const status = Number(/\((\d{3})\)/.exec(String(error))?.[1] ?? 0)
  return error instanceof TypeError || status >= 500 || status === 429 ? 'unreachable' : 'refused'
}

async function isThere(): Promise<boolean> {
  const address = `${authority.replace(/\/$/, '')}/.well-known/openid-configuration`
  return fetch(address, { cache: 'no-store', signal: AbortSignal.timeout(10_000) }).then(
    ({ ok }) => ok,
    () => false,
  )
}

/** Why the provider refused, for the employee and the help desk. */
export interface Reason {
  readonly error: string
  readonly description: string
}

// Text for a person, whatever it is: no line breaks, and no signs that turn the rest round.
const plain = (text: string, most: number) =>
  text
    .replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
    .slice(0, most)

/** The provider's own reason, where it answered to what this browser had asked: anybody can make up an address with one. */
export function reasonOf(error: unknown): Reason | null {
  if (!(error instanceof ErrorResponse) || !error.error) return null
  return { error: plain(error.error, 60), description: plain(error.error_description ?? '', 300) }
}

/** Makes sure that the provider can be reached, so that nobody is left half signed out. Throws otherwise. */
export async function prepareSignOut(): Promise<{ readonly leave: () => Promise<void> }> {
  const user = await manager.getUser()
  const endsSessions = Boolean(await manager.metadataService.getEndSessionEndpoint())
  return {
    async leave() {
      await manager.removeUser()
      if (endsSessions) await manager.signoutRedirect({ id_token_hint: user?.id_token, redirectMethod: 'replace' })
      else location.replace('/loggedout')
    },
  }
}
