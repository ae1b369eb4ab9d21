import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Platform } from '#platform/server/area.ts'
import { answer } from '#platform/server/http/answer.ts'
import { Base64File } from '#platform/server/http/base64-file.ts'
import { notFound } from '#platform/server/http/errors.ts'
import { downloadFile } from '../calls.ts'
import { documentStore, opaqueIn } from './store.ts'

const Query = z.object({
  filurl: z
    .string('Ange filens adress')
    .check(z.minLength(1, 'Ange filens adress'), z.maxLength(2000, 'Felaktig adress')),
})

/** Serves documents by the addresses that the portal issued; it fetches nothing from elsewhere. */
export function documentRoutes(app: FastifyInstance, platform: Platform): void {
  const documents = documentStore(platform)
  answer(app, downloadFile, { query: Query, answer: z.string() }, async ({ employee, query }) => {
    const id = opaqueIn(query.filurl)
    const found = id && (await documents.read(employee, id))
    if (!found) throw notFound()
    return new Base64File(found.bytes)
  })
}
