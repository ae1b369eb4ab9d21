import { readFile } from 'node:fs/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import sharp from 'sharp'
import { etagOf, isKnown } from '#platform/server/http/etag.ts'
import type { Variants } from '#platform/server/variants.ts'
import { WrongSetting } from '#platform/server/settings.ts'

/** The company's pattern for the duty's card, the header and the pages without a menu. It is used as a mask. */
const patternFile = 'pattern.svg'
const LARGEST_BYTES = 20_000

/** The pictures beside a company's variant.json. Like the page, they need no sign-in. */
export interface VariantFiles {
  /** The style that refers to the company's pattern, if it has one. */
  patternCss(variant: string): string
}

/** Serves the logo and the pattern of the request host's variant. Throws WrongSetting for a pattern that cannot be used. */
export async function serveVariantFiles(app: FastifyInstance, variants: Variants): Promise<VariantFiles> {
  const patterns = new Map<string, Buffer>()
  for (const variant of variants.all) {
    const pattern = await readPattern(variants.file(variant, patternFile))
    if (pattern) patterns.set(variant.name, pattern)
  }
  const hidden = { schema: { hide: true } } as const
  app.get('/variant/logo.svg', hidden, (request, reply) =>
    sendPicture(request, reply, variants.logo(variants.forHost(request.hostname))),
  )
  app.get(`/variant/${patternFile}`, hidden, (request, reply) => {
    const pattern = patterns.get(variants.forHost(request.hostname).name)
    return pattern ? sendPicture(request, reply, pattern) : reply.status(404).type('text/plain').send('Finns inte')
  })
  return {
    patternCss: (variant) => (patterns.has(variant) ? `:root{--pattern:url(/variant/${patternFile})}` : ''),
  }
}

function sendPicture(request: FastifyRequest, reply: FastifyReply, svg: Buffer) {
  const etag = etagOf(svg)
  void reply.header('cache-control', 'public, max-age=3600').header('etag', etag)
  if (isKnown(request, etag)) return reply.status(304).send()
  return reply
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
    .type('image/svg+xml')
    .send(svg)
}

async function readPattern(file: string): Promise<Buffer | null> {
  const svg = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (!svg) return null
  const wrong = await whatIsWrong(svg)
  if (wrong) throw new WrongSetting(`${file}: ${wrong}`)
  return svg
}

async function whatIsWrong(svg: Buffer): Promise<string | null> {
  if (svg.length > LARGEST_BYTES) return `är ${svg.length} byte; mönstret får vara högst ${LARGEST_BYTES}`
  try {
    const picture = sharp(svg)
    const { format, width, height } = await picture.metadata()
    if (format !== 'svg') return 'ska vara en SVG-bild'
    if (width < 2 * height) return `är ${width} × ${height}; mönstret ska vara minst dubbelt så brett som högt`
    const { isOpaque } = await picture.stats()
    return isOpaque ? 'ska ha genomskinlig bakgrund: det som är tecknat blir mönstret' : null
  } catch {
    return 'kan inte läsas som en SVG-bild'
  }
}
