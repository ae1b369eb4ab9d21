// A driver in a hurry: taps before the screen has loaded, and twice.
import { expect, test } from './sign-in.ts'

test('the last of several quick taps counts, though the screens between were still loading', async ({ openAs }, {
  project,
}) => {
  test.skip(project.name === 'desktop', 'a wide screen has no bar')
  const page = await openAs('anna')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  // The code of every screen is held back.
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
})

test('a double tap on Meny opens it once, and chooses nothing in it', async ({ openAs }, { project }) => {
  test.skip(project.name === 'desktop', 'a wide screen has no bar')
  const page = await openAs('anna', { path: '/dashboard/schema' })
  await expect(page.getByRole('heading', { level: 1, name: 'Schema' })).toBeVisible()
  const menu = page.getByRole('navigation', { name: 'Snabbval' }).getByRole('button', { name: 'Meny' })
  const sheet = page.getByRole('dialog', { name: 'Meny' })
  // The first time, the menu's code may still have to be fetched.
  for (let times = 0; times < 2; times += 1) {
    await menu.dblclick()
    await expect(sheet).toHaveCount(1)
    await expect(page).toHaveURL(/\/schema$/)
    await sheet.getByRole('button', { name: 'Stäng' }).click()
    await expect(sheet).toHaveCount(0)
  }
})
