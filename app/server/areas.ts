import type { AccountsTaken, OfPlace, Ports, Database, ServerArea } from '#platform/server/area.ts'
import { erasureMigrations } from '#platform/server/erasures.ts'
import { fileStoreMigrations } from '#platform/server/blobs/marker.ts'
import { pageFileMigrations } from '#platform/server/page-files.ts'
import { dataFolderMigrations } from '#platform/server/data-dir.ts'
import { documentsWith } from '#core/documents/server/index.ts'
import type { WithShelf } from '#core/documents/server/shelves/shelf.ts'
import { idMigrations } from '#platform/server/db/ids.ts'
import { onceMigrations } from '#platform/server/http/once.ts'
import { writeLimitMigrations } from '#platform/server/http/write-limit.ts'
import { approvals } from '#core/approvals/server/index.ts'
import { auditing } from '#core/audit/server/index.ts'
import { casesWith, type WithAnswers } from '#core/cases/server/index.ts'
import { employmentEnded } from '#core/cases/server/employment-ended.ts'
import type { OfPlaces } from '#core/people/server/import/import-people.ts'
import { peopleWith } from '#core/people/server/index.ts'
import { searchMigrations } from '#platform/server/search.ts'
import { secretMigrations } from '#platform/server/secrets.ts'
import { vehicles } from '#core/vehicles/server/index.ts'
import type { Variants } from '#platform/server/variants.ts'
import { assignments, dutyCalendar } from '../../areas/assignments/server/index.ts'
import { contacts } from '../../areas/contacts/server/index.ts'
import { crisis } from '../../areas/crisis/server/index.ts'
import { damageReports, deviations } from '../../areas/deviations/server/index.ts'
import { diagnostics } from '../../areas/diagnostics/server/index.ts'
import { ecoDriving } from '../../areas/eco-driving/server/index.ts'
import { install } from '../../areas/install/server/index.ts'
import { insuranceFollowUp } from '../../areas/insurance-follow-up/server/index.ts'
import { links } from '../../areas/links/server/index.ts'
import { news } from '../../areas/news/server/index.ts'
import { officeAudit } from '../../areas/office-audit/server/index.ts'
import { officeEmployeesWith } from '../../areas/office-employees/server/index.ts'
import { officeRoles } from '../../areas/office-roles/server/index.ts'
import { payslips } from '../../areas/payslips/server/index.ts'
import { profile, profilePage } from '../../areas/profile/server/index.ts'
import { policy } from '../../areas/policy/server/index.ts'
import { searchOf } from '../../areas/search/server/index.ts'
import { schedule } from '../../areas/schedule/server/index.ts'
import { signInWith } from '../../areas/sign-in/server/index.ts'
import { suggestions } from '../../areas/suggestions/server/index.ts'
import { survey } from '../../areas/survey/server/index.ts'
import { reportedHours, timeReport } from '../../areas/time-report/server/index.ts'
import { training } from '../../areas/training/server/index.ts'
import { vehicleFaults } from '../../areas/vehicle-faults/server/index.ts'
import { importMigrations } from '#platform/server/imports.ts'
import { jobMigrations } from '#platform/server/jobs.ts'
import { identityMigrations } from '../../identity/migrations.ts'

/** Every area of the product. A new one is a folder and a line here (and in app/web/areas.ts). */
const areas: readonly (ServerArea & Partial<WithShelf & WithAnswers>)[] = [
  signInWith(accountsTaken),
  assignments,
  timeReport,
  schedule,
  ecoDriving,
  vehicleFaults,
  deviations,
  insuranceFollowUp,
  news,
  policy,
  crisis,
  contacts,
  suggestions,
  survey,
  training,
  links,
  profile,
  payslips,
  diagnostics,
  install,
  officeRoles,
  officeAudit,
  officeEmployeesWith(accountsTaken),
]

// A declaration, because areas that call it are among those it goes over.
async function accountsTaken(...taken: Parameters<AccountsTaken>): Promise<void> {
  for (const area of areas) await area.accountsTaken?.(...taken)
}

// Likewise: core's parts are among those that it goes over.
async function ofPlaces(...where: Parameters<OfPlaces>): Promise<readonly OfPlace[]> {
  const found: OfPlace[] = []
  for (const door of doors) found.push(...((await door.ofPlaces?.(...where)) ?? []))
  return found
}

/** The parts of core, which have the same kind of server/index.ts as areas. */
const core: readonly ServerArea[] = [
  peopleWith(employmentEnded, ofPlaces),
  auditing,
  casesWith(
    areas.flatMap(({ answers }) => answers ?? []),
    profilePage,
  ),
  approvals,
  vehicles,
  documentsWith(areas.flatMap(({ shelf }) => shelf ?? [])),
]

/** Every server/index.ts, of areas and of core. */
export const doors: readonly ServerArea[] = [...areas, searchOf(areas), ...core]

/** The features that a variant may switch off. */
export const features = doors.flatMap(({ feature }) => feature ?? [])

/** Everything with migrations. All migrations run in the order of their names. */
export const schemas: readonly Pick<ServerArea, 'migrations'>[] = [
  {
    migrations: {
      ...secretMigrations,
      ...searchMigrations,
      ...onceMigrations,
      ...idMigrations,
      ...writeLimitMigrations,
      ...identityMigrations,
      ...dataFolderMigrations,
      ...jobMigrations,
      ...importMigrations,
      ...fileStoreMigrations,
      ...erasureMigrations,
      ...pageFileMigrations,
    },
  },
  ...doors,
]

/** The migrations that this build requires of a database. */
export const migrationNames = schemas.flatMap(({ migrations = {} }) => Object.keys(migrations))

/** What areas may read of one another. */
export const portsOn = (db: Database, { companies }: Variants): Ports => {
  const dutiesIn = (tx: Database) => dutyCalendar(tx, companies)
  const duties = dutiesIn(db)
  return {
    duties,
    dutiesIn,
    hoursIn: reportedHours({ duties, dutiesIn }),
    damageReports: damageReports(db),
    shortcuts: (variant) => areas.flatMap((area) => area.shortcut?.(variant) ?? []),
  }
}
