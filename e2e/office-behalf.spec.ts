import type { Page } from '@playwright/test'
import { expectNoViolations } from './accessible.ts'
import { picture } from './hand.ts'
import { backOnline, test, words } from './phone.ts'
import { expect } from './sign-in.ts'

const open = (page: Page, number: string) => page.getByRole('region', { name: new RegExp(number) })

/** Chooses the employee that the report is for. */
async function choose(page: Page, typed: string, name: RegExp): Promise<void> {
  await page.getByRole('combobox', { name: 'Anmälan åt' }).fill(typed)
  await page.getByRole('option', { name }).click()
}

test('a fault that a driver has called in is written down by traffic control, and is the driver’s own @wide', async ({
  openAs,
}, info) => {
  const bus = info.project.name === 'phone' ? 'Buss 2119' : 'Buss 2120'
  const text = `Vindrutetorkaren hoppar, ${info.project.name}`
  const cecilia = await openAs('cecilia', { path: '/kontor/fel' })
  await cecilia.getByRole('link', { name: 'Ny anmälan åt någon' }).click()
  await expect(cecilia.getByRole('heading', { level: 1, name: 'Ny anmälan åt någon' })).toBeVisible()
  await choose(cecilia, 'Anna L', /^Anna Lindgren, 31104/)
  await cecilia.getByLabel('På radio').check()
  await cecilia.getByRole('combobox', { name: 'Fordon' }).fill(bus)
  const form = cecilia.getByRole('region', { name: 'Ny felrapport' })
  await expect(form).toContainText(bus)
  await cecilia.getByLabel('Kategori').selectOption('Dörrar')
  await cecilia.getByLabel('Felrapport', { exact: true }).fill(text)
  await expectNoViolations(cecilia)
  await cecilia.getByRole('button', { name: /^Skicka/ }).click()
  await expect(form).toContainText('Anna Lindgren ser den bland sina felrapporter.')
  await cecilia.getByRole('link', { name: 'Öppna ärendet' }).click()
  await cecilia.waitForURL(/visa=F-\d+/)
  const number = new URL(cecilia.url()).searchParams.get('visa') ?? ''
  await expect(open(cecilia, number)).toContainText('Inskrivet åt anmälaren, mottaget på radio')
  const anna = await openAs('anna', { path: `/dashboard/fordonskontroll?visa=${number}` })
  await expect(anna.getByText('Anmäld åt dig av Cecilia Wikström, trafikledare.')).toBeVisible()
})

test('a threat that a driver has called in is written down in the form that the driver has', async ({ openAs }) => {
  const cecilia = await openAs('cecilia', { path: '/kontor/avvikelser-ny' })
  await choose(cecilia, '31104', /^Anna Lindgren/)
  await cecilia.getByRole('button', { name: 'Hot och Våld' }).click()
  await cecilia.getByLabel('Plats', { exact: true }).fill('Vasaplan')
  await cecilia.getByRole('combobox', { name: 'Fordon' }).fill('Buss 2116')
  await cecilia.getByLabel('Händelsebeskrivning').fill('En resenär hotade henne vid Vasaplan.')
  await expectNoViolations(cecilia)
  await cecilia.getByRole('button', { name: 'Spara' }).click()
  await expect(cecilia.getByText('Anna Lindgren ser den bland sina avvikelser.')).toBeVisible()
  const [nummer = ''] = /A-\d{6}/.exec((await cecilia.getByText(/nummer A-\d{6}/).textContent()) ?? '') ?? []
  const anna = await openAs('anna', { path: `/dashboard/avvikelser?visa=${nummer}` })
  await expect(anna.getByText('Anmäld åt dig av Cecilia Wikström, trafikledare.')).toBeVisible()
  await cecilia.getByRole('button', { name: 'Ny anmälan åt någon' }).click()
  await expect(cecilia.getByRole('combobox', { name: 'Anmälan åt' })).toHaveValue('')
})

test('a suggestion that the office enters for a driver is among the driver’s own @wide', async ({ openAs }, info) => {
  const title = `Fler bänkar, ${info.project.name}`
  const monica = await openAs('monica', { path: '/kontor/forslag' })
  await monica.getByRole('link', { name: 'Nytt förslag åt någon' }).click()
  await expect(monica.getByRole('heading', { level: 1, name: 'Nytt förslag åt någon' })).toBeVisible()
  await monica.getByRole('combobox', { name: 'Förslag åt' }).fill('Anna L')
  await monica.getByRole('option', { name: /^Anna Lindgren, 31104/ }).click()
  await expect(monica.getByText('Anna Lindgren ser förslaget bland sina egna')).toBeVisible()
  await monica.getByLabel('Rubrik').fill(title)
  await monica.getByLabel('Bolag').selectOption('Linjen Norr')
  await monica.getByLabel('Beskrivning').fill('På torget.')
  await expectNoViolations(monica)
  await monica.getByRole('button', { name: 'Spara' }).click()
  await monica.getByRole('link', { name: 'Öppna ärendet' }).click()
  await expect(monica.getByText('Inskrivet åt förslagsställaren, mottaget på telefon')).toBeVisible()
  const anna = await openAs('anna', { path: '/dashboard/forslag' })
  await anna.getByRole('link', { name: title }).or(anna.getByText(title)).first().click()
  await expect(anna.getByText('Inskickat åt dig av Monica Stenlund, områdeschef.').first()).toBeVisible()
})

