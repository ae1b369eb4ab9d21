import type { FastifyInstance } from 'fastify'
import type { Platform, ServerArea } from '#platform/server/area.ts'
import { answer } from '#platform/server/http/answer.ts'
import { getConfigDescription } from '../calls.ts'
import { ConfigDescription } from '../contract.ts'

function diagnosticsRoutes(app: FastifyInstance, { config, version }: Platform): void {
  answer(app, getConfigDescription, { answer: ConfigDescription }, ({ variant }) => {
    const environment = config.production ? ('production' as const) : ('development' as const)
    const database = config.databaseUrl ? ('PostgreSQL' as const) : ('Inbyggd PostgreSQL' as const)
    return {
      description: `${variant.title}, ${environment}, ${database}`,
      variant: variant.name,
      version,
      environment,
      database,
      signIn: variant.signIn.authority ? ('Bolagets inloggning' as const) : ('Inbyggd inloggning' as const),
      node: process.version,
    }
  })
}

export const diagnostics: ServerArea = { name: 'diagnostics', routes: diagnosticsRoutes }
