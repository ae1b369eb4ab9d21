import * as z from 'zod/mini'

export const ProfileAnswer = z.array(z.object({ type: z.string(), value: z.string() }))
