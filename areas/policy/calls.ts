import { get, kept } from '#platform/contract/call.ts'
import type { PolicyDocument } from './contract.ts'

export const getPolicyDocuments = kept(get<PolicyDocument[]>('/api/policydocs/documents'))
export const downloadPolicyDocument = kept(get<string, { filename: string }>('/api/policydocs/downloadfile'))