test('a name and a face are hidden by keyboard, and the next driver sees neither @wide', async ({ openAs }, info) => {
  const bus = info.project.name === 'phone' ? 'Buss 2121' : 'Buss 2111'
  const driver = await openAs('anna', { path: '/dashboard/fordonskontroll' })
  await driver.getByRole('combobox', { name: 'Fordon' }).fill(bus)
  await driver.getByLabel('Kategori').selectOption('Dörrar')
  await driver.getByLabel('Felrapport', { exact: true }).fill('Kalle Karlsson sparkade sönder dörr 2')
  await driver.getByLabel('Ta eller välj bilder').setInputFiles(picture('dörr.png', [230, 230, 230]))
  await expect(driver.getByRole('img', { name: 'Bild 1' })).toBeVisible()
  await driver.getByRole('button', { name: /^Skicka/ }).click()
  const receipt = driver
    .getByRole('region', { name: 'Ny felrapport' })
    .getByRole('status')
    .filter({ hasText: /är sparad\..*F-\d{4}/ })
  await receipt.waitFor()
  const [number = ''] = /F-\d{4}/.exec((await receipt.textContent()) ?? '') ?? []

  const page = await openAs('roger', { path: `/kontor/fel?visa=${number}` })
  const found = open(page, number)
  await found.getByRole('button', { name: 'Mer', exact: true }).click()
  await found.getByRole('button', { name: 'Dölj text' }).click()
  const field = page.getByLabel('Markera det som ska döljas')
  await field.focus()
  await page.keyboard.press('Control+Home')
  for (let letter = 0; letter < 'Kalle Karlsson'.length; letter++) await page.keyboard.press('Shift+ArrowRight')
  await expect(page.getByRole('dialog')).toContainText('Döljs: Kalle Karlsson')
  await page.getByLabel('Varför').fill('Namn på en resenär')
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Dölj det markerade' }).click()
  await expect(found.getByText('████ sparkade sönder dörr 2').first()).toBeVisible()

  await found.getByRole('button', { name: 'Mer', exact: true }).click()
  await found.getByRole('button', { name: 'Dölj del av bild' }).click()
  await page.getByRole('button', { name: 'Lägg till en ruta' }).click()
  const rectangle = page.getByRole('button', { name: /^Ruta 1/ })
  await expect(rectangle).toBeFocused()
  await expect(rectangle).toHaveAccessibleName(/^Ruta 1: 40\s% från vänster, 40\s% uppifrån, 20\s% bred, 20\s% hög$/)
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(rectangle).toHaveAccessibleName(/^Ruta 1: 38\s% från vänster, 40\s% uppifrån, 20\s% bred, 22\s% hög$/)
  await page.getByLabel('Varför').fill('Resenärens ansikte')
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Dölj i bilden' }).click()
  await expect(found.getByText('En bild: Resenärens ansikte')).toBeVisible()
  await expect(found.getByRole('button', { name: /^Visa originalet/ })).toHaveCount(0)
  await found.getByText('Dolt i ärendet').scrollIntoViewIfNeeded()

  const next = await openAs('amina', { path: '/dashboard/fordonskontroll' })
  await next.getByRole('combobox', { name: 'Fordon' }).fill(bus)
  await expect(next.getByText('████ sparkade sönder dörr 2').first()).toBeVisible()
  expect(await next.content()).not.toContain('Kalle')

  const manager = await openAs('monica', { path: `/kontor/fel?visa=${number}` })
  await open(manager, number).getByRole('button', { name: 'Visa originalet till texten i anmälan' }).click()
  await expect(manager.getByRole('dialog')).toContainText('Kalle Karlsson sparkade sönder dörr 2')
  await expectNoViolations(manager)
  await manager.keyboard.press('Escape')
  await open(manager, number).getByRole('button', { name: 'Spara PDF' }).click()
  await expect(manager.getByRole('dialog', { name: `Spara ${number} som PDF` })).toBeVisible()
  await expectNoViolations(manager)
  if (process.env.SHOTS) await manager.screenshot({ path: `${process.env.SHOTS}/pdf-${info.project.name}.png` })
  const download = manager.waitForEvent('download')
  await manager.getByRole('dialog').getByRole('button', { name: 'Spara PDF' }).click()
  expect((await download).suggestedFilename()).toBe(`${number}.pdf`)
  await expect(manager.getByRole('dialog')).toHaveCount(0)
})

test('a fault that is entered without coverage is sent when it comes back, with only the office open', async ({
  line,
  ready,
}, info) => {
  test.slow()
  const page = await ready('cecilia')
  // A page of its own, as after a reload: nothing of the employees' frame runs in it.
  await page.goto(`${line.origin}/kontor/fel-ny`)
  await choose(page, 'Anna L', /^Anna Lindgren, 31104/)
  await page.getByRole('combobox', { name: 'Fordon' }).fill('Buss 2122')
  await page.getByLabel('Kategori').selectOption('Dörrar')
  await page.getByLabel('Felrapport', { exact: true }).fill(words('Dörr 1 gnisslar', info))
  line.cut()
  await page.getByRole('button', { name: /^Skicka/ }).click()
  await expect(page.getByText('Skickas när du har täckning.').first()).toBeVisible()
  await expect(page.getByText(/^Ingen täckning, .* En sak väntar på att skickas\.$/)).toBeVisible()
  await backOnline(page, line)
  await expect(page.getByRole('link', { name: 'Öppna ärendet' })).toBeVisible()
  await expect(page.getByText('En sak som väntade har skickats.')).toBeVisible()
})
