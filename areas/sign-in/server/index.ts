import type { ServerArea } from '#platform/server/area.ts'
import { identityImporter } from './import-identities.ts'
import { profileRoute } from './routes.ts'

export const signIn: ServerArea = {
  name: 'sign-in',
  routes: profileRoute,
  importers: [identityImporter],
}
