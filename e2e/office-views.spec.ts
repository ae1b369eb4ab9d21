import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectNoViolations } from './accessible.ts'
import { callAs } from './call.ts'
import { expect, test } from './sign-in.ts'

test.describe.configure({ timeout: 120_000 })

const list = (page: Page) => page.getByRole('list', { name: 'Felanmälningar' })
const views = (page: Page) => page.getByRole('navigation', { name: 'Vyer' })

test('the open view is in sight among the others, which are one row', { tag: '@wide' }, async ({ openAs }) => {
  const page = await openAs('roger', { path: '/kontor/fel?vy=avslutade' })
  await expect(views(page).getByRole('link')).not.toHaveCount(1)
  await expect(views(page).getByRole('link', { name: 'Avslutade' })).toBeInViewport({ ratio: 1 })
  expect((await views(page).boundingBox())?.height).toBeLessThan(60)
})

test('a list is given a name, shared, counted beside the others, renamed and removed @wide', async ({
  openAs,
}, info) => {
  // Both widths share a portal, and each list has only one name.
  const state = info.project.name === 'phone' ? 'Bedömd' : 'Åtgärdas'
  const name = `${state} ${info.project.name}`
  const page = await openAs('roger', { path: '/kontor/fel' })
  await list(page).getByRole('listitem').first().waitFor()
  await page.getByLabel('Visa status').selectOption(state)
  await page.getByRole('button', { name: 'Spara vyn som …' }).click()
  const dialog = page.getByRole('dialog', { name: 'Spara vyn' })
  await dialog.getByRole('button', { name: 'Spara' }).click()
  await expect(dialog.getByText('Skriv ett namn på vyn.')).toBeVisible()
  await expectNoViolations(page)
  await dialog.getByLabel('Namn').fill(name)
  await dialog.getByLabel('Vem ser vyn').selectOption('Alla med rollen Trafikledare')
  await dialog.getByLabel('Namn').press('Enter')
  const saved = views(page).getByRole('link', { name: new RegExp(`^${name} \\d+`) })
  await expect(saved).toHaveAttribute('aria-current', 'page')
  await expectNoViolations(page)

  const other = await openAs('cecilia', { path: '/kontor/fel' })
  await views(other).getByRole('link', { name }).click()
  await expect(other).toHaveURL(/status=/)
  await expect(other.getByRole('button', { name: /^Ändra vyn/ })).toHaveCount(0)

  await views(page)
    .getByRole('link', { name: /^Öppna/ })
    .click()
  await expect(page.getByRole('button', { name: /vyn/ })).toHaveCount(0)
  await saved.click()
  await page.getByRole('button', { name: 'Ändra vyn' }).click()
  const change = page.getByRole('dialog', { name: 'Ändra vyn' })
  await change.getByLabel('Namn').fill(`${name} 2`)
  await change.getByRole('button', { name: 'Spara' }).click()
  await expect(views(page).getByRole('link', { name: `${name} 2` })).toHaveAttribute('aria-current', 'page')
  await page.getByRole('button', { name: 'Ändra vyn' }).click()
  await change.getByRole('button', { name: 'Ta bort' }).click()
  await change.getByRole('button', { name: 'Ja, ta bort vyn' }).click()
  await expect(views(page).getByRole('link', { name })).toHaveCount(0)
})

