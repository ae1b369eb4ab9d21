import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Clock, Database } from '#platform/server/area.ts'
import type { Config } from '#platform/server/config.ts'
import type { EmbeddedProvider } from '#platform/server/http/provider.ts'
import { unavailableLog } from '#platform/server/unavailable-log.ts'
import { RETRY_AFTER_SECONDS, Unavailable } from '#platform/server/unavailable.ts'
import { originOf, type Variants } from '#platform/server/variants.ts'
import { providerKeys } from './keys.ts'
import { answer, loginRoutes, type FeaturedEmployee } from './login.ts'
import { mountProvider, type Host } from './mount.ts'
import { errorPage } from './pages/pages.ts'
import { mountPath, providerFor } from './provider.ts'

export interface EmbeddedProviderParts {
  readonly db: Database
  readonly config: Config
  readonly variants: Variants
  readonly clock: Clock
  readonly log: FastifyBaseLogger
  /** The employees that the demo's sign-in page offers. */
  readonly featured: () => Promise<readonly FeaturedEmployee[]>
}

const statuses = { absent: 404, tooMany: 429, failed: 500 }

/** Ports are part of an origin, and a Host header may contain any port: the number of providers in memory is limited. */
const ORIGINS = 20
/** How many may be created per minute for unknown ports: each costs a megabyte and some milliseconds. */
const STRANGE_A_MINUTE = 20

/**
 * The demo's own OpenID Connect provider, for every known host whose variant names no other. Each origin is a separate
 * issuer, `<origin>/oidc`, with one client; keys, sessions and grants are shared and stored in the database.
 */
export async function embeddedProvider(
  parts: EmbeddedProviderParts,
): Promise<EmbeddedProvider & { routes: (app: FastifyInstance) => Promise<void> }> {
  const { config, variants, log } = parts
  const keys = await providerKeys(parts.db)
  const logUnavailable = unavailableLog(log)
  const hosts = new LRUCache<string, Host>({ max: ORIGINS })
  const strange = { since: -Infinity, made: 0 }

  /** Throws 429 if a client tries one port after another. The portal's own port and the standard ones keep working. */
  function limitStrange(origin: string): void {
    const { port } = new URL(origin)
    if (config.publicUrl || port === '' || Number(port) === config.port) return
    const now = performance.now()
    if (now - strange.since > 60_000) Object.assign(strange, { since: now, made: 0 })
    if (++strange.made > STRANGE_A_MINUTE) throw Object.assign(new Error('too many origins'), { statusCode: 429 })
  }

  function hostOf(request: FastifyRequest): Host | null {
    const variant = variants.forHost(request.hostname)
    if (!variants.isKnownHost(request.hostname) || variant.signIn.authority) return null
    const origin = originOf(config, request)
    const known = hosts.get(origin)
    if (known) return known
    limitStrange(origin)
    const provider = providerFor(origin, variant, { ...parts, keys })
    provider.on('server_error', (ctx, error) => {
      if (error instanceof Unavailable) {
        ctx.set('Retry-After', String(RETRY_AFTER_SECONDS))
        return logUnavailable(error)
      }
      log.error({ err: { type: error.name, message: error.message, stack: error.stack } }, 'sign-in provider failed')
    })
    const host = { origin, provider, answer: provider.callback() }
    hosts.set(origin, host)
    return host
  }

  return {
    issuerOf: (origin) => `${origin}${mountPath}`,
    keys: keys.verifying,
    async routes(app) {
      await app.register((login) => loginRoutes(login, { ...parts, hostOf }))
      await app.register(async (rest) =>
        mountProvider(rest, hostOf, (request, reply, trouble) =>
          answer(reply, errorPage(variants.forHost(request.hostname), trouble), statuses[trouble]),
        ),
      )
    },
  }
}
