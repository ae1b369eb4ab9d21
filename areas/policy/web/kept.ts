import type { KeptAnswers } from '#platform/web/phone/copies.ts'
import { downloadPolicyDocument, getPolicyDocuments } from '../calls.ts'
import { DocumentFile, PolicyDocuments } from '../contract.ts'

export const keptPolicy: KeptAnswers = [
  [getPolicyDocuments, PolicyDocuments],
  [downloadPolicyDocument, DocumentFile],
]
