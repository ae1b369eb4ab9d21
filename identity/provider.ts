import { errors, interactionPolicy, Provider, type Configuration, type KoaContextWithOIDC } from 'oidc-provider'
import type { Variant } from '#platform/contract/variant.ts'
import type { Clock, Database } from '#platform/server/area.ts'
import { accountOf } from './accounts.ts'
import type { ProviderKeys } from './keys.ts'
import { errorPage, signOutPage } from './pages/pages.ts'
import { headersOf } from './pages/page.ts'
import { payloadStore } from './store.ts'

export const mountPath = '/oidc'

const MINUTE = 60
const DAY = 24 * 60 * MINUTE

/** The lifetime of an ID token: the browser renews it a minute before it expires. */
const TOKEN_TTL = 30 * MINUTE
/** How long an employee stays signed in without a password, counted from the last visit. */
const SESSION_TTL = 14 * DAY

export interface ProviderParts {
  readonly db: Database
  readonly clock: Clock
  readonly keys: ProviderKeys
}

/** The OpenID Connect provider of one origin, with only the client of that host's variant. */
export function providerFor(origin: string, variant: Variant, { db, clock, keys }: ProviderParts): Provider {
  const port = new URL(origin).port || 'standard'
  const cookie = { httpOnly: true, sameSite: 'lax', signed: true } as const
  // Over https, browsers prevent other hosts of the domain, and plain http, from setting cookies with these names (RFC 6265bis, 4.1.3).
  // `__Host-` requires the path /, which the library does not use for the two cookies of one sign-in.
  const secure = origin.startsWith('https:')
  const sessionCookie = { ...cookie, path: secure ? '/' : mountPath }
  const nameOf = (what: string, prefix: string) => `${secure ? prefix : ''}linjen_${port}_${what}`
  const provider = new Provider(`${origin}${mountPath}`, {
    adapter: payloadStore(db, clock),
    clients: [
      {
        client_id: variant.signIn.clientId,
        client_name: variant.title,
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        redirect_uris: [`${origin}/callback`, `${origin}/silent-renew`],
        post_logout_redirect_uris: [`${origin}/loggedout`],
        id_token_signed_response_alg: 'ES256',
        // The portal runs in a browser over plain http on localhost, which a "web" client of the implicit kind may not.
        application_type: 'web',
      },
    ],
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    jwks: { keys: [keys.signing] },
    cookies: {
      keys: [keys.cookies],
      // Cookies do not distinguish ports: two portals on one machine would sign each other out.
      names: {
        session: nameOf('session', '__Host-'),
        interaction: nameOf('login', '__Secure-'),
        resume: nameOf('resume', '__Secure-'),
      },
      long: sessionCookie,
      short: cookie,
    },
    scopes: ['openid', 'profile', 'offline_access'],
    claims: { openid: ['sub'], profile: ['name', 'preferred_username'], auth_time: null, iss: null, sid: null },
    // The portal reads the name from the ID token and never requests more.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    // Browsers send the origin with the portal's own requests too; no other page may call the provider.
    clientBasedCORS: (_ctx, from) => from === origin,
    ttl: {
      AccessToken: TOKEN_TTL,
      IdToken: TOKEN_TTL,
      AuthorizationCode: MINUTE,
      Interaction: 60 * MINUTE,
      RefreshToken: SESSION_TTL,
      Session: SESSION_TTL,
      Grant: SESSION_TTL,
    },
    issueRefreshToken: () => variant.signIn.renewal === 'refresh-token',
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      resourceIndicators: { enabled: false },
      revocation: { enabled: true },
      rpInitiatedLogout: { enabled: true, logoutSource: signOut },
    },
    interactions: { url: (_ctx, { uid }) => `${mountPath}/interaction/${uid}`, policy: policy() },
    loadExistingGrant: grantWithoutAsking,
    async findAccount(_ctx, id) {
      const employee = await accountOf(db, variant, id)
      if (!employee) return undefined
      const { firstName, lastName, userName } = employee
      return {
        accountId: id,
        claims: () => ({ sub: id, name: `${firstName} ${lastName}`, preferred_username: userName }),
      }
    },
    renderError(ctx, _out, error) {
      sendPage(ctx, errorPage(variant, error instanceof errors.SessionNotFound ? 'expired' : 'failed'))
    },
  } satisfies Configuration)
  // mount.ts sets the headers with the request's scheme and host.
  provider.proxy = true
  // ID tokens name their session, so that the portal can refuse them all at once after a sign-out. The library does this only for
  // clients with back-channel logout, which the portal does not need.
  Object.assign(provider.Client.prototype, { includeSid: () => true })

  provider.use(async (ctx, next) => {
    await next()
    const { oidc } = ctx as unknown as Partial<KoaContextWithOIDC>
    // With nobody signed in, the library would return a page that submits itself. There is nothing to end: continue at once.
    if (oidc?.route === 'end_session' && ctx.status === 200 && !oidc.session?.accountId && oidc.client)
      leave(ctx as never)
    if (ctx.status === 404 && !ctx.body) {
      sendPage(ctx, errorPage(variant, 'absent'))
      ctx.status = 404
    }
  })
  return provider

  /** Ends the session at once if the portal's ID token proves that it acts for the signed-in employee; asks otherwise. */
  async function signOut(ctx: KoaContextWithOIDC, form: string): Promise<void> {
    const { session, entities } = ctx.oidc
    const hint = entities.IdTokenHint as { payload: { sub?: string } } | undefined
    if (!session || hint?.payload.sub !== session.accountId) {
      sendPage(ctx, signOutPage(variant, form))
      return
    }
    for (const { grantId } of Object.values(session.authorizations ?? {})) {
      if (!grantId) continue
      await provider.AccessToken.revokeByGrantId(grantId)
      await provider.RefreshToken.revokeByGrantId(grantId)
      await provider.AuthorizationCode.revokeByGrantId(grantId)
      await (await provider.Grant.find(grantId))?.destroy()
    }
    await session.destroy()
    ctx.cookies.set(provider.cookieName('session'), null, sessionCookie)
    leave(ctx)
  }

  /** Redirects to the page that the portal named, which the library has checked, or to the portal's start. */
  function leave(ctx: KoaContextWithOIDC): void {
    const { post_logout_redirect_uri: address, state } = ctx.oidc.params ?? {}
    const target = new URL(typeof address === 'string' ? address : `${origin}/loggedout`)
    if (typeof state === 'string') target.searchParams.set('state', state)
    ctx.status = 303
    ctx.redirect(target.href)
  }
}

