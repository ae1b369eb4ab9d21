import type { Page } from '@playwright/test'
import { readPdf } from '../core/documents/server/demo/test-pdf.ts'
import { expectNoViolations } from './accessible.ts'
import { copies } from './phone.ts'
import { savedAs } from './saved.ts'
import { expect, test } from './sign-in.ts'

const path = '/dashboard/konteklonebesked'
const listCall = '**/api/lonespec/kontek/getspeclist'
const fileCall = '**/api/lonespec/kontek/downloadspec/**'

/** The buttons of the rows, newest first. */
const buttons = (page: Page) => page.getByRole('button', { name: /^Ladda ned / })

test('from the menu to the list, and one payslip as the employee’s own PDF', async ({ openAs }, info) => {
  const page = await openAs('anna')
  if (info.project.name === 'phone') await page.getByRole('button', { name: 'Meny' }).click()
  await page.getByRole('link', { name: 'Lönebesked' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Lönebesked' })).toBeVisible()
  await expect(buttons(page)).toHaveCount(8)
  if (info.project.name === 'phone') {
    const card = page.getByRole('list', { name: 'Lönebesked' }).getByRole('listitem').first()
    for (const label of ['Period', 'Utbetalningsdag'])
      await expect(card.getByText(label, { exact: true })).toBeVisible()
    await expect(card.getByText(/^\d{4}-\d\d-\d\d$/)).toBeVisible()
  } else {
    const table = page.getByRole('table', { name: 'Lönebesked' })
    await expect(table.getByRole('columnheader').filter({ hasText: /Period|Utbetalningsdag/ })).toHaveCount(2)
    await expect(table.getByRole('row').nth(1)).toContainText(/20\d\d-\d\d-\d\d/)
  }
  await expectNoViolations(page)
  const answered = page.waitForResponse(fileCall)
  await buttons(page).first().click()
  const { result } = await (await answered).json()
  expect(readPdf(Buffer.from(result.pdfStr, 'base64')).text).toContain('Anna Lindgren')
})

test('a payslip is read in the portal, saved from there, and never kept on the phone', async ({ openAs }) => {
  const page = await openAs('anna', { path })
  const title = page.getByRole('button', { name: /^\p{L}+ \d{4}$/u }).first()
  await title.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: /^Lönebesked \p{L}+ \d{4}$/u })
  await expect(dialog.getByText('Sida 1 av 1')).toBeVisible()
  await expect(dialog.getByText('Anna Lindgren', { exact: false }).first()).toBeVisible()
  const saved = savedAs(page, /^Lönebesked .+\.pdf$/)
  await dialog.getByRole('button', { name: 'Spara på enheten' }).click()
  await saved
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(title).toBeFocused()
  expect((await copies(page)).filter((address) => address.includes('lonespec'))).toEqual([])
})

test('the latest payslip is one tap from home', async ({ openAs }) => {
  const page = await openAs('anna')
  await page.getByRole('button', { name: /^Lönebesked \p{L}+ \d{4}$/u }).click()
  const dialog = page.getByRole('dialog', { name: /^Lönebesked \p{L}+ \d{4}$/u })
  await expect(dialog.getByText('Sida 1 av 1')).toBeVisible()
})

test('the icon saves a payslip', async ({ openAs }) => {
  const page = await openAs('anna', { path })
  const saved = page.waitForEvent('download')
  await buttons(page).nth(1).click()
  expect((await saved).suggestedFilename()).toMatch(/^Lönebesked \p{L}+ \d{4}\.pdf$/u)
})

test('while it is loading the button says so, and a failure is reported and can be tried again', async ({ openAs }) => {
  const page = await openAs('anna', { path })
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  let asked = 0
  await page.route(fileCall, async (route) => {
    asked++
    await held
    await route.fulfill({ status: 500, json: {} })
  })
  await buttons(page).first().click()
  const busy = page.getByRole('button', { name: /^Laddar ner/ })
  await expect(busy).toBeVisible()
  await busy.click({ force: true })
  letGo()
  await expect(page.getByText('Hämta Lönespec misslyckades')).toBeVisible()
  await expect(page.getByText('Ett fel inträffade')).toBeVisible()
  expect(asked).toBe(1)
  await expect(buttons(page)).toHaveCount(8)
  await page.unroute(fileCall)
  const answered = page.waitForResponse(fileCall)
  await buttons(page).first().click()
  expect((await answered).status()).toBe(200)
  await expect(page.getByText('Hämta Lönespec misslyckades')).toBeHidden()
})

test('a list that cannot be fetched says so, and an empty one too', async ({ openAs }) => {
  const page = await openAs('anna')
  const answers = [
    { status: 500, json: {} },
    { status: 200, json: { result: [], timestamp: '' } },
  ]
  await page.route(listCall, (route) => route.fulfill(answers.shift()))
  await page.goto(path)
  await expect(page.getByText('Hämta lönespecifikationer misslyckades')).toBeVisible()
  await expect(page.getByText('Ett fel inträffade')).toBeVisible()
  await page.getByRole('button', { name: 'Försök igen' }).click()
  await expect(page.getByText('Inga lönebesked ännu')).toBeVisible()
  await expect(page.getByText('Hämta lönespecifikationer misslyckades')).toBeHidden()
})

for (const userName of ['bertil', 'gunilla']) {
  test(`${userName}, with another payroll system, has neither menu entry nor page`, async ({ openAs }) => {
    const page = await openAs(userName, { path })
    await expect(page.getByText(/^Sidan kan inte visas\./)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Lönebesked' })).toHaveCount(0)
  })
}
