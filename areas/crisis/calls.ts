import { get } from '#platform/contract/call.ts'
import type { BossInfo, CrisisDocument, PositionDocument } from './contract.ts'

/** The guides and their numbers. No call of the API: it is served like the page itself. */
export const contentPath = '/variant/crisis.json'

export const getBossInfo = get<BossInfo | null>('/api/krishantering/bossinfo')

export const getAreaDocuments = get<CrisisDocument[]>('/api/krishantering/documents/bycompanyarea')
export const downloadAreaDocument = get<string, { filename: string }>('/api/krishantering/downloadfile/bycompanyarea/')

export const getPositionDocuments = get<PositionDocument[]>('/api/krishantering/documents/bycompanyposition')
export const downloadPositionDocument = get<string, { filename: string }>(
  '/api/krishantering/downloadfile/bycompanyposition/',
)
