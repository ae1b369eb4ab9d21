import { get } from '#platform/contract/call.ts'
import type { Company } from './contract.ts'

export const getCompanies = get<Company[]>('/api/spcommon/bolag')
