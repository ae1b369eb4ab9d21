import { expectNoViolations } from './accessible.ts'
import { originOf } from './portal.ts'
import { expect, signIn, test } from './sign-in.ts'

for (const path of ['/reset', '/help', '/dashboard/help']) {
  test(`${path} opens without a sign-in, and resets the app`, async ({ page }) => {
    await page.goto(originOf() + path)
    await expect(page.getByRole('heading', { level: 1, name: 'Hjälp' })).toBeVisible()
    await page.evaluate(() => localStorage.setItem('gammalt', 'ja'))
    const button = page.getByRole('button', { name: 'Återställ', exact: true })
    await button.click()
    await expect(page.getByText('Appen är nu återställd')).toBeVisible()
    await expect(button).toBeHidden()
    expect(await page.evaluate(() => localStorage.length)).toBe(0)
    expect(new URL(page.url()).pathname).toBe(path)
  })
}

test('says who helps with the portal, and dials the number', async ({ page }) => {
  await page.goto(`${originOf('norr.localhost')}/help`)
  await expect(page.getByText('Ring IT-supporten, 0980-31 92 08.')).toBeVisible()
  await expect(page.getByRole('link', { name: '0980-31 92 08' })).toHaveAttribute('href', 'tel:0980319208')
})

test('a signed-in employee finds it in the menu, and signs in again afterwards', async ({ page }) => {
  await signIn(page, 'sirpa')
  await page.goto(`${originOf()}/dashboard/help`)
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Återställ', exact: true }).click()
  await expect(page.getByText('Appen är nu återställd')).toBeVisible()
  const start = page.getByRole('link', { name: 'Till startsidan' })
  await expect(start).toBeFocused()
  await start.click()
  await expect(page.getByRole('button', { name: /^Bekräfta/ })).toBeVisible()
})

test('a reset pressed at once leaves nothing that the page starts afterwards, and shows one message', async ({
  browser,
}) => {
  const context = await browser.newContext({ serviceWorkers: 'allow' })
  const page = await context.newPage()
  await signIn(page, 'sirpa')
  await page.clock.install()
  await page.goto(`${originOf()}/dashboard/help`)
  await page.getByRole('button', { name: 'Återställ', exact: true }).click()
  await expect(page.getByText('Appen är nu återställd')).toBeVisible()
  await expect(page.getByText('Du är inte inloggad.')).toBeVisible()
  await expect(page.getByText('Din inloggning har gått ut')).toBeHidden()
  const left = () =>
    page.evaluate(async () => [
      (await navigator.serviceWorker.getRegistrations()).length,
      (await caches.keys()).length,
      Object.keys(localStorage),
    ])
  // Lets idle work of the page run.
  await page.clock.runFor(30_000)
  await page.waitForLoadState('networkidle')
  // The one key that remains marks that this was a reset, not a sign-out.
  expect(await left()).toEqual([0, 0, ['linjen.started-over']])
  await context.close()
})

test('the accessibility statement is reached from Hjälp without signing in, and says whom to contact', async ({
  page,
}) => {
  await page.goto('/help')
  await page.getByRole('link', { name: 'Om tillgänglighet' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Tillgänglighet' })).toBeFocused()
  await expect(page).toHaveTitle(/^Tillgänglighet – /)
  await expect(page.getByRole('region', { name: 'Berätta om hinder' }).getByRole('link')).toHaveAttribute(
    'href',
    /^tel:/,
  )
  await expectNoViolations(page)
})
