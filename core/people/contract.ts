import * as z from 'zod/mini'

/** An employer within the group. */
export const Company = z.object({ id: z.string(), name: z.string() })
export type Company = z.infer<typeof Company>
