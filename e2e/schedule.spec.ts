// The schedule as a calendar: today, other months, a day's assignments, the list, the subscribed calendar, and paper.
import type { Page, TestInfo } from '@playwright/test'
import type { ScheduleRow } from '../areas/schedule/contract.ts'
import { addDays, dayAndDate, monthNames, yearMonthOf } from '../platform/contract/wall-clock.ts'
import { expectNoViolations } from './accessible.ts'
import { dateOf, driverAtWork } from './driver.ts'
import { expect, test } from './sign-in.ts'

const path = '/dashboard/schema'
const isWide = ({ project }: TestInfo) => project.name === 'desktop'

const titleOf = (date: string) => `${monthNames[yearMonthOf(date).month - 1]} ${date.slice(0, 4)}`
const month = (page: Page, date: string) => page.getByRole('heading', { name: titleOf(date), exact: true })
/** The link of a day, by its date in words. */
const day = (page: Page, date: string) => page.getByRole('link', { name: new RegExp(`^${dayAndDate(date)}(,|$)`) })

test('the schedule opens at today, goes to other months, and back', { tag: '@wide' }, async ({ openAs }, info) => {
  const today = dateOf('today')
  const page = await openAs(driverAtWork(info), { path })
  await expect(month(page, today)).toBeVisible()
  await expect(day(page, today)).toBeInViewport()
  await expect(day(page, today)).toHaveAccessibleName(/, i dag, .*\d\d:\d\d till \d\d:\d\d, Tjänst /)
  await expect(page.getByText(/^(En tjänst|\d+ tjänster) · \d+ h/)).toBeVisible()
  await expectNoViolations(page)

  const next = addDays(`${today.slice(0, 8)}28`, 7)
  await page.getByRole('button', { name: 'Nästa månad' }).click()
  await expect(month(page, next)).toBeVisible()
  await page.reload()
  await expect(month(page, next)).toBeVisible()
  await page.getByRole('button', { name: 'Föregående månad' }).click()
  await expect(month(page, today)).toBeVisible()
  await page.getByRole('button', { name: 'Föregående månad' }).click()
  await expect(month(page, today)).toBeHidden()
  await page.getByRole('button', { name: 'I dag', exact: true }).click()
  await expect(day(page, today)).toBeInViewport()
})

test('a day off is called so, a day that is not published is not', async ({ openAs }, info) => {
  const page = await openAs(driverAtWork(info), { path: `${path}?datum=${dateOf('today').slice(0, 8)}01` })
  await expect(page.getByRole('link', { name: /, ledig$/ }).first()).toBeVisible()
  await page.goto(`${path}?datum=${Number(dateOf('today').slice(0, 4)) + 2}-02-01`)
  await expect(page.getByText('Schemat för månaden är inte publicerat än.')).toBeVisible()
  await expect(page.getByText(/ledig/i)).toHaveCount(0)
})

test('a public holiday has its name', { tag: '@wide' }, async ({ openAs }, info) => {
  const christmas = `${dateOf('today').slice(0, 4)}-12-25`
  const page = await openAs(driverAtWork(info), { path: `${path}?datum=${christmas}` })
  // On a phone, a month that is not published has no list, but its days are in the strip.
  const named = day(page, christmas).or(page.getByRole('button', { name: dayAndDate(christmas) }))
  await expect(named.first()).toHaveAccessibleName(new RegExp(`^${dayAndDate(christmas)}, .*Juldagen`))
  if (isWide(info)) await expect(day(page, christmas).getByText('Juldagen', { exact: true })).toBeVisible()
})

