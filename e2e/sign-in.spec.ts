import { originOf } from './portal.ts'
import { expect, signIn, test } from './sign-in.ts'

test('anna signs in on the login page and lands on the start page', async ({ page }) => {
  await signIn(page, 'anna')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Anna')
  expect(page.url()).toBe(`${originOf()}/dashboard/start`)
})

test('an employee stays signed in in a new window', async ({ openAs }) => {
  const page = await openAs('anna')
  await expect(page).toHaveURL(`${originOf()}/dashboard/start`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Anna')
})

test('a wrong password is reported, and signs nobody in', async ({ page }) => {
  await page.goto(`${originOf()}/dashboard/start`)
  await page.getByLabel('Användarnamn').fill('anna')
  await page.getByLabel('Lösenord').fill('fel')
  await page.getByRole('button', { name: 'Logga in', exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText('Fel användarnamn eller lösenord')
})
