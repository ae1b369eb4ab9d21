import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { LRUCache } from 'lru-cache'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { accentCss } from '#platform/contract/accent.ts'
import type { FirstCall } from '#platform/contract/first-calls.ts'
import { linkAddresses } from '#platform/contract/links.ts'
import { shortTitleOf, type Variant, type WebVariant } from '#platform/contract/variant.ts'
import { type ClockPeriod, clockPeriod, setClockPeriod } from '#platform/contract/wall-clock.ts'
import type { Config } from '#platform/server/config.ts'
import type { EmbeddedProvider } from '#platform/server/http/provider.ts'
import { errorEnvelope, sentenceOf } from '#platform/server/http/errors.ts'
import type { PageFile } from '#platform/server/page-files.ts'
import { originOf, type Variants } from '#platform/server/variants.ts'
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

/** The scripts and styles of every build that is in use; null where there is one process, and so one build. */
export interface SharedFiles {
  /** Null for a name that no build has. */
  readonly find: (name: string) => Promise<PageFile | null>
  /** Called when there is a new build under the running portal, before its page is served. */
  readonly share: () => Promise<void>
}

/** For a host whose variant names no provider while the embedded one is off: nobody can sign in there. */
const noSignInPage = `<!doctype html><html lang="sv"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Ingen inloggning</title>
<h1>Ingen inloggning</h1><p>Den här adressen har ingen inloggning. Använd ditt bolags egen adress.</p></html>
`

/** A way on where the scripts do not come, by the style alone: what is shown until then is the name plate. */
const lateCss =
  '.late{margin:4px 16px;visibility:hidden;animation:late 0s 15s forwards}.late a{display:inline-block;padding:10px 0;white-space:nowrap}' +
  '@media(min-width:992px){.late{margin-inline:24px}}@keyframes late{to{visibility:visible}}'

/** The page while its source is being edited: `npm run dev`. */
export interface PageInDevelopment {
  /** Serves the page's modules in front of everything else. */
  mount(app: FastifyInstance): Promise<void>
  /** index.html for an address. */
  html(url: string): Promise<string>
  /** Every path that has a view. */
  readonly paths: readonly string[]
}

/** A path that has a view, as the build writes it to screens.json. */
interface Screen {
  /** In the router's syntax, ':' for a variable part. */
  readonly path: string
  /** The scripts and styles that the screen waits for. */
  readonly files: readonly string[]
  readonly firstCalls?: readonly FirstCall[]
}

interface Page {
  /** The instant of the next change of the clocks: the page's clock data is valid until then. */
  readonly before: number
  readonly html: string
  readonly policy: string
}

/** Ports are part of an origin, and a Host header may contain any port: the number of cached pages is limited. */
const ORIGINS = 50

/** Serves the built page with each variant's name, colours and sign-in written in, and its assets. */
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
  // A new build under a running portal gets its own version: the update banner of open pages depends on it.
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
      // For hosts that no variant names the page is rendered each time: a client may name any number of them.
      if (variants.isKnownHost(request.hostname)) pages.set(key, page)
    }
    return page
  }

  const sendPage = async (request: FastifyRequest, reply: FastifyReply, view?: View) => {
    reply.type('text/html; charset=utf-8')
    if (!parts.embedded && !variants.forHost(request.hostname).signIn.authority) {
      // Asking again never helps, and strangers who try addresses must not look like failures of the server.
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
    // For an old link into the portal or the office, the page itself shows the 404.
    if (/^\/(?:dashboard|kontor)\//i.test(path) && !/\.\w+$/.test(path)) return sendPage(request, reply.status(404))
    // Serving the page at every address would make a probe of a wrong address succeed forever, and hide from an old page that its scripts are gone.
    return reply.status(404).type('text/plain; charset=utf-8').send('Finns inte')
  })
}

interface View {
  readonly matches: RegExp
  /** Its first calls, for the page's first script. */
  readonly calls: string
  /** Links to its files: last in the head, so that what every page waits for is fetched before them. */
  readonly links: string
}

const callsMark = '<!--calls-->'
const linksMark = '<!--links-->'

const pathsAlone = (source: string | PageInDevelopment): readonly Screen[] =>
  typeof source === 'string' ? [] : source.paths.map((path) => ({ path, files: [] }))

/** The screen's files are fetched beside the main script instead of after it, and its first calls are made by the page's first script. */
function toView({ path, files, firstCalls }: Screen): View {
  const links = files.map((file) =>
    file.endsWith('.css')
      ? `<link rel="preload" as="style" crossorigin href="/${file}" />`
      : `<link rel="modulepreload" crossorigin href="/${file}" />`,
  )
  const calls = firstCalls && `<script type="application/json" id="first-calls">${jsonInPage(firstCalls)}</script>`
  return { matches: matcher(path), calls: calls ?? '', links: links.join('') }
}

const withView = (html: string, view: View | undefined) =>
  html.replace(callsMark, () => view?.calls ?? '').replace(linksMark, () => view?.links ?? '')

/** Matches a path like the router: case-insensitive, with or without a trailing slash. */
function matcher(path: string): RegExp {
  return new RegExp(`^${path.replace(/\/$/, '').replaceAll(/:\w+/g, '[^/]+')}/?$`, 'i')
}

const YEAR_S = 365 * 24 * 60 * 60

