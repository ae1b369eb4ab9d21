import type { Page, TestInfo } from '@playwright/test'
import { becomeOldest } from '../checks/oldest-browser.ts'
import { pdfOf } from '../core/documents/server/demo/pdf.ts'
import { expectNoViolations } from './accessible.ts'
import { handOf } from './hand.ts'
import { expect, test } from './sign-in.ts'

const path = '/dashboard/policy'
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const pdf = 'Alkohol- och drogpolicy'
const word = 'Rutin vid hot och våld (för förare)'

/**
 * The element that opens the PDF and the one that shows it: a dialog on a phone, a pane beside the list on a wide
 * screen.
 */
function reader(page: Page, { project }: TestInfo) {
  const phone = project.name === 'phone'
  return {
    open: page.getByRole(phone ? 'button' : 'link', { name: pdf, exact: true }),
    opened: page.getByRole(phone ? 'dialog' : 'region', { name: pdf, exact: true }),
  }
}

test('the menu leads to the list, with size and date', async ({ openAs }, info) => {
  const page = await openAs('anna')
  if (info.project.name === 'phone') await page.getByRole('button', { name: 'Meny' }).click()
  // In the phone's menu, the page's row also has the outside link of the same name.
  await page.getByRole('link', { name: 'Policy & Rutiner', exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Policy & Rutiner' })).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(7)
  await expect(row(page, pdf)).toContainText(/PDF · \d+ kB · \d{4}-\d\d-\d\d/)
  await expect(row(page, word)).toContainText(/Word · \d+ kB · \d{4}-\d\d-\d\d.*Ladda ned och öppna i Word/)
  await expectNoViolations(page)
})

for (const [title, name] of [
  [pdf, `${pdf}.pdf`],
  [word, `${word}.docx`],
  ['Riktlinjer för sociala medier [kort version]', 'Riktlinjer för sociala medier [kort version].pdf'],
] as const) {
  test(`${name} is saved under its name`, async ({ openAs }) => {
    const page = await openAs('anna', { path })
    const download = page.waitForEvent('download')
    await row(page, title).getByRole('button', { name: 'Ladda ned', exact: true }).click()
    expect((await download).suggestedFilename()).toBe(name)
  })
}

test(
  'a PDF is read in the portal, enlarged and saved from there; a Word document is only saved',
  { tag: '@wide' },
  async ({ openAs }, info) => {
    const page = await openAs('anna', { path })
    const errors: string[] = []
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    const { open, opened } = reader(page, info)
    await open.focus()
    await page.keyboard.press('Enter')
    await expect(opened.getByText('Sida 1 av 1')).toBeVisible()
    const sheet = opened.getByRole('group', { name: 'Sida 1' })
    await expect(sheet.getByText('Alla bussar har alkolås.', { exact: false })).toBeVisible()
    const canvas = sheet.locator('canvas')
    await expect(canvas).toBeAttached()
    expect(await canvas.evaluate(hasInk)).toBe(true)
    const before = (await sheet.boundingBox())?.width ?? 0
    await opened.getByRole('button', { name: 'Förstora' }).click()
    await expect.poll(async () => (await sheet.boundingBox())?.width).toBeCloseTo(before * 1.25, -1)
    await expectNoViolations(page, ['light', 'dark'])
    const download = page.waitForEvent('download')
    await opened.getByRole('button', { name: 'Spara på enheten' }).click()
    expect((await download).suggestedFilename()).toBe(`${pdf}.pdf`)
    await opened.getByRole('button', { name: 'Stäng' }).click()
    await expect(opened).toBeHidden()
    await expect(open).toBeFocused()
    await expect(page.getByRole('button', { name: word })).toHaveCount(0)
    expect(errors).toEqual([])
  },
)

test('a long document says where one is, and only pages near it take memory', async ({ openAs }, info) => {
  const page = await openAs('anna', { path })
  const head = { title: pdf, author: 'Linjen Norr', dated: new Date() }
  const long = await pdfOf(head, (document, root) => {
    for (let sheet = 1; sheet <= 30; sheet++) {
      if (sheet > 1) document.addPage()
      root.add(document.struct('P', {}, () => document.text(`Blad nummer ${sheet}`)))
    }
  })
  await page.route('**/api/policydocs/downloadfile**', (route) =>
    route.fulfill({ json: { result: Buffer.from(long).toString('base64'), timestamp: '' } }),
  )
  const { open, opened } = reader(page, info)
  await open.click()
  await expect(opened.getByText('Sida 1 av 30')).toBeVisible()
  await expect(opened.getByText('Blad nummer 1', { exact: true })).toBeVisible()
  await opened.getByRole('group', { name: pdf }).evaluate((frame) => frame.scrollTo(0, frame.scrollHeight))
  await expect(opened.getByText('Sida 30 av 30')).toBeVisible()
  await expect(opened.getByText('Blad nummer 30', { exact: true })).toBeVisible()
  await expect(opened.getByRole('group', { name: 'Sida 30' }).locator('canvas')).toBeAttached()
  await expect(opened.getByRole('group', { name: 'Sida 1', exact: true }).locator('canvas')).toHaveCount(0)
  expect(await opened.locator('canvas').count()).toBeLessThan(8)
})

/** Whether anything has been drawn on the white page. */
const hasInk = (canvas: HTMLElement | SVGElement) => {
  const { width, height } = canvas as HTMLCanvasElement
  const { data } = (canvas as HTMLCanvasElement).getContext('2d')!.getImageData(0, 0, width, height)
  return data.some((value, index) => index % 4 === 0 && value < 100)
}

test('a document is saved by keyboard alone', { tag: '@wide' }, async ({ openAs }, info) => {
  test.skip(info.project.name === 'phone', 'a phone has no Tab')
  const page = await openAs('anna', { path })
  const button = row(page, word).getByRole('button', { name: 'Ladda ned', exact: true })
  const download = page.waitForEvent('download')
  await handOf(page, info).press(button)
  expect((await download).suggestedFilename()).toBe(`${word}.docx`)
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

test('on a tablet a document has the whole screen', async ({ openAs }, { project }) => {
  test.skip(project.name === 'desktop', 'sets a width of its own')
  const page = await openAs('anna', { path: '/dashboard/policy' })
  await page.setViewportSize({ width: 820, height: 1180 })
  await page.getByRole('button', { name: 'Alkohol- och drogpolicy', exact: true }).click()
  await expect(page.getByRole('dialog').getByRole('group', { name: 'Sida 1' })).toBeVisible()
  expect(await page.getByRole('dialog').boundingBox()).toMatchObject({ x: 0, y: 0, width: 820, height: 1180 })
})

test('a PDF is read in the oldest browsers too', async ({ openAs }, info) => {
  const page = await openAs('anna', { path })
  await page.route('**/pdf.worker*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: `(${becomeOldest.toString()})();\n${await response.text()}` })
  })
  const { open, opened } = reader(page, info)
  await open.click()
  await expect(opened.getByText('Sida 1 av 1')).toBeVisible()
  const isWritten = (canvas: HTMLCanvasElement) =>
    canvas
      .getContext('2d')
      ?.getImageData(0, 0, canvas.width, canvas.height)
      .data.some((part) => part < 100)
  await expect.poll(() => opened.locator('canvas').evaluate(isWritten)).toBe(true)
})
