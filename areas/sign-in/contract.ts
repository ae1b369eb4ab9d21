import * as z from 'zod/mini'

export const ProfileAnswer = z.array(z.object({ type: z.string(), value: z.string() }))

/** Nothing, or an object with nothing in it. */
export const SignOutBody = z.nullish(z.strictObject({}))
