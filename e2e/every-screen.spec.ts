// Requirements on every screen are tested on the list of screens, so that they also apply to screens that are added
// later.
import type { Page } from '@playwright/test'
import { someOf } from '../checks/effort.ts'
import { expectNoViolations } from './accessible.ts'
import { officePages, openOfficePage } from './office-screens.ts'
import { openScreen, routes } from './routes.ts'
import { expect, test } from './sign-in.ts'

/**
 * `npm run prove` tests all screens in both themes at both widths; `npm test` tests some at each width, in one theme.
 */
const full = process.env.PROVE === 'full'
/** Milliseconds. One test opens all screens, also on a busy machine. */
const limit = full ? 900_000 : 300_000

test(
  'every screen has a heading, a title, no console error, no sideways scroll, and passes axe in both themes',
  { tag: '@wide' },
  async ({ openAs }, { project }) => {
    test.setTimeout(limit)
    const page = await openAs('anna')
    const errors = errorsOf(page)
    for (const path of ofTurn(await routes(page), project.name, 6)) {
      await openScreen(page, path)
      await expectSound(page, project.name)
    }
    expect(errors).toEqual([])
  },
)

test('so has every screen of the office, also with a case open', { tag: '@wide' }, async ({ openAs }, { project }) => {
  test.setTimeout(limit)
  for (const [who, screens] of Map.groupBy(ofTurn(officePages('norr'), project.name, 3), (each) => each.who)) {
    const page = await openAs(who)
    const errors = errorsOf(page)
    for (const screen of screens) {
      await openOfficePage(page, screen)
      await expectSound(page, project.name)
    }
    expect(errors).toEqual([])
  }
})

const turnOf = (project: string) => (project === 'phone' ? 0 : 1)

function ofTurn<T>(all: readonly T[], project: string, sample: number): readonly T[] {
  if (full) return all
  return someOf(
    all.filter((_, n) => n % 2 === turnOf(project)),
    { sample },
  )
}

function errorsOf(page: Page): readonly string[] {
  const errors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${page.url()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => errors.push(`${page.url()}: ${String(error)}`))
  return errors
}

async function expectSound(page: Page, project: string): Promise<void> {
  const found = await page.evaluate(() => ({
    headings: document.querySelectorAll('h1').length,
    sideways: document.documentElement.scrollWidth - innerWidth,
  }))
  expect([page.url(), found]).toEqual([page.url(), { headings: 1, sideways: 0 }])
  expect(await page.title(), page.url()).not.toBe('')
  await expectNoViolations(page, full ? undefined : [turnOf(project) === 0 ? 'light' : 'dark'])
}

test('the menu is used by keyboard alone', { tag: '@wide' }, async ({ openAs }, info) => {
  test.skip(info.project.name === 'phone', 'a phone has no Tab')
  const page = await openAs('anna')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: /innehåll/i })).toBeFocused()
  await page.getByRole('link', { name: 'Schema', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Schema' })).toBeFocused()
  await page.getByRole('button', { name: 'Meny' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Logga ut' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Meny' })).toBeFocused()
})
