// From 992 px a row opens beside its list and is in the address. On a phone the same address opens a dialog.
import type { Page } from '@playwright/test'
import { getVehicles } from '#core/vehicles/calls.ts'
import { addFault, getFaultCategories } from '../areas/vehicle-faults/calls.ts'
import { expectNoViolations } from './accessible.ts'
import { callAs } from './call.ts'
import { expect, test } from './sign-in.ts'

const rows = (page: Page) => page.getByRole('main').locator('[data-row]')
const idOf = async (page: Page, at: number) => (await rows(page).nth(at).getAttribute('data-row')) ?? ''

/** The list's path, the name of the list beside an open row, and the headings of the pane and of the dialog. */
const screens = [
  ['avvikelser', 'Avvikelser', /^\p{L}/u, 'Detaljer'],
  ['forslag', 'Förslag', /^\p{L}/u, /^\p{L}/u],
  ['fordonskontroll', 'Mina felrapporter', /^Felrapport F-\d+$/, /^Felrapport F-\d+$/],
  ['policy', 'Policy & Rutiner', /^\p{L}/u, /^\p{L}/u],
] as const

for (const [path, list, heading, dialog] of screens) {
  test(
    `${path}: a row opens beside the list by keyboard, is in the address, and in a dialog on a phone`,
    { tag: '@wide' },
    async ({ openAs }, info) => {
      const page = await openAs('anna', { path: `/dashboard/${path}` })
      await expect(
        page
          .getByRole('main')
          .getByText(/\d{4}-\d\d-\d\d/)
          .first(),
      ).toBeVisible()
      if (info.project.name === 'phone') {
        // The address that a colleague with a wide screen would send.
        await page.setViewportSize({ width: 1280, height: 800 })
        const id = await idOf(page, 1)
        await page.setViewportSize({ width: 390, height: 844 })
        await page.goto(`/dashboard/${path}?visa=${encodeURIComponent(id)}`)
        const opened = page.getByRole('dialog', { name: dialog })
        await expect(opened).toBeVisible()
        await expectNoViolations(page)
        await opened.getByRole('button', { name: 'Stäng' }).click()
        await expect(opened).toBeHidden()
        await expect(page).toHaveURL(new RegExp(`/${path}$`))
        return
      }
      const title = await page.title()
      await rows(page).first().focus()
      for (const key of ['ArrowDown', 'End', 'Home', 'ArrowDown', 'ArrowDown', 'ArrowUp'])
        await page.keyboard.press(key)
      await expect(rows(page).nth(1)).toBeFocused()
      const id = await idOf(page, 1)
      await page.keyboard.press('Enter')

      const pane = page.getByRole('region', { name: heading }).filter({ has: page.locator('[data-pane-title]') })
      const paneTitle = pane.getByRole('heading', { level: 2 })
      await expect(paneTitle).toBeFocused()
      await expect(page).toHaveTitle(`${await paneTitle.innerText()}, ${title}`)
      const lines = page.getByRole('list', { name: list })
      await expect(lines.locator('[aria-current]')).toHaveAttribute('data-row', id)
      await expectNoViolations(page)

      // The keyboard opens the next row of the list, and Back returns to the previous one.
      await rows(page).nth(1).focus()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await expect(lines.locator('[aria-current]')).not.toHaveAttribute('data-row', id)
      await expect(paneTitle).toBeFocused()
      await page.goBack()
      await expect(lines.locator('[aria-current]')).toHaveAttribute('data-row', id)

      await page.reload()
      await expect(lines.locator('[aria-current]')).toHaveAttribute('data-row', id)
      await expect(pane).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(pane).toBeHidden()
      await expect(page).toHaveURL(new RegExp(`/${path}$`))
      await expect(page).toHaveTitle(title)
      // Finds the row by its id, because a new report may have moved it down.
      await expect(page.getByRole('main').locator(`[data-row="${id}"]`)).toBeFocused()
      await page.goBack()
      await expect(pane).toBeVisible()
      await pane.getByRole('button', { name: 'Stäng' }).click()
      await expect(pane).toBeHidden()

      // A click anywhere in the row opens it. All rows are equally high, whatever their texts.
      const row = page.locator('main tbody tr').nth(1)
      await row
        .getByText(/\d{4}-\d\d-\d\d/)
        .first()
        .click()
      await expect(pane).toBeVisible()
      await page.goBack()
      await expect(pane).toBeHidden()
      const heights = await page.locator('main tbody tr').evaluateAll((all) => all.map((each) => each.clientHeight))
      expect(Math.max(...heights)).toBeLessThanOrEqual(56)
    },
  )
}

