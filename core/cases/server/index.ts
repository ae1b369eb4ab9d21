import type { ServerArea } from '#platform/server/area.ts'
import type { CaseCalls } from '../calls.ts'
import { caseMigrations } from './migrations.ts'
import { officeRoutes } from './office-routes.ts'
import { forgetViewers } from './one-case.ts'
import { ownAnswerRoutes } from './own-answers.ts'

/** The door of an area whose answers the employee's home shows as unread. */
export interface WithAnswers {
  readonly answers: CaseCalls
}

export const casesWith = (answers: readonly CaseCalls[], accountsPage: string): ServerArea => ({
  name: 'cases',
  migrations: caseMigrations,
  routes(app, platform) {
    ownAnswerRoutes(answers, accountsPage)(app, platform)
    officeRoutes(app, platform)
  },
  hourly: ({ db, clock }) => forgetViewers(db, clock()),
})
