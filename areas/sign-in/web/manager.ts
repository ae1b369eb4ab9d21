import { ErrorResponse, UserManager, WebStorageStateStore } from 'oidc-client-ts'
import { announceUser } from '#platform/web/stored-user.ts'
import { variant } from '#platform/web/variant.ts'
import type { Renewal } from '#platform/web/area.ts'

// The library behind everything here is 16 kB: this file is only ever imported lazily.
const { authority, clientId, renewal } = variant.signIn

const manager = new UserManager({
  authority,
  client_id: clientId,
  redirect_uri: `${location.origin}/callback`,
  silent_redirect_uri: `${location.origin}/silent-renew`,
  post_logout_redirect_uri: `${location.origin}/loggedout`,
  response_type: 'code',
  // Browsers keep an outside provider's cookies from a frame: there the refresh token renews.
  scope: renewal === 'refresh-token' ? 'openid profile offline_access' : 'openid profile',
  userStore: new WebStorageStateStore({ store: localStorage }),
  // renewal.ts does it, for all tabs together.
  automaticSilentRenew: false,
  // The ID token says all that is read; the claims come from the API.
  loadUserInfo: false,
  silentRequestTimeoutInSeconds: 20,
})

interface Kept {
  readonly till: string
}

/** Leaves for the provider; whoever comes back goes on to `till`. Throws when the provider cannot be reached. */
export async function goSignIn(till: string): Promise<void> {
  await manager.clearStaleState()
  await manager.signinRedirect({ state: { till } satisfies Kept, redirectMethod: 'replace' })
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

/** A new token without anybody noticing. Never removes the old one. */
export async function renewSilently(): Promise<Renewal> {
  try {
    await manager.signinSilent()
    announceUser()
    return 'renewed'
  } catch (error) {
    return error instanceof ErrorResponse ? 'refused' : 'unreachable'
  }
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
