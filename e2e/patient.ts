import type { Page } from '@playwright/test'

/**
 * After this time home leaves out late answers or puts them at its end (app/web/OffHome.tsx, NewThings.tsx). The start of background work
 * has the same delay, so `patient` postpones it too.
 */
const LONGEST_MS = 2500

/** Makes home wait up to a minute for its answers, from the next page on: a busy machine needs that. */
export async function patient(page: Page): Promise<void> {
  await page.addInitScript((longest) => {
    const real = window.setTimeout
    window.setTimeout = ((run: TimerHandler, ms?: number, ...rest: unknown[]) =>
      real(run, ms === longest ? 60_000 : ms, ...rest)) as typeof setTimeout
  }, LONGEST_MS)
}
