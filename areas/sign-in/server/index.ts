import type { AccountsTaken, ServerArea } from '#platform/server/area.ts'
import { forgetEndedSignIns } from '#core/people/server/accounts/ended-sign-ins.ts'
import { forgetOldUnlinked } from '#core/people/server/accounts/unlinked-accounts.ts'
import { identityImporter } from './import-identities.ts'
import { signInRoutes } from './routes.ts'

export const signInWith = (accountsTaken: AccountsTaken): ServerArea => ({
  name: 'sign-in',
  routes: signInRoutes,
  async hourly({ db, clock }) {
    await forgetEndedSignIns(db, clock())
    await forgetOldUnlinked(db, clock())
  },
  importers: [identityImporter(accountsTaken)],
})
