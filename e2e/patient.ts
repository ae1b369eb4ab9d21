import type { Page } from '@playwright/test'

/** Home leaves out, or puts at its end, what takes longer (app/web/OffHome.tsx, NewThings.tsx). Background work rests as long, and waits with it. */
const LONGEST_MS = 2500

/** From the next page on, home waits for its answers for as long as a busy machine needs. */
export async function patient(page: Page): Promise<void> {
  await page.addInitScript((longest) => {
    const real = window.setTimeout
    window.setTimeout = ((run: TimerHandler, ms?: number, ...rest: unknown[]) =>
      real(run, ms === longest ? 60_000 : ms, ...rest)) as typeof setTimeout
  }, LONGEST_MS)
}
