import type { FastifyInstance } from 'fastify'
import { DocumentQuery } from '#core/documents/contract.ts'
import type { Platform } from '#platform/server/area.ts'
import { answer } from '#platform/server/http/answer.ts'
import { Base64File } from '#platform/server/http/base64-file.ts'
import { notFound } from '#platform/server/http/errors.ts'
import { managerContact } from '#core/people/server/contacts.ts'
import type { Employee } from '#platform/server/http/signed-in.ts'
import { dayOf, onShelf, readFromShelf, type ShelvedDocument } from '#core/documents/server/shelves/store.ts'
import {
  downloadAreaDocument,
  downloadPositionDocument,
  getAreaDocuments,
  getBossInfo,
  getPositionDocuments,
} from '../calls.ts'
import { CrisisDocuments, DocumentFile, PerhapsBoss, PositionDocuments } from '../contract.ts'
import { contentRoute } from './content-route.ts'
import { inAreas, inPositions } from './shelf.ts'

/** Documents by unique names: for an employee with several areas, equal names are distinguished by the area. */
function byName(documents: readonly ShelvedDocument[]): Map<string, ShelvedDocument> {
  const names = documents.map(({ fileName }) => fileName)
  return new Map(
    documents.map((document) => {
      const { fileName, place } = document
      const isOne = names.indexOf(fileName) === names.lastIndexOf(fileName)
      return [isOne ? fileName : fileName.replace(/(\.[^.]*)?$/, (ending) => ` (${place})${ending}`), document]
    }),
  )
}

const pathFileName = ({ place, fileName }: ShelvedDocument) => `${place}/${fileName}`

export function crisisRoutes(app: FastifyInstance, platform: Platform): void {
  const { db, variants } = platform
  void app.register((routes) => contentRoute(routes, variants))

  answer(app, getBossInfo, { answer: PerhapsBoss }, async ({ employee }) => {
    const manager = await managerContact(db, employee.id)
    return (
      manager && {
        firstname: manager.firstName,
        lastname: manager.lastName,
        telephoneNumber: manager.telephone,
        mobileNumber: manager.mobile,
      }
    )
  })

  const shown = (employee: Employee, document: ShelvedDocument) => ({
    filename: document.fileName,
    size: document.size,
    date: dayOf(document, variants.timeZoneOf(employee.company)),
  })
  const sent = async (employee: Employee, document: ShelvedDocument | null | undefined) => {
    const found = document && (await readFromShelf(platform, employee, document))
    if (!found) throw notFound()
    return new Base64File(found.bytes)
  }

  answer(app, getAreaDocuments, { answer: CrisisDocuments }, async ({ employee }) => {
    const documents = byName(await onShelf(db, inAreas(employee)))
    return [...documents].map(([filename, document]) => ({ ...shown(employee, document), filename }))
  })

  answer(app, downloadAreaDocument, { query: DocumentQuery, answer: DocumentFile }, async ({ employee, query }) =>
    sent(employee, byName(await onShelf(db, inAreas(employee))).get(query.filename)),
  )

  answer(app, getPositionDocuments, { answer: PositionDocuments }, async ({ employee }) => {
    const documents = await onShelf(db, inPositions(employee))
    return documents.map((document) => ({ ...shown(employee, document), pathFileName: pathFileName(document) }))
  })

  answer(app, downloadPositionDocument, { query: DocumentQuery, answer: DocumentFile }, async ({ employee, query }) => {
    // Compared with the listed names as a whole: nothing is parsed from the request.
    const documents = await onShelf(db, inPositions(employee))
    return sent(
      employee,
      documents.find((document) => pathFileName(document) === query.filename),
    )
  })
}
