// The structure by which a screen reader's user moves: landmarks with distinct names, one level-one heading, and no
// skipped level.
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './sign-in.ts'

const levelsIn = (part: Locator) =>
  part
    .getByRole('heading')
    .evaluateAll((headings) => headings.map((each) => Number(each.getAttribute('aria-level') ?? each.tagName.slice(1))))

async function expectOutline(page: Page): Promise<void> {
  await expect(page.getByRole('banner')).toHaveCount(1)
  await expect(page.getByRole('main')).toHaveCount(1)
  const levels = await levelsIn(page.getByRole('main'))
  expect(levels.filter((level) => level === 1)).toHaveLength(1)
  expect(levels[0]).toBe(1)
  for (const [at, level] of levels.entries()) expect(level).toBeLessThanOrEqual((levels[at - 1] ?? 0) + 1)
  const names = await page
    .getByRole('navigation')
    .evaluateAll((all) => all.map((each) => each.getAttribute('aria-label') ?? ''))
  expect(names).not.toContain('')
  expect(new Set(names).size).toBe(names.length)
}

test('home has an outline', { tag: '@wide' }, async ({ openAs }) => {
  const page = await openAs('anna')
  await expect(page.getByRole('region', { name: 'Koncern' }).getByRole('link', { name: 'Läs mer..' })).toHaveCount(5)
  await expect(page.getByRole('navigation', { name: 'Sju dagar framåt' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('heading', { name: /^Nästa tjänst|^Pågående tjänst/ })).toBeVisible()
  await expectOutline(page)
})

test('the schedule has an outline', { tag: '@wide' }, async ({ openAs }) => {
  const page = await openAs('anna', { path: '/dashboard/schema' })
  await expect(page.getByRole('main').getByRole('heading', { level: 1, name: 'Schema' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible()
  await expectOutline(page)
})

test(
  'two panes have an outline: the chosen one is a region with a heading',
  { tag: '@wide' },
  async ({ openAs }, info) => {
    const page = await openAs('anna', { path: '/dashboard/policy' })
    const rows = page.getByRole('main').getByRole('row')
    await expect(rows.first()).toBeVisible()
    await expectOutline(page)
    if (info.project.name === 'phone') return
    const title = (await rows.first().getByRole('link').textContent()) ?? ''
    await rows.first().getByRole('link').click()
    const pane = page.getByRole('region', { name: title })
    await expect(pane.getByRole('heading', { level: 2, name: title })).toBeVisible()
    await expectOutline(page)
  },
)

test(
  'the search is a dialog with a heading, a named field and a region for each kind of hit',
  { tag: '@wide' },
  async ({ openAs }, info) => {
    const page = await openAs('anna')
    if (info.project.name === 'phone') await page.getByRole('button', { name: 'Meny' }).click()
    await page.getByRole('button', { name: /^Sök/ }).first().click()
    const search = page.getByRole('dialog', { name: 'Sök' })
    await search.getByLabel('Vad letar du efter?').fill('hittegods')
    await expect(search.getByRole('region', { name: 'Policy & Rutiner' }).getByRole('link').first()).toBeVisible()
    const levels = await levelsIn(search)
    expect(levels.length).toBeGreaterThan(1)
    for (const [at, level] of levels.entries()) expect(level - (levels[at - 1] ?? level)).toBeLessThanOrEqual(1)
  },
)
