import { join } from 'node:path'
import type { Importer, Platform } from '#platform/server/area.ts'
import { ensureEmployees, setManagers } from '#platform/server/people/store.ts'
import { demoWindow } from './days.ts'
import { writeDemoFeed } from './feed.ts'
import { demoCompanies, demoEmployees } from './people.ts'
import { demoTimeReports, type DemoTimeReport } from './time-reports.ts'

/** What the demo needs of the areas, handed in by app. */
export interface DemoPorts {
  readonly tods: Importer
  /** The source of the version in force of a company's feed. */
  feedSource(company: string, feed: string): Promise<string | null>
  addTimeReports(reports: readonly DemoTimeReport[], at: Date): Promise<void>
}

const FEED = 'demo'

/**
 * Puts the demo group in place, through the same importers as a company's own data. Safe at every start: people and
 * reports that are there stay as they are, and the feed is made anew only when a new month moves its window.
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
}
