import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { LRUCache } from 'lru-cache'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { accentCss } from '#platform/contract/accent.ts'
import { linkAddresses } from '#platform/contract/links.ts'
import { shortTitleOf, type Variant, type WebVariant } from '#platform/contract/variant.ts'
import { type ClockStretch, clockStretch } from '#platform/contract/wall-clock.ts'
import type { Config } from '#platform/server/config.ts'
import type { EmbeddedProvider } from '#platform/server/http/provider.ts'
import { originOf, type Variants } from '#platform/server/variants.ts'

interface WebParts {
  readonly config: Config
  readonly variants: Variants
  readonly embedded: EmbeddedProvider | null
  readonly version: string
  /** The folder of the build, or what stands in for one. */
  readonly page: string | PageInDevelopment
}

/** For a host whose variant names no provider, where the embedded one is off: nobody can sign in there. */
const noSignInPage = `<!doctype html><html lang="sv"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Ingen inloggning</title>
<h1>Ingen inloggning</h1><p>Den här adressen har ingen inloggning. Använd ditt bolags egen adress.</p></html>
`

/** The page as its source is edited: `npm run dev`. */
export interface PageInDevelopment {
  /** Serves the page's modules in front of everything else. */
  mount(app: FastifyInstance): Promise<void>
  /** index.html for an address. */
  html(url: string): Promise<string>
  /** Every path that has a view. */
  readonly paths: readonly string[]
}

interface Page {
  /** Until the clocks are changed: what it says of them holds no longer. */
  readonly before: number
  readonly html: string
  readonly policy: string
}

/** Ports are part of an origin, and the Host header says any: so many pages are kept and no more. */
const ORIGINS = 50

/** Serves the built page with each variant's name, colours and sign-in written in, and its assets. */
export async function webPages(app: FastifyInstance, parts: WebParts): Promise<void> {
  const { config, variants, page: source } = parts
  if (typeof source === 'string') await serveBuild(app, source)
  else await source.mount(app)
  const pages = new LRUCache<string, Page>({ max: ORIGINS })
  const built = typeof source === 'string' ? await kept(join(source, 'index.html'), () => pages.clear()) : null
  // A new build under a running portal is told as new: the banner of open pages depends on it.
  const version =
    typeof source === 'string'
      ? await kept(join(source, 'version.txt'), () => pages.clear()).catch(() => () => Promise.resolve(parts.version))
      : () => Promise.resolve(parts.version)

  const written = typeof source === 'string' ? await kept(join(source, 'paths.json'), () => (shown = null)) : null
  let shown: RegExp | null = null
  const hasView = async (path: string) => {
    const text = await written?.()
    shown ??= anyOf(typeof source === 'string' ? (JSON.parse(text ?? '[]') as string[]) : source.paths)
    return shown.test(path)
  }

  async function pageFor(request: FastifyRequest, template: string): Promise<Page> {
    const variant = variants.forHost(request.hostname)
    const origin = originOf(config, request)
    const key = `${variant.name} ${origin}`
    const build = (await version()).trim()
    let page = pages.get(key)
    if (!page || page.before <= Date.now()) {
      page = renderPage(template, webVariant(variant, origin, { ...parts, version: build }), shortTitleOf(variant))
      // Hosts that no variant names are rendered each time: whoever asks may name any.
      if (variants.isKnownHost(request.hostname)) pages.set(key, page)
    }
    return page
  }

  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    reply.type('text/html; charset=utf-8')
    if (!parts.embedded && !variants.forHost(request.hostname).signIn.authority) {
      return reply.status(503).header('cache-control', 'no-store').send(noSignInPage)
    }
    if (typeof source !== 'string') {
      const variant = variants.forHost(request.hostname)
      const data = webVariant(variant, originOf(config, request), parts)
      // Hot reload writes scripts and styles into the page: no policy would let it.
      reply.removeHeader('content-security-policy').header('cache-control', 'no-store')
      return reply.send(renderPage(await source.html(request.url), data, shortTitleOf(variant)).html)
    }
    const page = await pageFor(request, (await built?.()) ?? '')
    return reply.header('content-security-policy', page.policy).header('cache-control', 'no-cache').send(page.html)
  }

  app.get('/version.txt', { schema: { hide: true } }, async (_request, reply) =>
    reply
      .header('cache-control', 'no-store')
      .type('text/plain; charset=utf-8')
      .send((await version()).trim()),
  )
  if (typeof source === 'string') serveWorker(app, source)
  app.get('/variant/logo.svg', { schema: { hide: true } }, async (request, reply) => {
    const logo = await readFile(variants.file(variants.forHost(request.hostname), 'logo.svg'))
    return reply.header('cache-control', 'public, max-age=3600').type('image/svg+xml').send(logo)
  })
  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    if (await hasView(path)) return sendPage(request, reply)
    if (/^\/api(?:\/|$)/i.test(path)) return reply.callNotFound()
    // Somebody who has followed an old link sees that within the portal.
    if (/^\/dashboard\//i.test(path) && !/\.\w+$/.test(path)) return sendPage(request, reply.status(404))
    // A page for everything would make a probe on a wrong address green for ever, and hide from an old page that its scripts are gone.
    return reply.status(404).type('text/plain; charset=utf-8').send('Finns inte')
  })
}

