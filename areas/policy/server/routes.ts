import type { FastifyInstance } from 'fastify'
import { DocumentQuery } from '#core/documents/contract.ts'
import type { Platform } from '#platform/server/area.ts'
import { answer } from '#platform/server/http/answer.ts'
import { Base64File } from '#platform/server/http/base64-file.ts'
import { notFound } from '#platform/server/http/errors.ts'
import { dayOf, findOnShelf, onShelf, readFromShelf } from '#core/documents/server/shelves/store.ts'
import { downloadPolicyDocument, getPolicyDocuments } from '../calls.ts'
import { DocumentFile, PolicyDocuments } from '../contract.ts'
import { ofCompany } from './shelf.ts'

export function policyRoutes(app: FastifyInstance, platform: Platform): void {
  const { db, variants } = platform

  answer(app, getPolicyDocuments, { answer: PolicyDocuments }, async ({ employee }) => {
    const zone = variants.timeZoneOf(employee.company)
    const documents = await onShelf(db, ofCompany(employee))
    return documents.map((document) => ({
      filename: document.fileName,
      size: document.size,
      date: dayOf(document, zone),
    }))
  })

  answer(app, downloadPolicyDocument, { query: DocumentQuery, answer: DocumentFile }, async ({ employee, query }) => {
    const document = await findOnShelf(db, ofCompany(employee), query.filename)
    const found = document && (await readFromShelf(platform, employee, document))
    if (!found) throw notFound()
    return new Base64File(found.bytes)
  })
}