async function serveBuild(app: FastifyInstance, dir: string, shared: SharedFiles | null): Promise<void> {
  await app.register(
    async (assets) => {
      assets.setNotFoundHandler(async (request, reply) => {
        const name = /^\/assets\/([^/?]+)(?:\?|$)/.exec(request.url)?.[1]
        const isRead = request.method === 'GET' || request.method === 'HEAD'
        const file = name && isRead ? await shared?.find(name) : null
        if (!name || !file) return reply.status(404).send(errorEnvelope(sentenceOf(404)))
        reply
          .status(200)
          .header('cache-control', `public, max-age=${YEAR_S}, immutable`)
          .header('vary', 'accept-encoding')
          .type(name.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8')
        return takesGzip(request)
          ? reply.header('content-encoding', 'gzip').send(file.gzipped)
          : reply.send(file.content)
      })
      await assets.register(fastifyStatic, {
        root: join(dir, 'assets'),
        prefix: '/',
        preCompressed: true,
        immutable: true,
        maxAge: YEAR_S * 1000,
        index: false,
      })
    },
    { prefix: '/assets' },
  )
}

/** Whether it is named, or everything, and not refused by `q=0`. */
const takesGzip = ({ headers }: FastifyRequest) =>
  /(?:^|[\s,])(?:gzip|\*)(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))(?=[\s,;]|$)/i.test(headers['accept-encoding'] ?? '')

/** The service worker: never cached, or phones would keep an old one. */
function serveWorker(app: FastifyInstance, dir: string): void {
  app.get('/service-worker.js', { schema: { hide: true } }, async (_request, reply) => {
    const script = await readFile(join(dir, 'service-worker.js'), 'utf8').catch(() => null)
    if (script === null) return reply.status(404).type('text/plain').send('Finns inte')
    return (
      reply
        .header('cache-control', 'no-cache')
        // The worker's own policy, not the page's, determines what it may fetch.
        .header('content-security-policy', "default-src 'self'")
        .type('text/javascript; charset=utf-8')
        .send(script)
    )
  })
}

/** A file's text, read again when it has changed: after a build under a running portal, pages must refer to the new scripts. */
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

const clocks = new Map<string, ClockPeriod>()

/** Computed once for as long as it is valid, since pages of unnamed hosts are rendered each time. The server reads its clocks by it too. */
function clockOf(timeZone: string): ClockPeriod {
  const known = clocks.get(timeZone)
  if (known && Date.now() < known.before) return known
  const clock = clockPeriod(timeZone, new Date())
  clocks.set(timeZone, clock)
  setClockPeriod(timeZone, clock)
  return clock
}

function webVariant(variant: Variant, origin: string, { embedded, version }: WebParts): WebVariant {
  const { authority, clientId, renewal } = variant.signIn
  return {
    name: variant.name,
    title: variant.title,
    companyName: variant.company?.name ?? null,
    signIn: { authority: authority ?? embedded?.issuerOf(origin) ?? '', clientId, renewal },
    timeZone: variant.timeZone,
    clock: clockOf(variant.timeZone),
    hiddenFromMenu: variant.hiddenFromMenu,
    switchedOff: variant.switchedOff,
    vehicleList: variant.vehicleList,
    links: linkAddresses(variant.links),
    hasSchedulingSystem: variant.scheduling !== null,
    crisisGuides: (['a', 'b'] as const).filter((guide) => variant.crisis.guides[guide] !== undefined),
    support: variant.support,
    version,
    colors: variant.colors,
  }
}

interface PageParts {
  /** Of the sign-in provider, beside its issuer's. */
  readonly origins: readonly string[]
  readonly shortTitle: string
  readonly style: string
}

function renderPage(template: string, variant: WebVariant, { origins, shortTitle, style }: PageParts): Page {
  const title = escapeHtml(variant.title)
  const html = template
    .replace(/<title>[^<]*<\/title>/, () => `<title>${title}</title>`)
    .replace(/(?<=<meta name="apple-mobile-web-app-title" content=")[^"]*/, () => escapeHtml(shortTitle))
    .replace(
      '<!--name-->',
      // The company's name is shown before the scripts have loaded.
      () => `<p class="name"><img src="/variant/logo.svg" alt="" width="32" height="32" />${title}</p>`,
    )
    .replace('</head>', `${linksMark}</head>`)
    .replace(
      '<!--variant-->',
      () =>
        `<style>${style}</style><script type="application/json" id="variant">${jsonInPage(variant)}</script>${callsMark}`,
    )
  const provider = [new URL(variant.signIn.authority).origin, ...origins].join(' ')
  // It receives the employee's sign-in as a posted form.
  const trainingPortal = variant.links.trainingPortal ? ` ${new URL(variant.links.trainingPortal).origin}` : ''
  const policy = [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self' 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    "img-src 'self' data: blob:",
    `connect-src 'self' ${provider}`,
    "manifest-src 'self'",
    // blob: for documents that the portal shows.
    `frame-src 'self' blob: ${provider}`,
    "frame-ancestors 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    `form-action 'self'${trainingPortal}`,
    "require-trusted-types-for 'script'",
    'trusted-types linjen',
  ].join('; ')
  return { html, policy, before: variant.clock.before }
}

/** '<' is escaped, so that no text can end the element that contains it. */
const jsonInPage = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
