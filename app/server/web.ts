import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { accentCss } from '#platform/contract/accent.ts'
import { shortTitleOf, type Variant, type WebVariant } from '#platform/contract/variant.ts'
import type { Config } from '#platform/server/config.ts'
import type { EmbeddedProvider } from '#platform/server/http/provider.ts'
import { originOf, type Variants } from '#platform/server/variants.ts'
import { serveBuild, serveWorker, type SharedFiles } from './page/built-files.ts'
import { lateCss, renderPage, webVariant, type Page, type PageParts } from './page/render.ts'
import { toView, withView, type Screen, type View } from './page/views.ts'
import { serveVariantFiles } from './variant-files.ts'

interface WebParts {
  readonly config: Config
  readonly variants: Variants
  readonly embedded: EmbeddedProvider | null
  readonly version: string
  /** The folder of the build, or the page in development. */
  readonly page: string | PageInDevelopment
  readonly shared: SharedFiles | null
}

/** For a host whose variant names no provider while the embedded one is off: nobody can sign in there. */
const noSignInPage = `<!doctype html><html lang="sv"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Ingen inloggning</title>
<h1>Ingen inloggning</h1><p>Den här adressen har ingen inloggning. Använd ditt bolags egen adress.</p></html>
`

/** The page while its source is being edited: `npm run dev`. */
export interface PageInDevelopment {
  /** Serves the page's modules in front of everything else. */
  mount(app: FastifyInstance): Promise<void>
  /** index.html for an address. */
  html(url: string): Promise<string>
  /** Every path that has a view. */
  readonly paths: readonly string[]
}

/** A port is part of an origin, and a Host header may contain any port. So the number of cached pages is limited. */
const ORIGINS = 50

/** Serves the built page and its assets. Each variant's name, colours and sign-in are written into the page. */
export async function webPages(app: FastifyInstance, parts: WebParts): Promise<void> {
  const { config, variants, page: source, shared } = parts
  if (typeof source === 'string') await serveBuild(app, source, shared)
  else await source.mount(app)
  const files = await serveVariantFiles(app, variants)
  const styleOf = (variant: WebVariant) => accentCss(variant.colors) + files.patternCss(variant.name) + lateCss
  const partsOf = (variant: Variant, data: WebVariant): PageParts => ({
    origins: variant.signIn.origins,
    shortTitle: shortTitleOf(variant),
    style: styleOf(data),
  })
  const pages = new LRUCache<string, Page>({ max: ORIGINS })
  const onBuild = async () => {
    await shared?.share()
    pages.clear()
  }
  const built = typeof source === 'string' ? await kept(join(source, 'index.html'), onBuild) : null
  // A new build under a running portal gets its own version, which the update banner of open pages needs.
  const version =
    typeof source === 'string'
      ? await kept(join(source, 'version.txt'), () => pages.clear()).catch(() => () => Promise.resolve(parts.version))
      : () => Promise.resolve(parts.version)

  const written =
    typeof source === 'string' ? await kept(join(source, 'screens.json'), () => void (views = null)) : null
  let views: readonly View[] | null = null
  const viewAt = async (path: string) => {
    const text = await written?.()
    views ??= (text === undefined ? pathsAlone(source) : (JSON.parse(text) as Screen[])).map(toView)
    return views.find(({ matches }) => matches.test(path))
  }

  async function pageFor(request: FastifyRequest, template: string): Promise<Page> {
    const variant = variants.forHost(request.hostname)
    const origin = originOf(config, request)
    const key = `${variant.name} ${origin}`
    const build = (await version()).trim()
    let page = pages.get(key)
    if (!page || page.before <= Date.now()) {
      const data = webVariant(variant, origin, { ...parts, version: build })
      page = renderPage(template, data, partsOf(variant, data))
      // Pages of hosts that no variant names are not cached, because a client may name any number of hosts.
      if (variants.isKnownHost(request.hostname)) pages.set(key, page)
    }
    return page
  }

  const sendPage = async (request: FastifyRequest, reply: FastifyReply, view?: View) => {
    reply.type('text/html; charset=utf-8')
    if (!parts.embedded && !variants.forHost(request.hostname).signIn.authority) {
      // Not a 5xx: trying again never helps, and strangers who try addresses must not look like failures of the server.
      return reply.status(404).header('cache-control', 'no-store').send(noSignInPage)
    }
    if (typeof source !== 'string') {
      const variant = variants.forHost(request.hostname)
      const data = webVariant(variant, originOf(config, request), parts)
      // Hot reload inserts scripts and styles into the page, which the policy would block.
      reply.removeHeader('content-security-policy').header('cache-control', 'no-store')
      return reply.send(renderPage(await source.html(request.url), data, partsOf(variant, data)).html)
    }
    const page = await pageFor(request, (await built?.()) ?? '')
    return reply
      .header('content-security-policy', page.policy)
      .header('cache-control', 'no-cache')
      .send(withView(page.html, view))
  }

  app.get('/version.txt', { schema: { hide: true } }, async (_request, reply) =>
    reply
      .header('cache-control', 'no-store')
      .type('text/plain; charset=utf-8')
      .send((await version()).trim()),
  )
  if (typeof source === 'string') serveWorker(app, source)
  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const view = await viewAt(path)
    if (view) return sendPage(request, reply, view)
    if (/^\/api(?:\/|$)/i.test(path)) return reply.callNotFound()
    // For an outdated link into the portal or the office, the page itself shows the 404.
    if (/^\/(?:dashboard|kontor)\//i.test(path) && !/\.\w+$/.test(path)) return sendPage(request, reply.status(404))
    // If the page were served at every address, a probe of a wrong address would succeed forever, and an old page would not notice that its
    // scripts are gone.
    return reply.status(404).type('text/plain; charset=utf-8').send('Finns inte')
  })
}

const pathsAlone = (source: string | PageInDevelopment): readonly Screen[] =>
  typeof source === 'string' ? [] : source.paths.map((path) => ({ path, files: [] }))

/** A file's text, read again when the file has changed. After a build under a running portal, pages must refer to the new scripts. */
async function kept(file: string, onChange: () => void | Promise<void>): Promise<() => Promise<string>> {
  let text = await readFile(file, 'utf8')
  let modified = (await stat(file)).mtimeMs
  return async () => {
    const now = await stat(file).then(
      ({ mtimeMs }) => mtimeMs,
      () => modified,
    )
    if (now !== modified) {
      const changed = await readFile(file, 'utf8')
      await onChange()
      text = changed
      modified = now
    }
    return text
  }
}
