import { get, kept } from '#platform/contract/call.ts'
import type { BossInfo, CrisisDocument, PositionDocument } from './contract.ts'

/** The guides and their numbers. Not a call of the API: it is served like the page itself. */
export const contentPath = '/variant/crisis.json'

export const getBossInfo = kept(get<BossInfo | null>('/api/krishantering/bossinfo'))

export const getAreaDocuments = kept(get<CrisisDocument[]>('/api/krishantering/documents/bycompanyarea'))
export const downloadAreaDocument = kept(
  get<string, { filename: string }>('/api/krishantering/downloadfile/bycompanyarea/'),
)

export const getPositionDocuments = kept(get<PositionDocument[]>('/api/krishantering/documents/bycompanyposition'))
export const downloadPositionDocument = kept(
  get<string, { filename: string }>('/api/krishantering/downloadfile/bycompanyposition/'),
)
