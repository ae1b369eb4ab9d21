import {
  ErrorResponse,
  ErrorTimeout,
  OidcClient,
  UserManager,
  type UserManagerSettings,
  WebStorageStateStore,
} from 'oidc-client-ts'
import { announceUser } from '#platform/web/who/stored-user.ts'
import type { Answer } from '#platform/web/who/keeper.ts'
import { variant } from '#platform/web/page/variant.ts'
import { reportTrouble } from './trouble.ts'

// The library used here is 16 kB: always import this file lazily.
const { authority, clientId, renewal } = variant.signIn

/** Stores the user with the time at which the token arrived by the phone's clock; the token's own times are the provider's. */
class UserStore extends WebStorageStateStore {
  override async set(key: string, value: string): Promise<void> {
    const user = JSON.parse(value) as { id_token?: string }
    const before = JSON.parse((await this.get(key)) ?? '{}') as { id_token?: string; received_at?: number }
    const received = before.id_token === user.id_token ? before.received_at : Date.now()
    await super.set(key, JSON.stringify({ ...user, received_at: received }))
  }
}

/**
 * For renewals: their answer may come after somebody, even the same employee, has signed in or out, also in another tab. That is not
 * overwritten.
 */
class RenewalStore extends UserStore {
  /** The token of the sign-in that is renewed. */
  token: string | undefined

  override async set(key: string, value: string): Promise<void> {
    const stored = JSON.parse((await this.get(key)) ?? '{}') as { id_token?: string }
    if (stored.id_token !== undefined && stored.id_token === this.token) await super.set(key, value)
  }
}

const postLogoutAddress = `${location.origin}/loggedout`

const settings: UserManagerSettings = {
  authority,
  client_id: clientId,
  redirect_uri: `${location.origin}/callback`,
  silent_redirect_uri: `${location.origin}/silent-renew`,
  post_logout_redirect_uri: postLogoutAddress,
  response_type: 'code',
  // Browsers block a third-party provider's cookies in a frame: there the refresh token renews.
  scope: renewal === 'refresh-token' ? 'openid profile offline_access' : 'openid profile',
  userStore: new UserStore({ store: localStorage }),
  // platform/web/who/renewals.ts renews for all tabs together.
  automaticSilentRenew: false,
  // The ID token contains everything that is needed; the claims come from the API.
  loadUserInfo: false,
  silentRequestTimeoutInSeconds: 20,
  // A provider that accepts the request and never answers would block every tab.
  requestTimeoutInSeconds: 10,
  // Identifies the user in the frame's request: OpenID Connect Core recommends it with prompt=none, and some providers require it.
  includeIdTokenInSilentRenew: true,
}

const manager = new UserManager(settings)
const renewals = new RenewalStore({ store: localStorage })
const renewer = new UserManager({ ...settings, userStore: renewals })

interface SignInState {
  readonly till: string
}

// Optional with a code and PKCE, but some providers require it; the library compares it with the token's.
const nonce = () => crypto.randomUUID()

/** Navigates to the provider; after the return the page `till` opens. Throws if the provider cannot be reached. */
export async function goSignIn(till: string): Promise<void> {
  await manager.clearStaleState()
  await manager.signinRedirect({ state: { till } satisfies SignInState, nonce: nonce(), redirectMethod: 'replace' })
}

/** After the return from the provider: stores the user and returns where he or she was going. */
export async function finishSignIn(): Promise<unknown> {
  const user = await manager.signinRedirectCallback()
  announceUser()
  return (user.state as Partial<SignInState> | null)?.till
}

/** In the frame: passes the provider's answer to the surrounding page. */
export async function answerFrame(): Promise<void> {
  await manager.signinSilentCallback()
}

// Set for a provider whose refresh gives no ID token, so that it is not asked again and again.
const noIdToken = 'linjen.refresh-without-id-token'
const FRAME_SECONDS = 10

/** Requests a new ID token from the provider, by refresh token or, if that gives none, in a frame. Never removes the old one. */
export async function renewSilently(): Promise<Answer> {
  try {
    const before = await manager.getUser()
    renewals.token = before?.id_token
    if (renewal === 'refresh-token' && !before?.refresh_token) reportTrouble('no_refresh_token')
    if (before?.refresh_token && !localStorage.getItem(noIdToken)) {
      const user = await renewer.signinSilent()
      // The refresh token may be new even if there is no new ID token.
      announceUser()
      if (user?.id_token !== before.id_token) return 'renewed'
      reportTrouble('no_id_token')
      localStorage.setItem(noIdToken, 'yes')
    }
    await renewer.signinSilent({
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

/** The sign-in whose last renewal failed without an answer, although the provider could be reached. */
let unread: string | undefined

async function whyNot(error: unknown): Promise<Answer> {
  const unreadBefore = unread
  unread = undefined
  if (error instanceof ErrorResponse) return passing.has(error.error ?? '') ? 'unreachable' : 'refused'
  // A provider that forbids frames does not answer at all: a public document is requested to see whether it can be reached.
  if (error instanceof ErrorTimeout) return (await isThere()) ? 'refused' : 'unreachable'
  // Some providers refuse without the headers that let a page read the answer. To the page that is like a lost connection, which may return in
  // time for the public document. So one failure is not enough.
  if (error instanceof TypeError) {
    if (await isThere()) unread = renewals.token
    return unread !== undefined && unread === unreadBefore ? 'refused' : 'unreachable'
  }
  // The library's message for an answer that is not an OAuth answer: 'Bad Gateway (502)'.
  const status = Number(/\((\d{3})\)/.exec(String(error))?.[1] ?? 0)
  return status >= 500 || status === 429 ? 'unreachable' : 'refused'
}

/** Whether the provider can be reached. */
export async function isThere(): Promise<boolean> {
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

// Safe to show: without line breaks and without characters that change the text direction.
const plain = (text: string, most: number) =>
  text
    .replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
    .slice(0, most)

/** The provider's own reason, only if it answered a request of this browser: anybody can make up an address with a reason. */
export function reasonOf(error: unknown): Reason | null {
  if (!(error instanceof ErrorResponse) || !error.error) return null
  return { error: plain(error.error, 60), description: plain(error.error_description ?? '', 300) }
}

interface SigningOut {
  /** Revokes the refresh token: a provider may let one with `offline_access` outlive its session by weeks. Rejects if that fails. */
  readonly revoke: () => Promise<void>
  readonly leave: () => Promise<void>
}

/** Checks that the provider can be reached, so that nobody is left half signed out. Throws otherwise. */
export async function prepareSignOut(): Promise<SigningOut> {
  const user = await manager.getUser()
  const metadata = await manager.metadataService.getMetadata()
  const endsSessions = Boolean(metadata.end_session_endpoint)
  return {
    async revoke() {
      // With another renewal `offline_access` is not requested, so that a refresh token ends with the session.
      if (renewal !== 'refresh-token' || !user?.refresh_token || !metadata.revocation_endpoint) return
      // Not by the manager, which would store the user again when the answer arrives.
      await new OidcClient({ ...settings, metadata }).revokeToken(user.refresh_token, 'refresh_token')
    },
    async leave() {
      await manager.removeUser()
      if (!endsSessions) {
        location.replace('/loggedout')
        return
      }
      const hint = user?.id_token
      await manager.signoutRedirect({
        id_token_hint: hint,
        extraQueryParams: {
          // The library names the client only where there is no hint.
          ...(hint && { client_id: clientId }),
          // AWS Cognito requires the client's name and calls the way back so. Other providers ignore the second.
          logout_uri: postLogoutAddress,
        },
        redirectMethod: 'replace',
      })
    },
  }
}
