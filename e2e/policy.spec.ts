import type { Page } from '@playwright/test'
import { expectNoViolations } from './accessible.ts'
import { handOf } from './hand.ts'
import { expect, test } from './sign-in.ts'

const path = '/dashboard/policy'
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const pdf = 'Alkohol- och drogpolicy.pdf'
const word = 'Rutin vid hot och våld (för förare).docx'

test('the menu leads to the list, with size and date', async ({ openAs }, info) => {
  const page = await openAs('anna')
  if (info.project.name === 'phone') await page.getByRole('button', { name: 'Meny' }).click()
  // The phone's menu also contains the company's own page of that name, under 'Mina länkar'.
  await page.getByRole('link', { name: 'Policy & Rutiner', exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Policy & Rutiner' })).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(7)
  await expect(row(page, pdf)).toContainText(/PDF · \d+ kB · \d{4}-\d\d-\d\d/)
  await expect(row(page, word)).toContainText(/DOCX · \d+ kB · \d{4}-\d\d-\d\d/)
  await expectNoViolations(page)
})

for (const name of [pdf, word, 'Riktlinjer för sociala medier [kort version].pdf']) {
  test(`${name} is saved under its name`, async ({ openAs }) => {
    const page = await openAs('anna', { path })
    const download = page.waitForEvent('download')
    await row(page, name).getByRole('button', { name: 'Ladda ned', exact: true }).click()
    expect((await download).suggestedFilename()).toBe(name)
  })
}

test('a PDF opens in the portal if the browser can show it', async ({ openAs }, info) => {
  const page = await openAs('anna', { path })
  const errors: string[] = []
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  const open = page.getByRole('link', { name: pdf, exact: true })
  const shows = await page.evaluate(() => navigator.pdfViewerEnabled)
  if (info.project.name === 'phone') {
    await expect(row(page, pdf)).toBeVisible()
    await expect(open).toHaveCount(0)
    return
  }
  await open.click()
  const pane = page.getByRole('region', { name: pdf.replace('.pdf', '') })
  if (shows) await expect(pane.locator('iframe')).toHaveAttribute('src', /^blob:/)
  const download = page.waitForEvent('download')
  await pane.getByRole('button', { name: 'Ladda ned' }).click()
  expect((await download).suggestedFilename()).toBe(pdf)
  expect(errors).toEqual([])
})

test('a document is saved by keyboard alone', { tag: '@wide' }, async ({ openAs }, info) => {
  test.skip(info.project.name === 'phone', 'a phone has no Tab')
  const page = await openAs('anna', { path })
  const button = row(page, word).getByRole('button', { name: 'Ladda ned', exact: true })
  const download = page.waitForEvent('download')
  await handOf(page, info).press(button)
  expect((await download).suggestedFilename()).toBe(word)
  await expect(button).toBeFocused()
})

test('loading and failure are shown, and a failed load can be tried again', async ({ openAs }) => {
  const page = await openAs('anna')
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  let broken = true
  await page.route('**/api/policydocs/documents', async (route) => {
    await held
    return broken ? route.fulfill({ status: 500, json: {} }) : route.continue()
  })
  await page.goto(path)
  await expect(page.getByText('Laddar dokument..')).toBeAttached()
  letGo()
  await expect(page.getByText('Hämta dokument misslyckades')).toBeVisible()
  broken = false
  await page.getByRole('button', { name: 'Försök igen' }).click()
  await expect(page.getByRole('row')).toHaveCount(7)
  await expect(page.getByText('Hämta dokument misslyckades')).toBeHidden()
})

test('a file that cannot be fetched says so, and can be tried again', async ({ openAs }) => {
  const page = await openAs('anna', { path })
  await page.route('**/api/policydocs/downloadfile**', (route) => route.abort())
  const save = row(page, word).getByRole('button', { name: 'Ladda ned', exact: true })
  await save.click()
  await expect(page.getByText('Hämta dokumentfil misslyckades')).toBeVisible()
  await expect(row(page, word)).toContainText('Ett fel inträffade')
  await page.unroute('**/api/policydocs/downloadfile**')
  const download = page.waitForEvent('download')
  await save.click()
  await download
  await expect(page.getByText('Hämta dokumentfil misslyckades')).toBeHidden()
  await expect(row(page, word)).not.toContainText('Ett fel inträffade')
})
