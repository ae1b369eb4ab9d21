import * as z from 'zod/mini'

/** What support needs to know: variant, build and engines. Never a secret or an address that contains one. */
export const ConfigDescription = z.object({
  description: z.string(),
  variant: z.string(),
  version: z.string(),
  environment: z.enum(['production', 'development']),
  database: z.enum(['PostgreSQL', 'Inbyggd PostgreSQL']),
  signIn: z.enum(['Inbyggd inloggning', 'Bolagets inloggning']),
  node: z.string(),
})
export type ConfigDescription = z.infer<typeof ConfigDescription>
