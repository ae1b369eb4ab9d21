import { expectNoViolations } from './accessible.ts'
import { expect, test } from './sign-in.ts'

test('IT finds an employee, sees where each value comes from, and ends and opens an employment', async ({
  openAs,
}, info) => {
  const page = await openAs('jenny', { path: '/kontor/anstallda' })
  const name = info.project.name === 'phone' ? 'Henrik' : 'Nermin'
  await page.getByRole('searchbox', { name: 'Sök' }).fill(name)
  await page.getByRole('button', { name: 'Visa', exact: true }).click()
  await page.getByRole('button', { name: new RegExp(`^Öppna ${name}`) }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
  await expect(page.getByRole('region', { name: 'Uppgifter' })).toContainText('Från importen')
  await expectNoViolations(page)
  const employment = page.getByRole('region', { name: 'Anställning' })
  await employment.getByRole('button', { name: 'Avsluta anställningen' }).click()
  const asked = page.getByRole('dialog', { name: /^Avsluta anställningen för / })
  await asked.getByRole('button', { name: 'Avsluta anställningen' }).click()
  await expect(employment).toContainText('Har slutat')
  await expect(employment).toContainText('Ändrat av kontoret: Jenny Lövgren')
  await employment.getByRole('button', { name: 'Återuppta anställningen' }).click()
  await expect(employment.getByRole('button', { name: 'Avsluta anställningen' })).toBeVisible()

  const log = await openAs('david', { path: '/kontor/logg?vem=Jenny' })
  await expect(log.getByLabel('Händelser', { exact: true }).first()).toContainText('Avslutade en anställning')
  await expectNoViolations(log)
})

test('HR chooses a nearest manager by name', async ({ openAs }) => {
  const page = await openAs('eva', { path: '/kontor/anstallda' })
  await page.getByRole('searchbox', { name: 'Sök' }).fill('Per-Olov')
  await page.getByRole('button', { name: 'Visa', exact: true }).click()
  await page.getByRole('button', { name: /^Öppna Per-Olov/ }).click()
  await page.getByRole('button', { name: /^Ändra närmaste chef/i }).click()
  const dialog = page.getByRole('dialog', { name: /^Närmaste chef för/ })
  const manager = dialog.getByRole('combobox', { name: 'Närmaste chef' })
  // A manager is not required.
  await expect(manager).not.toHaveAttribute('required')
  await expect(manager).not.toHaveAttribute('aria-required', 'true')
  await manager.fill('nobody')
  await expect(dialog.getByText('Ingen anställd heter så')).toBeVisible()
  await expectNoViolations(page)
  await manager.fill('moni')
  await dialog.getByRole('option', { name: /^Monica/ }).click()
  await dialog.getByRole('button', { name: 'Spara' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('region', { name: 'Uppgifter' })).toContainText('Ändrat av kontoret: Eva Nordmark')
})

test('statistics are bars with the same figures in a table, and drivers read what became of last month', async ({
  openAs,
}) => {
  const page = await openAs('roger', { path: '/kontor/statistik-fel' })
  const chart = page.getByRole('figure', { name: 'Felanmälningar per buss' })
  await expect(chart.getByRole('img', { name: /^Felanmälningar per buss/ })).toBeVisible()
  await expect(chart.getByRole('rowheader', { name: 'Summa' })).toBeVisible()
  await expectNoViolations(page)
  const driver = await openAs('anna', { path: '/dashboard/fordonskontroll' })
  await expect(driver.getByText(/^Förra månaden: \d+ felrapport/)).toBeVisible()
})

test('the profile says who has opened what is sensitive', async ({ openAs }) => {
  // An employee who reports nothing, here or in the demo.
  const page = await openAs('marta', { path: '/dashboard/userinfo' })
  const openings = page.getByRole('region', { name: 'Vem har öppnat mina uppgifter' })
  await expect(openings).toContainText('Dina lönespecifikationer kan bara du öppna.')
  await expect(openings).toContainText('Ingen annan har öppnat något.')
  await expectNoViolations(page)
})
