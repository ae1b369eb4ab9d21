// A driver in a hurry: taps before the screen has loaded, and twice.
import { expect, test } from './sign-in.ts'

test('the last of several quick taps counts, though the screens between were still loading', async ({ openAs }) => {
  const page = await openAs('anna')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  // Every screen's code takes its time.
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue().catch(() => undefined)
  })
  const bar = page.getByRole('navigation', { name: 'Snabbval' })
  await bar.getByRole('link', { name: 'Uppdrag', exact: true }).tap()
  await bar.getByRole('link', { name: 'Nyheter', exact: true }).dblclick()
  await expect(page).toHaveURL(/\/nyheter$/)
  await bar.getByRole('link', { name: 'Uppdrag', exact: true }).tap()
  letGo()
  await expect(page.getByRole('heading', { level: 1, name: 'Mina uppdrag' })).toBeVisible()
  await expect(page).toHaveURL(/\/minauppdrag$/)
  // Twice on one place is once: the way back leads to the place before.
  await page.goBack()
  await expect(page).toHaveURL(/\/nyheter$/)
  await page.goBack()
  await expect(page).toHaveURL(/\/minauppdrag$/)
})

test('Meny opens once however often it is tapped while its code is loading', async ({ openAs }) => {
  const page = await openAs('anna', { path: '/dashboard/schema' })
  const menu = page.getByRole('navigation', { name: 'Snabbval' }).getByRole('button', { name: 'Meny' })
  await menu.tap()
  await menu.tap({ force: true }).catch(() => undefined)
  await expect(page.getByRole('dialog', { name: 'Meny' })).toHaveCount(1)
  await page.getByRole('button', { name: 'Stäng' }).tap()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
