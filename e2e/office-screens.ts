// Every screen of the office, as the areas list them (app/web/office-areas.ts), each with an employee of the demo who may open it.
import { expect, type Page } from '@playwright/test'
import { permissionsOf } from '#core/people/roles.ts'
import { officeAt, officePath } from '#platform/contract/office-pages.ts'
import { officeAreas } from '../app/web/office-areas.ts'
import { demoRoles } from '../demo/office.ts'
import { allLoaded } from './all-loaded.ts'

export interface OfficePage {
  readonly path: string
  /** The user name of the employee with the most permissions for this screen. */
  readonly who: string
  /** What to open on the screen: the first case of a queue. */
  readonly opens?: 'first'
}

/** The office's overview and each screen that an employee of the company may open. Queues are listed without and with an open case. */
export function officePages(company: string): OfficePage[] {
  const screens = officeAreas.flatMap((area) => area.screens)
  return [{ path: officePath, gate: undefined }, ...screens.map((each) => ({ ...each, path: officeAt(each.path) }))]
    .map((screen) => ({ ...screen, who: whoMay(company, screen.gate?.value) }))
    .flatMap(({ who, path, ...screen }): OfficePage[] => {
      if (who === undefined) return []
      return 'calls' in screen
        ? [
            { path, who },
            { path, who, opens: 'first' },
          ]
        : [{ path, who }]
    })
}

/** Opens the page and waits for what it loads. */
export async function openOfficePage(page: Page, { path, opens }: OfficePage): Promise<void> {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  if (opens) {
    const first = page.locator('[data-row]').first()
    await expect(first, path).toBeVisible()
    await first.click()
    await page.waitForURL(/visa=/)
    await page.getByRole('heading', { level: 2 }).first().waitFor()
  }
  await allLoaded(page)
}

/** The employee who has the permission and most others of the same kind, so that he or she handles cases and does not only read them. */
function whoMay(company: string, permission: string | undefined): string | undefined {
  const about = permission === undefined ? '' : `${permission.split('.')[0]}.`
  return (
    demoRoles
      .filter((each) => each.company === company)
      // If two have equally many permissions, the one for the whole company comes first: some screens have nothing for a part of it.
      .toSorted((a, b) => Number(a.area !== null) - Number(b.area !== null))
      .map(({ userName, role }) => ({ userName, may: permissionsOf(role) as readonly string[] }))
      .filter(({ may }) => permission === undefined || may.includes(permission))
      .map(({ userName, may }) => ({ userName, near: may.filter((each) => each.startsWith(about)).length }))
      .toSorted((a, b) => b.near - a.near)[0]?.userName
  )
}
