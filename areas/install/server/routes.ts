import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Platform, Ports } from '#platform/server/area.ts'
import { etagOf, isKnown } from '#platform/server/http/etag.ts'
import { iconMaker, icons, readOwnIcons } from './icons.ts'
import { manifestOf } from './manifest.ts'

// Phones request it about once a day, so a new name or colour may take that long anyway.
const KEPT_SECONDS = 3600

/** The manifest and the icons of the request host's variant. Like the page, they need no sign-in. */
export function installRoutes(app: FastifyInstance, { variants }: Platform, { shortcuts }: Ports): void {
  const hidden = { schema: { hide: true } } as const

  app.get('/manifest.webmanifest', hidden, (request, reply) => {
    const variant = variants.forHost(request.hostname)
    const manifest = JSON.stringify(manifestOf(variant, shortcuts(variant)))
    return sendKept(request, reply, 'application/manifest+json; charset=utf-8', manifest)
  })
  // The files are read at the start alone: a shared folder may hang.
  void app.register(async (scope) => {
    const iconOf = iconMaker(variants, await readOwnIcons(variants))
    for (const icon of icons) {
      scope.get(`/variant/${icon.file}`, hidden, async (request, reply) =>
        sendKept(request, reply, 'image/png', await iconOf(variants.forHost(request.hostname), icon)),
      )
    }
  })
}

function sendKept(request: FastifyRequest, reply: FastifyReply, type: string, body: string | Buffer) {
  const etag = etagOf(body)
  void reply.header('cache-control', `public, max-age=${KEPT_SECONDS}`).header('etag', etag)
  if (isKnown(request, etag)) return reply.status(304).send()
  return reply.type(type).send(body)
}
