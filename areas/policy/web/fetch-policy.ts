import { fetchKept } from '#core/documents/web/fetch-file.ts'
import { downloadPolicyDocument } from '../calls.ts'
import type { PolicyDocument } from '../contract.ts'

export const fetchPolicy = ({ filename, size }: PolicyDocument) => fetchKept(downloadPolicyDocument, { filename }, size)
