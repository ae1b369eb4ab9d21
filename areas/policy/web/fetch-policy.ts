import { fetchKept } from '#core/documents/web/fetch-file.ts'
import { downloadPolicyDocument, getPolicyDocuments } from '../calls.ts'
import type { PolicyDocument } from '../contract.ts'

export const fetchPolicy = (document: PolicyDocument) =>
  fetchKept(downloadPolicyDocument, { filename: document.filename }, document, getPolicyDocuments)
