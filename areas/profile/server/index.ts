import type { PersonalEmail } from '#platform/contract/personal-email.ts'
import type { Database, ServerArea } from '#platform/server/area.ts'
import { addDemoDetails } from './demo.ts'
import { peopleImporter } from './import-people.ts'
import { personalDetails } from './migrations/2026-11-26-personal-details.ts'
import { profileRoutes } from './routes.ts'
import { readDetails } from './store.ts'

export const profile: ServerArea = {
  name: 'profile',
  migrations: { '2026-11-26-personal-details': personalDetails },
  routes: profileRoutes,
  importers: [peopleImporter],
  demo: addDemoDetails,
}

/** Implements the port for the other areas. */
export const personalEmail = (db: Database): PersonalEmail => ({
  emailOf: async (employeeId) => (await readDetails(db, employeeId)).email,
})