test('a duty in the grid has its number and its lines in one line', { tag: '@wide' }, async ({ openAs }, info) => {
  test.skip(!isWide(info), 'the grid is on a wide screen')
  const page = await openAs('jonas', { host: 'ost.localhost', path })
  for (const width of [992, 1280, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(
      page
        .getByRole('grid')
        .getByText(/\d\d:\d\d–\d\d:\d\d/)
        .first(),
    ).toBeVisible()
    const duties = await page.getByRole('grid').evaluate(linesOfDuties)
    expect(duties.length).toBeGreaterThan(10)
    expect([width, duties.filter(({ lines, isCut }) => lines !== 1 || isCut)]).toEqual([width, []])
  }
})

/** The content below the times of each duty: in how many lines the number is, and whether anything is cut. */
function linesOfDuties(grid: Element) {
  const range = document.createRange()
  const times = [...grid.querySelectorAll('span:has(> time)')]
  return times.map(({ nextElementSibling }) => {
    const what = nextElementSibling!
    const numbers = document.createTreeWalker(what, NodeFilter.SHOW_TEXT)
    range.selectNodeContents(numbers.nextNode()!)
    const right = what.getBoundingClientRect().right + 0.5
    const shown = [...what.children].filter((each) => each.getClientRects().length > 0)
    return {
      text: what.textContent,
      lines: new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size,
      isCut: shown.some(
        (each) => each.getBoundingClientRect().right > right || each.scrollWidth > each.clientWidth + 1,
      ),
    }
  })
}

test('a day opens its assignments, and Back returns to it', { tag: '@wide' }, async ({ openAs }, info) => {
  const today = dateOf('today')
  const page = await openAs(driverAtWork(info), { path: `${path}?datum=${today}` })
  await day(page, today).click()
  await expect(page.getByRole('heading', { name: 'Mina uppdrag', level: 1 })).toBeVisible()
  await expect(page.getByLabel('Datum', { exact: true })).toHaveValue(today)
  await page.goBack()
  await expect(day(page, today)).toBeInViewport()
})

test('the days of the month are reached by keyboard', { tag: '@wide' }, async ({ openAs }, info) => {
  test.skip(!isWide(info), 'the grid is on a wide screen')
  const today = dateOf('today')
  const page = await openAs(driverAtWork(info), { path })
  await expect(page.getByRole('grid', { name: titleOf(today) })).toBeVisible()
  await page.getByRole('button', { name: 'I dag', exact: true }).focus()
  await page.keyboard.press('Tab')
  await expect(day(page, today)).toBeFocused()
  // Five weeks cross the end of the month, whatever today's date is.
  for (const weeks of [1, 2, 3, 4, 5]) {
    await page.keyboard.press('ArrowDown')
    await expect(day(page, addDays(today, 7 * weeks))).toBeFocused()
  }
  await page.keyboard.press('ArrowLeft')
  const last = addDays(today, 34)
  await expect(day(page, last)).toBeFocused()
  await expect(month(page, last)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Datum', { exact: true })).toHaveValue(last)
})

test('on a phone a week is on top, and its days choose where the list begins', async ({ openAs }, info) => {
  test.skip(isWide(info), 'a wide screen has the grid')
  const first = `${dateOf('today').slice(0, 8)}01`
  const page = await openAs(driverAtWork(info), { path: `${path}?datum=${first}` })
  await expect(day(page, first)).toBeVisible()
  const third = addDays(first, 2)
  await page.getByRole('button', { name: new RegExp(`^${dayAndDate(third)}(,|$)`) }).click()
  await expect(day(page, first)).toBeHidden()
  await expect(page.getByRole('list', { name: 'Dagar' }).getByRole('link').first()).toHaveAccessibleName(
    new RegExp(`^${dayAndDate(third)}`),
  )
})

test('at the end of a month the first days of the next one follow', { tag: '@wide' }, async ({ openAs }, info) => {
  const next = `${addDays(`${dateOf('today').slice(0, 8)}28`, 7).slice(0, 8)}01`
  const page = await openAs(driverAtWork(info), { path: `${path}?datum=${addDays(next, -1)}` })
  const days = page.getByRole('list', { name: `Dagar i ${titleOf(next).split(' ')[0]!.toLowerCase()}` })
  await expect(page.getByRole('heading', { name: titleOf(next), level: 3 })).toBeVisible()
  await expect(days.getByRole('link')).toHaveCount(13)
  await expect(days.getByRole('link').last()).toHaveAccessibleName(new RegExp(`^${dayAndDate(addDays(next, 12))}(,|$)`))
  await expectNoViolations(page)
  await day(page, addDays(next, 6)).click()
  await expect(page.getByLabel('Datum', { exact: true })).toHaveValue(addDays(next, 6))
})

test('the list has the year and the month to choose, and is remembered in the address', async ({ openAs }) => {
  const page = await openAs('anna', { path })
  await page.getByRole('button', { name: 'Lista' }).click()
  await expect(page).toHaveURL(/[?&]vy=lista/)
  await page.reload()
  await expect(page.getByLabel('Månad')).toBeVisible()
  await page.getByLabel('År').fill('1999')
  await expect(page.getByText('Felaktigt årtal')).toBeVisible()
  const year = Number(dateOf('today').slice(0, 4)) - 1
  await page.getByLabel('År').fill(String(year))
  await expect(page.getByLabel('År')).toBeFocused()
  await page.getByLabel('Månad').selectOption('Mars')
  await page.getByRole('button', { name: 'Månad', exact: true }).click()
  await expect(month(page, `${year}-03-01`)).toBeVisible()
})

test('a day that has changed since the last visit is marked once', { tag: '@wide' }, async ({ openAs }, info) => {
  const page = await openAs(driverAtWork(info), { path })
  const today = dateOf('today')
  await expect(day(page, today)).toBeVisible()
  await page.waitForFunction(
    (name) => Object.keys(localStorage).some((key) => key.startsWith('linjen.schema:') && key.endsWith(name)),
    today.slice(0, 7),
  )
  await page.route('**/api/bpl/schema?*', async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { result: ScheduleRow[] }
    const result = answer.result.map((row) => (row.datum === today ? { ...row, sluttid: `${today}T23:58:00` } : row))
    await route.fulfill({ response, json: { ...answer, result } })
  })
  await page.reload()
  await expect(day(page, today)).toHaveAccessibleName(/, ändrad, /)
  await expect(day(page, today).getByText('Ändrad', { exact: true })).toBeVisible()
  // Who has looked at something else meanwhile still sees what changed.
  await page.getByRole('button', { name: 'Lista' }).click()
  await expect(day(page, today)).toHaveCount(0)
  await page.getByRole('button', { name: 'Månad', exact: true }).click()
  await expect(day(page, today).getByText('Ändrad', { exact: true })).toBeVisible()
  await page.reload()
  await expect(day(page, today).getByText(/–23:58$/)).toBeVisible()
  await expect(page.getByText('Ändrad')).toHaveCount(0)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('a change of the next month stays marked until its day has been shown', async ({ openAs }, info) => {
  const today = dateOf('today')
  const next = `${addDays(`${today.slice(0, 8)}28`, 7).slice(0, 8)}01`
  const endOfMonth = `${path}?datum=${addDays(next, -1)}`
  const page = await openAs(driverAtWork(info), { path: `${path}?datum=${next}` })
  const days = isWide(info) ? page.getByRole('grid') : page.getByRole('list', { name: 'Dagar', exact: true })
  await expect(days.getByRole('link', { name: / till / }).first()).toBeVisible()
  await page.waitForFunction(
    (month) => Object.keys(localStorage).some((key) => key.startsWith('linjen.schema:') && key.endsWith(month)),
    next.slice(0, 7),
  )
  // The month before also shows the first changed duty, in its last week, but not the last changed one.
  const changes: string[] = []
  await page.route('**/api/bpl/schema?*', async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { result: ScheduleRow[] }
    const ofNext = answer.result.map(({ datum }) => datum).filter((date) => date >= next)
    const changed = [ofNext[0]!, ofNext.at(-1)!]
    if (ofNext.length > 0) changes.splice(0, 2, ...changed)
    const result = answer.result.map((row) =>
      changed.includes(row.datum) ? { ...row, sluttid: `${row.datum}T23:58:00` } : row,
    )
    await route.fulfill({ response, json: { ...answer, result } })
  })
  await page.goto(endOfMonth)
  await expect(page.getByText(/^\d\d:\d\d–23:58$/)).toBeVisible()
  await expect(page.getByText('Ändrad', { exact: true })).toHaveCount(1)
  await page.goto(`${path}?datum=${next}`)
  await expect(day(page, changes[1]!)).toHaveAccessibleName(/, ändrad, /)
  await expect(page.getByText('Ändrad', { exact: true })).toHaveCount(1)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('a calendar address is made, fetched, replaced and ended', async ({ openAs }) => {
  const page = await openAs('lennart', { path })
  await page.getByRole('button', { name: 'Prenumerera' }).click()
  const dialog = page.getByRole('dialog', { name: 'Prenumerera på schemat' })
  await dialog.getByLabel('Bara tider').check()
  await dialog.getByRole('button', { name: 'Skapa adress' }).click()
  const address = await dialog.getByLabel('Adress').inputValue()
  await expect(dialog.getByRole('link', { name: 'Öppna i kalendern' })).toHaveAttribute(
    'href',
    address.replace('http:', 'webcal:'),
  )
  await expect(dialog.getByText('Ingen kalender har hämtat den än.')).toBeVisible()
  await dialog.getByText('Android och Google Kalender').click()
  await expectNoViolations(page)
  const fetched = await page.request.get(address)
  expect([fetched.status(), (await fetched.text()).slice(0, 15)]).toEqual([200, 'BEGIN:VCALENDAR'])

  // The address is shown only once.
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Prenumerera' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByText(/Senast hämtad \p{L}+dag \d+ \p{L}+ \d\d:\d\d\./u)).toBeVisible()
  await expect(dialog.getByLabel('Bara tider')).toBeChecked()
  await expect(dialog.getByLabel('Adress')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Gör en ny adress' }).click()
  const second = await dialog.getByLabel('Adress').inputValue()
  expect((await page.request.get(address)).status()).toBe(404)
  expect((await page.request.get(second)).status()).toBe(200)
  await dialog.getByRole('button', { name: 'Sluta dela' }).click()
  await expect(dialog.getByRole('button', { name: 'Skapa adress' })).toBeVisible()
  expect((await page.request.get(second)).status()).toBe(404)
})

const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length

test('the month is one sheet of paper, without what surrounds it', { tag: '@wide' }, async ({ openAs }, info) => {
  const page = await openAs(driverAtWork(info), { path })
  await expect(day(page, dateOf('today'))).toBeVisible()
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(pagesOf(await page.pdf({ preferCSSPageSize: true }))).toBe(1)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  await expect(page.getByRole('grid')).toBeVisible()
  await expectPaper(page)
})

test('a day and the payslips are printed without what surrounds them', async ({ openAs }) => {
  const page = await openAs('anna', { path: '/dashboard/minauppdrag' })
  for (const [screen, title] of [
    ['minauppdrag', 'Mina uppdrag'],
    ['konteklonebesked', 'Lönebesked'],
  ] as const) {
    await page.goto(`/dashboard/${screen}`)
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
    await expectPaper(page)
    await page.emulateMedia({ media: 'screen' })
  }
})

test('a day is one sheet of paper, also with its details', { tag: '@wide' }, async ({ openAs }, info) => {
  const page = await openAs(driverAtWork(info), { path: '/dashboard/minauppdrag' })
  const list = page.getByRole(isWide(info) ? 'table' : 'list', { name: 'Uppdrag' })
  await expect(list.getByText(/^Linjekörning/).first()).toBeVisible()
  expect(pagesOf(await page.pdf({ preferCSSPageSize: true }))).toBe(1)
  await page.getByRole('switch', { name: 'Detaljer' }).click()
  await expect(page.getByRole('switch', { name: 'Detaljer' })).toBeChecked()
  expect(pagesOf(await page.pdf({ preferCSSPageSize: true }))).toBe(1)
  await expect(list).toBeVisible()
})

/** Expects black text on white, and nothing to press. */
async function expectPaper(page: Page): Promise<void> {
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByRole('banner')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Hoppa till innehållet' })).toHaveCount(0)
  // The page may still be changing from one medium to the other.
  await expect
    .poll(() =>
      page.evaluate(() => {
        const heading = getComputedStyle(document.querySelector('h1')!).color
        return [heading, getComputedStyle(document.documentElement).backgroundColor]
      }),
    )
    .toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)'])
}
