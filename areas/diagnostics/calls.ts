import { get } from '#platform/contract/call.ts'
import type { ConfigDescription } from './contract.ts'

export const getConfigDescription = get<ConfigDescription>('/api/diagnostics/configdescription')
