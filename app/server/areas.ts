import type { Ports, Database, ServerArea } from '#platform/server/area.ts'
import { dataFolderMigrations } from '#platform/server/data-dir.ts'
import { documents } from '#core/documents/server/index.ts'
import { idMigrations } from '#platform/server/db/ids.ts'
import { onceMigrations } from '#platform/server/http/once.ts'
import { writeLimitMigrations } from '#platform/server/http/write-limit.ts'
import { companyRoutes } from '#core/people/server/company-routes.ts'
import { peopleMigrations } from '#core/people/server/migrations.ts'
import { secretMigrations } from '#platform/server/secrets.ts'
import { shelves } from '#core/documents/server/shelves/index.ts'
import { assignments, dutyCalendar } from '../../areas/assignments/server/index.ts'
import { crisis } from '../../areas/crisis/server/index.ts'
import { damageReports, deviations } from '../../areas/deviations/server/index.ts'
import { diagnostics } from '../../areas/diagnostics/server/index.ts'
import { ecoDriving } from '../../areas/eco-driving/server/index.ts'
import { install } from '../../areas/install/server/index.ts'
import { insuranceFollowUp } from '../../areas/insurance-follow-up/server/index.ts'
import { links } from '../../areas/links/server/index.ts'
import { news } from '../../areas/news/server/index.ts'
import { payslips } from '../../areas/payslips/server/index.ts'
import { personalEmail, profile } from '../../areas/profile/server/index.ts'
import { policy } from '../../areas/policy/server/index.ts'
import { schedule } from '../../areas/schedule/server/index.ts'
import { signIn } from '../../areas/sign-in/server/index.ts'
import { suggestions } from '../../areas/suggestions/server/index.ts'
import { survey } from '../../areas/survey/server/index.ts'
import { timeReport } from '../../areas/time-report/server/index.ts'
import { training } from '../../areas/training/server/index.ts'
import { vehicleFaults } from '../../areas/vehicle-faults/server/index.ts'
import { identityMigrations } from '../../identity/index.ts'

/** Every area of the product. A new one is a folder and a line here (and in app/web/areas.ts). */
export const areas: readonly ServerArea[] = [
  signIn,
  assignments,
  timeReport,
  schedule,
  ecoDriving,
  vehicleFaults,
  deviations,
  insuranceFollowUp,
  news,
  crisis,
  suggestions,
  survey,
  training,
  links,
  profile,
  payslips,
  policy,
  { name: 'companies', routes: companyRoutes },
  documents,
  shelves,
  diagnostics,
  install,
]

/** Everything with migrations, in the order in which tables refer to one another. */
export const schemas: readonly Pick<ServerArea, 'migrations'>[] = [
  {
    migrations: {
      ...peopleMigrations,
      ...secretMigrations,
      ...onceMigrations,
      ...idMigrations,
      ...writeLimitMigrations,
      ...identityMigrations,
      ...dataFolderMigrations,
    },
  },
  ...areas,
]

/** The migrations that this build requires of a database. */
export const migrationNames = schemas.flatMap(({ migrations = {} }) => Object.keys(migrations))

/** What areas may read of one another. */
export const portsOn = (db: Database): Ports => ({
  duties: dutyCalendar(db),
  damageReports: damageReports(db),
  personalEmail: personalEmail(db),
})