/** Matches the paths as the router does: in any case, with or without a slash at the end, ':' for a part that differs. */
function anyOf(paths: readonly string[]): RegExp {
  const patterns = paths.map((path) => path.replace(/\/$/, '').replaceAll(/:\w+/g, '[^/]+'))
  return new RegExp(`^(?:${patterns.join('|')})/?$`, 'i')
}

async function serveBuild(app: FastifyInstance, dir: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: join(dir, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '1y',
    index: false,
  })
}

/** The service worker: asked for anew each time, or phones would go on with an old one. */
function serveWorker(app: FastifyInstance, dir: string): void {
  app.get('/service-worker.js', { schema: { hide: true } }, async (_request, reply) => {
    const script = await readFile(join(dir, 'service-worker.js'), 'utf8').catch(() => null)
    if (script === null) return reply.status(404).type('text/plain').send('Finns inte')
    return (
      reply
        .header('cache-control', 'no-cache')
        // What it may fetch is said by its own policy, not by the page's.
        .header('content-security-policy', "default-src 'self'")
        .type('text/javascript; charset=utf-8')
        .send(script)
    )
  })
}

/** A file's text, read again when it has changed: a build under a running portal must not leave pages without scripts. */
async function kept(file: string, onChange: () => void): Promise<() => Promise<string>> {
  let text = await readFile(file, 'utf8')
  let modified = (await stat(file)).mtimeMs
  return async () => {
    const now = await stat(file).then(
      ({ mtimeMs }) => mtimeMs,
      () => modified,
    )
    if (now !== modified) {
      text = await readFile(file, 'utf8')
      modified = now
      onChange()
    }
    return text
  }
}

const clocks = new Map<string, ClockStretch>()

/** Worked out once for as long as it holds: pages of hosts that nobody has named are rendered each time. */
function clockOf(timeZone: string): ClockStretch {
  const known = clocks.get(timeZone)
  if (known && Date.now() < known.before) return known
  const clock = clockStretch(timeZone, new Date())
  clocks.set(timeZone, clock)
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
    accent: variant.colors.accent,
  }
}

function renderPage(template: string, variant: WebVariant, shortTitle: string): Page {
  const style = accentCss(variant.accent)
  const title = escapeHtml(variant.title)
  // '<' is escaped, so that no text of a variant can end the element that holds it.
  const data = JSON.stringify(variant).replaceAll('<', '\\u003c')
  const html = template
    .replace(/<title>[^<]*<\/title>/, () => `<title>${title}</title>`)
    .replace(/(?<=<meta name="apple-mobile-web-app-title" content=")[^"]*/, () => escapeHtml(shortTitle))
    .replace(
      '<!--name-->',
      // Whose portal it is stands there before its scripts do.
      () => `<p class="name"><img src="/variant/logo.svg" alt="" width="32" height="32" />${title}</p>`,
    )
    .replace(
      '<!--variant-->',
      () => `<style>${style}</style><script type="application/json" id="variant">${data}</script>`,
    )
  const authority = new URL(variant.signIn.authority).origin
  // It takes the employee's sign-in as a posted form.
  const trainingPortal = variant.links.trainingPortal ? ` ${new URL(variant.links.trainingPortal).origin}` : ''
  const policy = [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self' 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    "img-src 'self' data: blob:",
    `connect-src 'self' ${authority}`,
    "manifest-src 'self'",
    // blob: a document that the portal shows inside itself.
    `frame-src 'self' blob: ${authority}`,
    "frame-ancestors 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    `form-action 'self'${trainingPortal}`,
    "require-trusted-types-for 'script'",
    'trusted-types linjen',
  ].join('; ')
  return { html, policy, before: variant.clock.before }
}

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
