import * as z from 'zod/mini'
import { get } from './call.ts'

/** An employer within the group. */
export const Company = z.object({ id: z.string(), name: z.string() })
export type Company = z.infer<typeof Company>

export const getCompanies = get<Company[]>('/api/spcommon/bolag')
