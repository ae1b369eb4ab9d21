// Content that is loading has its space reserved: nothing that somebody reads or is about to tap jumps.
import { expect, test } from './sign-in.ts'

const screens = ['ecodriving', 'utbildning', 'userinfo', 'start', 'schema', 'minauppdrag', 'avvikelser']

for (const path of screens) {
  test(`${path} does not jump while it loads`, async ({ openAs }) => {
    const page = await openAs('anna', { path: '/diagnostics' })
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
          if (!hadRecentInput) sessionStorage.setItem('shift', String(Number(sessionStorage.getItem('shift')) + value))
        }
      }).observe({ type: 'layout-shift', buffered: true })
    })
    // Answers arrive after the placeholders have been rendered.
    await page.route('**/api/**', async (route) => {
      await page
        .evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
        .catch(() => undefined)
      await route.continue()
    })
    await page.goto(`/dashboard/${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')
    // Google's limit for 'good' is 0.1; below 0.05 readers do not lose their place.
    expect(await page.evaluate(() => Number(sessionStorage.getItem('shift')))).toBeLessThan(0.05)
  })
}