test('several cases are given to somebody else @wide', async ({ openAs }, info) => {
  const reporter = await openAs('jonas', { path: '/dashboard/start' })
  const about = info.project.name === 'phone' ? '5415' : '5416'
  for (const text of ['Ett säte är löst.', 'En krok saknas.'])
    await callAs(reporter, 'POST', '/api/fordonskontroll/addfault', {
      faultCategoryNumber: 1,
      vehicleNumber: about,
      text,
    })
  const page = await openAs('conny', { path: `/kontor/fel?vy=ej-tilldelade&om=${about}` })
  const rows = list(page).getByRole('listitem')
  await rows.first().waitFor()
  const numbers = await Promise.all([0, 1].map(async (at) => /F-\d+/.exec(await rows.nth(at).innerText())?.[0] ?? ''))
  for (const number of numbers) await page.getByRole('checkbox', { name: `Välj ${number}` }).check()
  await page.getByRole('button', { name: 'Tilldela' }).click()
  const dialog = page.getByRole('dialog', { name: 'Tilldela 2 ärenden' })
  await dialog.getByLabel('Handläggare').selectOption({ label: 'Farid Ahmadi' })
  await expectNoViolations(page)
  await dialog.getByRole('button', { name: 'Tilldela' }).click()
  await expect(dialog).toBeHidden()
  await page.goto(`/kontor/fel?sok=${numbers[0]}`)
  await expect(list(page).getByRole('listitem').first()).toContainText('Farid Ahmadi')
})