test(
  'news: an item opens beside the page it was found on, and Escape leads back to its row',
  { tag: '@wide' },
  async ({ openAs }, info) => {
    test.skip(info.project.name === 'phone', 'a phone shows an item alone')
    const page = await openAs('anna', { path: '/dashboard/nyheter/region?sida=2' })
    await expect(rows(page)).toHaveCount(5)
    await rows(page).first().focus()
    await page.keyboard.press('ArrowDown')
    const id = await idOf(page, 1)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`/nyheter/region/${id}\\?sida=2$`))
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toBeFocused()
    const lines = page.getByRole('list', { name: 'Nyheter, Umeå' })
    await expect(lines.locator('[aria-current]')).toHaveAttribute('data-row', id)
    await expectNoViolations(page)
    const first = await heading.innerText()
    await lines.getByRole('link').nth(1).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(heading).not.toHaveText(first)
    await expect(heading).toBeFocused()
    // Escape does not discard a comment that is being written.
    await page.getByLabel('Skriv en kommentar').press('Escape')
    await expect(lines).toBeVisible()
    await heading.focus()
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(/\/nyheter\/region\?sida=2$/)
    await expect(rows(page).nth(2)).toBeFocused()
  },
)

test(
  'the specified buttons open dialogs on a wide screen too, and Escape closes one thing at a time',
  {
    tag: '@wide',
  },
  async ({ openAs }, info) => {
    test.skip(info.project.name === 'phone', 'deviations.spec.ts')
    const page = await openAs('anna', { path: '/dashboard/avvikelser' })
    await page.getByRole('button', { name: 'Detaljer', exact: true }).first().click()
    await expect(page.getByRole('dialog', { name: 'Detaljer' })).toBeVisible()
    await page.keyboard.press('Escape')
    const withPicture = page.getByRole('row').filter({ hasText: 'Skadat väderskydd' }).last()
    await withPicture.getByRole('link').click()
    await page.getByRole('button', { name: 'Förstora bild 1' }).click()
    await expect(page.getByRole('dialog', { name: /^Bild 1 av/ })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.getByRole('button', { name: 'Meny' }).click()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Meny' })).toHaveAttribute('aria-expanded', 'false')
    await expect(page.getByRole('region', { name: 'Skadat väderskydd' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('table', { name: 'Avvikelser' })).toBeVisible()
  },
)

test('an open report on a bus has an address that leads to the bus', { tag: '@wide' }, async ({ openAs }, info) => {
  test.skip(info.project.name === 'phone', 'the address is the same')
  const page = await openAs('linnea', { path: '/dashboard/fordonskontroll' })
  // On some days all of the demo's reports on a bus may be handled.
  const bus = 'Buss 2119'
  const [, vehicles] = await callAs<{ name: string; number: string }[]>(page, 'GET', getVehicles.path)
  const [, categories] = await callAs<{ id: number }[]>(page, 'GET', getFaultCategories.path)
  const vehicleNumber = vehicles.find(({ name }) => name === bus)?.number
  const fault = { vehicleNumber, faultCategoryNumber: categories[0]?.id, text: 'Dörren gnisslar.' }
  expect(await callAs(page, 'POST', addFault.path, fault)).toEqual([200, true])
  await page.getByRole('combobox', { name: 'Fordon' }).fill(bus)
  const active = page.getByRole('region', { name: 'Aktiva felrapporter' })
  await active.locator('[data-row]').first().click()
  const pane = active.getByRole('region', { name: /^Felrapport F-\d+$/ })
  const name = await pane.getByRole('heading').innerText()
  await page.reload()
  await expect(active.getByRole('region', { name })).toBeVisible()
  await page.getByRole('combobox', { name: 'Fordon' }).fill('Buss 2118')
  // The name is in the card's head, and again in the message that nothing is open on the bus.
  await expect(active.getByText('Buss 2118', { exact: true }).first()).toBeVisible()
  await expect(active.getByRole('region')).toHaveCount(0)
  await expect(page).toHaveURL(/\/fordonskontroll$/)
})

test('an address of what is not in the list says so', { tag: '@wide' }, async ({ openAs }) => {
  const page = await openAs('anna', { path: '/dashboard/avvikelser?visa=A-999999999' })
  await expect(page.getByText(/^Det som länken leder till finns inte längre i listan/)).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
