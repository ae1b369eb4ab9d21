import type { KeptAnswers } from '#platform/web/phone/copies.ts'
import {
  downloadAreaDocument,
  downloadPositionDocument,
  getAreaDocuments,
  getBossInfo,
  getPositionDocuments,
} from '../calls.ts'
import { CrisisDocuments, DocumentFile, PerhapsBoss, PositionDocuments } from '../contract.ts'

export const keptCrisis: KeptAnswers = [
  [getBossInfo, PerhapsBoss],
  [getAreaDocuments, CrisisDocuments],
  [downloadAreaDocument, DocumentFile],
  [getPositionDocuments, PositionDocuments],
  [downloadPositionDocument, DocumentFile],
]
