import type { Page } from '@playwright/test'
import { expectNoViolations } from './accessible.ts'
import { serverFails } from './portal.ts'
import { expect, test } from './sign-in.ts'

// Time limit for axe and long journeys on a busy machine.
test.describe.configure({ timeout: 90_000 })

const lists = { region: '/dashboard/nyheter/region', group: '/dashboard/nyheter/koncern' }
// The demo's dates depend on when it was first started.
const timetable = /^Ny tidtabell i Umeå från den \d+ \p{L}+$/u

/** Opens an item of a list by its title. */
async function read(page: Page, title: string | RegExp): Promise<void> {
  const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
  await row.getByRole('link', { name: 'Läs mer..' }).click()
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
}

const commentBox = (page: Page) => page.getByLabel('Skriv en kommentar')
const send = (page: Page) => page.getByRole('button', { name: 'Skicka', exact: true }).click()
const commentWith = (page: Page, text: string) =>
  page.locator('#news-comment-list').getByRole('listitem').filter({ hasText: text })

test('the dashboard shows the first five of the region and of the group', async ({ openAs }) => {
  const page = await openAs('anna')
  // The page before the reload must have finished its calls.
  await expect(page.getByRole('link', { name: 'Läs mer..' })).toHaveCount(10)
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/nyheter/')) asked.push(new URL(request.url()).search)
  })
  await page.reload()
  for (const title of ['Umeå', 'Koncern']) {
    const block = page.getByRole('region', { name: title, exact: true })
    await expect(block.getByRole('link', { name: 'Läs mer..' })).toHaveCount(5)
    await expect(block.getByRole('heading', { level: 3 })).toHaveCount(5)
  }
  expect(asked).toEqual(['?page=0&compact=true', '?page=0&compact=true'])
  await page.getByRole('region', { name: 'Umeå' }).getByRole('link', { name: 'Läs mer..' }).first().click()
  await expect(page).toHaveURL(/\/dashboard\/nyheter\/region\/\d+$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('without an area the title of the region’s news is Region', async ({ openAs }) => {
  const page = await openAs('anna')
  await page.route('**/api/user/profile', async (route) => {
    const answer = await (await route.fetch()).json()
    const result = answer.result.filter(({ type }: { type: string }) => type !== 'IntraCompanyArea')
    await route.fulfill({ json: { ...answer, result } })
  })
  await page.goto(lists.region)
  await expect(page.getByRole('heading', { name: 'Region', level: 2 })).toBeVisible()
})

test('the lists are read a page at a time, and Back leads to the page one came from', async ({ openAs }) => {
  const page = await openAs('marika', { path: '/dashboard/nyheter' })
  await expect(page).toHaveURL(new RegExp(`${lists.region}$`))
  await expect(page.getByRole('heading', { name: 'Skellefteå', level: 2 })).toBeVisible()
  const pages = page.getByRole('navigation', { name: 'Sidor' })
  await expect(pages.getByRole('button')).toHaveText(['1', '2', '3', '4', '5'])
  await expect(pages.getByRole('button', { name: '1', exact: true })).toHaveAttribute('aria-current', 'page')
  const titles = page.getByRole('heading', { level: 3 })
  await expect(titles).toHaveCount(5)
  const first = await titles.first().textContent()
  await pages.getByRole('button', { name: '3', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Skellefteå', level: 2 })).toBeFocused()
  await expect(titles.first()).not.toHaveText(first ?? '')
  const third = (await titles.first().textContent()) ?? ''
  await read(page, third)
  await page.goBack()
  await expect(titles.first()).toHaveText(third)
  await expect(pages.getByRole('button', { name: '3', exact: true })).toHaveAttribute('aria-current', 'page')
  await page.getByRole('navigation', { name: 'Välj nyheter' }).getByRole('link', { name: 'Koncern' }).click()
  await expect(page.getByRole('heading', { name: 'Koncern', level: 2 })).toBeVisible()
  await expect(pages.getByRole('button')).toHaveText(['1', '2', '3'])
  await expectNoViolations(page)
})

test(
  'an item is read with its table, picture and attachment, and nothing jumps when the picture loads',
  { tag: '@wide' },
  async ({ openAs }) => {
    const page = await openAs('anna', { path: lists.region })
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/api/nyheter/getimage/*', async (route) => {
      await held
      await route.continue()
    })
    await read(page, timetable)
    const text = page.getByRole('article')
    await expect(text.getByText('Bekräfta ditt första pass')).toBeVisible()
    await expect(text.getByRole('columnheader')).toHaveText(['Tid', 'Nu', /^Från \d+ \p{L}+$/u])
    const comments = page.getByRole('heading', { name: 'Kommentarer' })
    const before = await comments.evaluate((element) => element.getBoundingClientRect().top + scrollY)
    release()
    const picture = text.getByRole('img', { name: /Linjekarta/ })
    await expect(picture).toHaveJSProperty('complete', true)
    await expect(picture).not.toHaveJSProperty('naturalWidth', 0)
    expect(await comments.evaluate((element) => element.getBoundingClientRect().top + scrollY)).toBe(before)
    await expectNoViolations(page)

    const attachment = page.getByRole('list', { name: 'Bilagor' }).getByRole('listitem').first()
    const save = attachment.getByRole('button', { name: 'Ladda ned' })
    const [download] = await Promise.all([page.waitForEvent('download'), save.click()])
    expect(download.suggestedFilename()).toBe('Tidtabell linje 1.pdf')
    await expect(attachment.getByRole('button', { name: 'Laddar ner..' })).toBeVisible()
    await expect(save).toBeVisible()
    const bytes = await (await import('node:fs/promises')).readFile((await download.path()) ?? '')
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  },
)

test('a picture or file that cannot be fetched says so', async ({ openAs }) => {
  const page = await openAs('anna', { path: lists.region })
  await page.route('**/api/spcommon/downloadfile*', (route) => route.abort())
  await page.route('**/api/nyheter/getimage/*', (route) => route.fulfill(serverFails))
  await page.route('**/api/nyheter/getcomments*', (route) => route.fulfill(serverFails))
  await read(page, timetable)
  await page.getByRole('button', { name: 'Tidtabell linje 1', exact: true }).click()
  await expect(page.getByText('Hämta dokumentfil misslyckades')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Bilagor' }).getByRole('alert')).toHaveText('Ett fel inträffade')
  await expect(page.getByText('Kommentarer kunde inte läsas in för tillfället.')).toBeVisible()
  await expect(page.getByRole('article').getByText('Linjekarta med den nya sträckningen')).toBeVisible()
  await page.unroute('**/api/nyheter/getimage/*')
  await page.getByRole('button', { name: 'Hämta bilden igen' }).click()
  await expect(page.getByRole('article').getByRole('img', { name: /Linjekarta/ })).toBeVisible()
})

test('a list or an item that fails to load says so and can be tried again', async ({ openAs }) => {
  const page = await openAs('anna')
  let down = true
  await page.route('**/api/nyheter/getregion*', (route) => (down ? route.fulfill(serverFails) : route.continue()))
  await page.route('**/api/nyheter/getregion/*', (route) => (down ? route.fulfill(serverFails) : route.continue()))
  await page.goto(lists.region)
  await expect(page.getByText('Hämta Nyheter misslyckades')).toBeVisible()
  await expect(page.getByText('Ett fel inträffade')).toBeVisible()
  down = false
  await page.getByRole('button', { name: 'Försök igen' }).click()
  await expect(page.getByRole('heading', { level: 3 })).toHaveCount(5)
  await expect(page.getByText('Hämta Nyheter misslyckades')).toBeHidden()
  await page.goto(`${lists.region}/999999999`)
  await expect(page.getByText(/^Nyheten finns inte längre/)).toBeVisible()
})

test('a comment is written, kept through a reload, sent, changed and removed', async ({ openAs }, info) => {
  const page = await openAs('anna', { path: lists.group })
  const text = `Bra nyhet från ${info.project.name}`
  await read(page, 'Medarbetarundersökningen är öppen')
  await commentBox(page).fill('x'.repeat(500))
  await expect(commentBox(page)).toHaveValue('x'.repeat(400))
  await expect(page.getByText('400/400')).toBeVisible()
  await commentBox(page).fill('')
  await expect(page.getByText('Kommentar får inte vara tomt och inte överskrida 400 tecken')).toBeVisible()
  await commentBox(page).fill(text)
  await expect(page.getByText(`${text.length}/400`)).toBeVisible()
  await expect(page.getByText('Kommentar får inte vara tomt')).toBeHidden()
  await page.reload()
  await expect(commentBox(page)).toHaveValue(text)

  await page.route('**/api/nyheter/addcomment', (route) => route.fulfill(serverFails))
  await send(page)
  await expect(page.getByText('Ett fel inträffade när kommentaren skulle sparas')).toBeVisible()
  await expect(commentBox(page)).toHaveValue(text)
  await page.unroute('**/api/nyheter/addcomment')
  let go: () => void = () => undefined
  const held = new Promise<void>((resolve) => (go = resolve))
  await page.route('**/api/nyheter/addcomment', async (route) => {
    await held
    await route.continue()
  })
  await send(page)
  // Text that is typed while a comment is being sent stays.
  await commentBox(page).fill('Och en sak till')
  go()
  const own = commentWith(page, text)
  await expect(own).toContainText('Anna Lindgren')
  await expect(commentBox(page)).toHaveValue('Och en sak till')
  await commentBox(page).fill('')
  await expect(own).toContainText('Anna Lindgren')
  await expect(commentBox(page)).toHaveValue('')
  await page.reload()
  await expect(commentBox(page)).toHaveValue('')

  await own.getByRole('button', { name: 'Ändra' }).click()
  await expect(page.getByLabel('Ändra kommentaren')).toBeFocused()
  await page.getByLabel('Ändra kommentaren').fill(`${text}, ändrad`)
  await page.getByRole('button', { name: 'Spara', exact: true }).click()
  const changed = commentWith(page, `${text}, ändrad`)
  await expect(changed.getByRole('button', { name: 'Ändra' })).toBeFocused()

  await changed.getByRole('button', { name: 'Ta bort' }).click()
  const dialog = page.getByRole('dialog', { name: 'Radera inlägget?' })
  await expectNoViolations(page)
  await dialog.getByRole('button', { name: 'Nej' }).click()
  await expect(changed).toBeVisible()
  await changed.getByRole('button', { name: 'Ta bort' }).click()
  await dialog.getByRole('button', { name: 'Ja' }).click()
  await expect(changed).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Kommentarer' })).toBeFocused()
})

test('others’ comments can be hidden, but not changed', async ({ openAs }) => {
  const page = await openAs('cecilia', { path: lists.region })
  await read(page, 'Ny kaffemaskin i lunchrummet på Västerslätt')
  const comments = page.locator('#news-comment-list').getByRole('listitem')
  await expect(comments).toHaveCount(3)
  for (const name of [/^Ändra/, /^Ta bort/]) await expect(comments.getByRole('button', { name })).toHaveCount(0)
  await page.getByRole('button', { name: 'Dölj kommentarer' }).click()
  await expect(comments.first()).toBeHidden()
  await page.getByRole('button', { name: 'Visa kommentarer' }).click()
  await expect(comments.first()).toBeVisible()
})

test('an employee who may not see news has no menu item, page or block', async ({ openAs }) => {
  const page = await openAs('bertil', { path: lists.region })
  await expect(page.getByText('Sidan kan inte visas.')).toBeVisible()
  await page.goto('/dashboard/start')
  await expect(
    page
      .getByRole('region', { name: 'Tidrapport' })
      .or(page.getByRole('region', { name: /tjänst$/ }))
      .first(),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: 'Nyheter' })).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Koncern' })).toHaveCount(0)
})
