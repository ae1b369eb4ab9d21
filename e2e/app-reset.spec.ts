import { expectNoViolations } from './accessible.ts'
import { originOf } from './portal.ts'
import { expect, signIn, test } from './sign-in.ts'

for (const path of ['/reset', '/help', '/dashboard/help']) {
  test(`${path} opens without a sign-in, and lets the app begin anew`, async ({ page }) => {
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

test('whoever is signed in finds it in the menu, and signs in anew afterwards', async ({ page }) => {
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