interface Answering {
  status: number
  type: string
  body: unknown
  set(headers: Record<string, string>): void
}

function sendPage(ctx: Answering, page: string): void {
  ctx.set(headersOf(page))
  ctx.type = 'html'
  ctx.body = page
}

/** The portal is the provider's own client: signing in implies consent. */
async function grantWithoutAsking(ctx: KoaContextWithOIDC) {
  const { client, session, account, provider } = ctx.oidc
  if (!client || !session || !account) return undefined
  const grantId = session.grantIdFor(client.clientId)
  const kept = grantId ? await provider.Grant.find(grantId) : undefined
  if (kept && kept.accountId === account.accountId) return kept
  const grant = new provider.Grant({ accountId: account.accountId, clientId: client.clientId })
  grant.addOIDCScope('openid profile offline_access')
  await grant.save()
  return grant
}

function policy() {
  const prompts = interactionPolicy.base()
  prompts.remove('consent')
  // An employee who may no longer sign in may still have a session: without this the library fails when it loads the grant.
  prompts.get('login')?.checks.add(
    new interactionPolicy.Check('account_gone', 'End-User authentication is required', 'login_required', (ctx) => {
      const { session, account } = ctx.oidc
      return Boolean(session?.accountId && !account)
    }),
  )
  return prompts
}
