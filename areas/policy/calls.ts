import { get } from '#platform/contract/call.ts'
import type { PolicyDocument } from './contract.ts'

export const getPolicyDocuments = get<PolicyDocument[]>('/api/policydocs/documents')
export const downloadPolicyDocument = get<string, { filename: string }>('/api/policydocs/downloadfile')
