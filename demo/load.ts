import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { wallClockIn } from '#platform/contract/wall-clock.ts'
import type { Importer, Platform } from '#platform/server/area.ts'
import { addDemoRoles } from '#core/people/server/demo/roles.ts'
import { ensureEmployees, idsByNumber, setManagers } from '#core/people/server/store.ts'
import type { Company } from '#platform/server/variants.ts'
import { demoWindow, firstOfMonth, type Window } from './days.ts'
import { demoEcoMonths, demoEcoTrips, ecoFile, type DemoEcoMonth } from './eco-trips.ts'
import { writeDemoFeed } from './feed.ts'
import { demoRoles } from './office.ts'
import { demoCompanies, demoEmployees } from './people.ts'
import { demoTimeReports, type DemoTimeReport } from './time-reports.ts'

/** What the demo needs from the areas; app provides it. */
export interface DemoPorts {
  readonly tods: Importer
  /** The source of the active version of a company's feed. */
  feedSource(company: string, feed: string): Promise<string | null>
  addTimeReports(reports: readonly DemoTimeReport[], at: Date): Promise<void>
  readonly eco: Importer
  /** The last day on which anybody in the company has trips. */
  lastEcoDay(company: string): Promise<string | null>
  /** Adds sums for months that have none. */
  addEcoMonths(company: string, months: readonly DemoEcoMonth[]): Promise<void>
}

const FEED = 'demo'

/**
 * Loads the demo group through the same importers as a company's own data. Safe at every start: existing people and
 * reports are unchanged, the feed is written again only when a new month moves its window, and trips are added.
 */
export async function loadDemo(
  platform: Platform,
  ports: DemoPorts,
  today: string,
  window = demoWindow(today),
): Promise<void> {
  const source = `demo-${window.from}`
  for (const { id: company } of demoCompanies) {
    if ((await ports.feedSource(company, FEED)) === source) continue
    const employees = demoEmployees.filter((employee) => employee.company === company)
    await ensureEmployees(platform.db, company, employees)
    await setManagers(platform.db, company, employees)
    await ports.addTimeReports(
      employees.flatMap((employee) => demoTimeReports(employee, today)),
      platform.clock(),
    )
    const folder = join(platform.config.dataDir, 'demo', company, source)
    await writeDemoFeed(folder, company, window)
    const request = { source: folder, company, dryRun: false, options: { feed: FEED } }
    await ports.tods.run(request, platform, (line) => platform.log.debug(line))
  }
  await addDemoRoles(platform, demoRoles, today)
  for (const { switchedOff, ...company } of platform.variants.companies.values()) {
    if (isDemoCompany(company.id) && !switchedOff.includes('ecoDriving')) {
      await addEcoTrips(platform, ports, { company, today, window })
    }
  }
}

const isDemoCompany = (id: string) => demoCompanies.some((company) => company.id === id)

interface EcoSpan {
  readonly company: Pick<Company, 'id' | 'timeZone'>
  readonly today: string
  readonly window: Window
}

/** Adds the consumption of the duties' trips until now: at each start the trips since the previous one. */
async function addEcoTrips(platform: Platform, ports: DemoPorts, { company, today, window }: EcoSpan): Promise<void> {
  const { id, timeZone } = company
  const last = await ports.lastEcoDay(id)
  // Trips since the beginning of last month; before that only the monthly sums, which cost next to nothing.
  const from = [window.from, firstOfMonth(today, -1)].sort().at(-1) as string
  if (!last) {
    const months = demoEcoMonths(id, firstOfMonth(today, -13).slice(0, 7), from.slice(0, 7))
    await ports.addEcoMonths(id, months)
  }
  const now = wallClockIn(timeZone, platform.clock()).slice(0, 16)
  // A visitor may have erased an employee. The portal must start all the same.
  const known = await idsByNumber(platform.db, id)
  const trips = demoEcoTrips(id, { from: last ?? from, to: today }, now).filter(({ employeeNumber }) =>
    known.has(employeeNumber),
  )
  if (trips.length === 0) return
  const folder = join(platform.config.dataDir, 'demo', id)
  const source = join(folder, 'eco.csv')
  await mkdir(folder, { recursive: true })
  await writeFile(source, ecoFile(trips))
  const request = { source, company: id, dryRun: false, options: {} }
  await ports.eco.run(request, platform, (line) => platform.log.debug(line))
  await rm(source)
}
