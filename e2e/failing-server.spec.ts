// A server that answers with failures: the phone's copies are shown with their time, but not what the employee may no longer see.
import type { Page } from '@playwright/test'
import { copies } from './phone.ts'
import { driverAtWork } from './driver.ts'
import { serverFails } from './portal.ts'
import { expect, test } from './sign-in.ts'

const failing = /^Uppdaterad \d\d:\d\d, servern svarar inte just nu$/
const duty = (page: Page) => page.getByRole('region', { name: /^(Nästa|Pågående) tjänst$/ })

/** Opens the screens, so that the phone has copies. */
async function read(page: Page): Promise<void> {
  await expect(duty(page)).toBeVisible()
  await page.goto('/dashboard/schema')
  await expect(page.getByText(/^\d\d:\d\d/).first()).toBeVisible()
  await page.goto('/dashboard/start')
  await expect(page.getByRole('region', { name: 'Tidrapport' })).toBeVisible()
  for (const part of [/tidrapport/, /uppdrag\?date=/, /schema/, /getregion/]) {
    await expect.poll(() => copies(page), { timeout: 20_000 }).toContainEqual(expect.stringMatching(part))
  }
}

for (const status of [500, 503]) {
  const tag = status === 500 ? [] : '@prove'
  test(
    `with ${status} on every call the phone shows its copies, and one line says why`,
    { tag },
    async ({ openAs }, info) => {
      const page = await openAs(driverAtWork(info))
      await read(page)
      await page.route('**/api/**', (route) => route.fulfill({ ...serverFails, status }))
      await page.goto('/dashboard/start')
      await expect(
        duty(page)
          .getByText(/^\d\d:\d\d$/)
          .first(),
      ).toBeVisible()
      await expect(page.getByRole('list', { name: 'Uppdrag' })).toBeVisible()
      await expect(page.getByText(failing)).toHaveCount(1)
      const log = page.getByRole('log', { name: 'Varningar' })
      await expect(log.getByText(/^\d+ saker kunde inte hämtas/)).toBeVisible()
      const texts = ['user profile', 'aktuellt uppdrag', 'uppdrag', 'senaste tidrapporten', 'undersökning', 'Nyheter']
      for (const text of texts) await expect(log.getByText(`Hämta ${text} misslyckades`)).toBeHidden()
      await log.getByRole('button', { name: 'Visa' }).click()
      for (const text of texts) await expect(log.getByText(`Hämta ${text} misslyckades`)).toBeVisible()
      await page.goto('/dashboard/schema')
      await expect(page.getByText(failing)).toHaveCount(1)
      await expect(page.getByText('Ett fel inträffade')).toBeHidden()
      await page.goto('/dashboard/start')
      await page.waitForLoadState('networkidle')
      await expect(page.getByText(failing)).toHaveCount(1)
      await page.unrouteAll()
      await page.getByRole('button', { name: 'Försök igen' }).click()
      await expect(page.getByText(failing)).toBeHidden()
    },
  )
}

test('if only the profile fails, nothing is hidden', async ({ openAs }) => {
  const page = await openAs('anna')
  await expect(duty(page)).toBeVisible()
  // The duty may be there before the answer that is to be remembered.
  await page.waitForFunction(() => Object.keys(localStorage).some((key) => key.startsWith('linjen.claims:')))
  await page.route('**/api/user/profile', (route) => route.fulfill(serverFails))
  for (const path of ['schema', 'minauppdrag', 'userinfo', 'start']) {
    await page.goto(`/dashboard/${path}`)
    await expect(page.getByText('Hämta user profile misslyckades')).toBeVisible()
    await expect(page.getByText('Ett fel inträffade')).toBeHidden()
  }
  await expect(duty(page).getByRole('button', { name: /^Bekräfta/ })).toBeVisible()
})

for (const status of [403, 404]) {
  const tag = status === 404 ? [] : '@prove'
  test(`what is answered with ${status} is not shown from the phone, then or later`, { tag }, async ({ openAs }) => {
    const page = await openAs('anna')
    await read(page)
    let answer = status
    await page.route('**/api/bpl/schema?*', (route) => route.fulfill({ ...serverFails, status: answer }))
    await page.goto('/dashboard/schema')
    await expect(page.getByText('Ett fel inträffade')).toBeVisible()
    answer = 500
    await page.getByRole('button', { name: 'Försök igen' }).click()
    await expect(page.getByText('Hämta schema misslyckades')).toBeVisible()
    await page.reload()
    await expect(page.getByText('Ett fel inträffade')).toBeVisible()
    await expect(page.getByText(/^Uppdaterad/)).toBeHidden()
  })
}

test('a screen that was never opened says that it needs coverage, without an alert', async ({ openAs }) => {
  const page = await openAs('anna')
  await expect(duty(page)).toBeVisible()
  await page.route('**/api/**', (route) => route.abort())
  await page.route('**/version.txt', (route) => route.abort())
  for (const [path, name] of [
    ['konteklonebesked', 'Lönebesked'],
    ['policy', 'Policy & Rutiner'],
    ['avvikelser', 'Avvikelser'],
    ['userinfo', 'Användarinfo'],
    ['ecodriving', 'Sparsam körning'],
  ] as const) {
    await page.goto(`/dashboard/${path}`)
    await expect(page.getByText(`${name} kräver täckning.`).first(), path).toBeVisible()
    await expect(page.getByText('Ett fel inträffade'), path).toBeHidden()
    await expect(page.getByRole('alert'), path).toHaveCount(0)
  }
})

test('the button that tries again keeps the focus while it fails, and the heading gets it afterwards', async ({
  openAs,
}) => {
  const page = await openAs('anna')
  let down = true
  let held = Promise.resolve()
  await page.route('**/api/bpl/ecodriving/overview', async (route) => {
    await held
    return down ? route.fulfill(serverFails) : route.continue()
  })
  await page.goto('/dashboard/ecodriving')
  const again = page.getByRole('button', { name: 'Försök igen' })
  await expect(again).toBeVisible()
  const gate = Promise.withResolvers<void>()
  held = gate.promise
  await again.press('Enter')
  // The button is busy until the answer comes, and ignores keys meanwhile.
  await expect(again).toHaveAttribute('aria-busy', 'true')
  await expect(again).toBeFocused()
  gate.resolve()
  await expect(again).not.toHaveAttribute('aria-busy')
  down = false
  await again.press('Enter')
  await expect(again).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})