test('several cases get a status that all of them may have, by keyboard, and an employee who only sees them chooses none @wide', async ({
  openAs,
}, info) => {
  // Buses on which no other journey reports, because every unassigned case on them gets the status.
  const about = info.project.name === 'phone' ? '2131' : '2133'
  const anna = await openAs('anna', { path: '/dashboard/start' })
  for (const text of ['Rutan är repad.', 'Dörren gnisslar.'])
    await callAs(anna, 'POST', '/api/fordonskontroll/addfault', { faultCategoryNumber: 1, vehicleNumber: about, text })
  const page = await openAs('roger', { path: `/kontor/fel?vy=ej-tilldelade&om=${about}&status=Mottagen` })
  await list(page).getByRole('listitem').first().waitFor()
  await page.keyboard.press('Shift+X')
  const bar = page.getByRole('region', { name: 'Valda ärenden' })
  await expect(bar).toContainText(/\d+ valda/)
  const first = /F-\d+/.exec(await list(page).getByRole('listitem').first().innerText())?.[0] ?? ''
  await bar.getByRole('button', { name: 'Ändra status' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Status').selectOption('Ingen åtgärd')
  await dialog.getByLabel('Svar till alla').fill('')
  await dialog.getByRole('button', { name: 'Ändra', exact: true }).press('Enter')
  await expect(dialog.getByText(/^Skriv varför/)).toBeVisible()
  await expectNoViolations(page)
  await dialog.getByLabel('Svar till alla').fill('{nummer}: bussen är såld.')
  await dialog.getByRole('button', { name: 'Ändra', exact: true }).press('Enter')
  await expect(dialog).toBeHidden()
  await expect(bar).toHaveCount(0)
  await page.goto(`/kontor/fel?sok=${first}&visa=${first}`)
  await expect(page.getByRole('region', { name: new RegExp(first) })).toContainText(`${first}: bussen är såld.`)
  const other = await openAs('cecilia', { path: '/kontor/fel' })
  await list(other).getByRole('listitem').first().waitFor()
  await expect(list(other).getByRole('checkbox')).toHaveCount(0)
})

test('a case of any queue is found by its number and by its words, by keyboard alone @wide', async ({ openAs }) => {
  const page = await openAs('roger', { path: '/kontor' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('f')
  const dialog = page.getByRole('dialog', { name: 'Sök ärenden' })
  await expect(dialog.getByLabel('Vad letar du efter?')).toBeFocused()
  await page.keyboard.type('dörr')
  const hits = dialog.getByRole('list', { name: 'Träffar' }).getByRole('listitem')
  // The queue with the latest case comes first.
  const fault = hits.filter({ hasText: 'Felanmälningar' }).first()
  await expect(fault).toBeVisible()
  await expectNoViolations(page)
  const number = /F-\d+/.exec(await fault.innerText())?.[0] ?? ''
  await dialog.getByLabel('Vad letar du efter?').fill(number.toLowerCase())
  await expect(hits.first()).toContainText(number)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('region', { name: new RegExp(number) })).toBeVisible()
})

test('the company writes what answers begin as, and takes the own text back @wide', async ({ openAs }, info) => {
  const state = info.project.name === 'phone' ? 'Bedömd' : 'Åtgärdas'
  const page = await openAs('klara', { path: '/kontor/svarsmallar?ko=fel' })
  const card = page.getByRole('region', { name: state, exact: true })
  await card.getByRole('textbox').fill('Ärende ')
  await card.getByRole('button', { name: '{nummer} Numret' }).click()
  await expect(card.getByRole('textbox')).toHaveValue('Ärende {nummer}')
  await card.getByRole('button', { name: 'Spara' }).click()
  await expect(card).toContainText(/Ändrad \d{4}-\d{2}-\d{2} av Klara Burman/)
  await expectNoViolations(page)
  await card.getByRole('textbox').fill('Hej {förnamn}')
  await card.getByRole('button', { name: 'Spara' }).click()
  await expect(card).toContainText('{förnamn} betyder ingenting. Använd {nummer}, {ärende}, {fordon}.')

  const workshop = await openAs('roger', { path: '/kontor/fel?status=Mottagen' })
  const first = list(workshop).getByRole('listitem').first()
  const number = /F-\d+/.exec(await first.innerText())?.[0] ?? ''
  await first.getByRole('link').click()
  const found = workshop.getByRole('region', { name: new RegExp(number) })
  await found.getByRole('textbox', { name: /^Svar till/ }).click()
  await found.getByLabel('Status').selectOption(state)
  await expect(found.getByRole('textbox')).toHaveValue(`Ärende ${number}`)

  await card.getByRole('button', { name: 'Återställ' }).click()
  await expect(card).toContainText('Standardtext')
  await expect(card.getByRole('button', { name: 'Återställ' })).toHaveCount(0)
})

test('a list is saved as an Excel file, also a long one, and too long a one says so', async ({ openAs }) => {
  const page = await openAs('roger', { path: '/kontor/fel' })
  const excel = page.getByRole('button', { name: 'Hämta Excel' })
  const cells = '**/api/kontor/arenden/fel/celler**'
  const answer = (result: unknown) => ({ json: { result, timestamp: new Date().toISOString() } })
  // So many rows that the library would zip them in a worker, which the page's policy refuses.
  const row = (n: number) => [`F-${n}`, 'Dörrar', `Dörr ${n} stänger inte`, 'Klar', '', '2026-11-21 12:00', '', '']
  await page.route(cells, (route) =>
    route.fulfill(answer({ rows: Array.from({ length: 5000 }, (_, n) => row(n)), next: null })),
  )
  const [download] = await Promise.all([page.waitForEvent('download'), excel.click()])
  expect(download.suggestedFilename()).toBe('fel.xlsx')
  const file = await readFile(await download.path())
  expect([file.subarray(0, 2).toString(), file.length > 20_000]).toEqual(['PK', true])
  await page.unroute(cells)
  const [real] = await Promise.all([page.waitForEvent('download'), excel.click()])
  expect((await readFile(await real.path())).subarray(0, 2).toString()).toBe('PK')
  const tooLong = 'Urvalet har 20 001 ärenden. En Excelfil rymmer högst 20 000: begränsa urvalet eller hämta CSV.'
  await page.route(cells, (route) =>
    route.fulfill({ status: 409, json: { result: null, errorMessage: tooLong, timestamp: '' } }),
  )
  await excel.click()
  await expect(page.getByText(tooLong)).toBeVisible()
})

test('unread views leave the page as wide as the phone', async ({ openAs }) => {
  const page = await openAs('roger', { path: '/dashboard/start' })
  await page.route('**/api/kontor/arenden/fel/antal', async (route) => {
    const response = await route.fetch()
    const { result, ...rest } = (await response.json()) as { result: object[] }
    await route.fulfill({ response, json: { ...rest, result: result.map((view) => ({ ...view, unread: true })) } })
  })
  await page.goto('/kontor/fel')
  await expect(views(page).getByText('Olästa.').last()).toBeAttached()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
})
