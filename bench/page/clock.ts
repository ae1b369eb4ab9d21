import type { BrowserContext } from '@playwright/test'
import { instantsOf } from '#platform/contract/instants.ts'
import { addDays, dateIn, defaultTimeZone } from '#platform/contract/wall-clock.ts'
import { moveDate } from '../../checks/move-date.ts'
import { runsOn } from '../../demo/runs.ts'

/**
 * The instant at which the page is measured, whenever the bench runs: the middle of the driver's next run, because home shows more
 * of a duty under way than of one to come. It is never in the past: the browser would refuse cookies that have expired.
 */
export function middleOfNextRun(driver: string, now: Date): Date {
  const today = dateIn(defaultTimeZone, now)
  for (let days = 1; days <= rotationDays; days++) {
    const date = addDays(today, days)
    const run = runsOn(date).find(({ userName }) => userName === driver)
    if (!run) continue
    const midnight = instantsOf(defaultTimeZone, `${date}T00:00:00`)[0]
    return new Date(midnight.getTime() + ((run.start + run.end) / 2) * 60_000)
  }
  throw new Error(`${driver} has no run in ${rotationDays} days`)
}

/** The roster repeats after nine weeks. */
const rotationDays = 9 * 7

/** Sets the clock of all pages that the context will open. */
export async function setClock(context: BrowserContext, at: Date): Promise<void> {
  await context.addInitScript(moveDate, at.getTime() - Date.now())
}
