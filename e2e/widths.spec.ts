// The page never scrolls sideways, also when the sidebar leaves little room. Large text and other modes are in modes.spec.ts.
import type { Page } from '@playwright/test'
import { shellPath } from '#platform/contract/pages.ts'
import { allLoaded } from './all-loaded.ts'
import { driverAtWork } from './driver.ts'
import { someOf } from '../checks/effort.ts'
import { openScreen, routes } from './routes.ts'
import { expect, test } from './sign-in.ts'
import { wrongHere } from './wrong-here.ts'

/** How many pixels the page is wider than the window. */
const over = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

test('no screen scrolls sideways at any width', async ({ openAs }) => {
  test.setTimeout(180_000)
  const page = await openAs('anna')
  const wide: string[] = []
  for (const path of someOf(await routes(page), { sample: 4 })) {
    await openScreen(page, path)
    for (const width of [360, 992, 1020, 1050, 1168, 1280, 1440, 1920, 2560]) {
      await page.setViewportSize({ width, height: 800 })
      // Waits for the layout of this width: the bar of a phone or the wide menu, cards or tables.
      if (path.startsWith(shellPath))
        await expect(page.getByRole('navigation', { name: width < 992 ? 'Snabbval' : 'Huvudmeny' })).toBeVisible()
      const pixels = await over(page)
      if (pixels > 0) wide.push(`${path} at ${width}: ${pixels} px`)
    }
  }
  expect(wide).toEqual([])
})

test('from 1440 px on the news are beside the day, and on a still wider screen all is in the middle', async ({
  openAs,
}) => {
  const page = await openAs('anna')
  const day = page.getByRole('region', { name: 'Mina uppdrag' })
  const news = page.getByRole('region', { name: 'Umeå', exact: true })
  const boxes = async (width: number) => {
    await page.setViewportSize({ width, height: 1000 })
    await expect(news).toBeVisible()
    return { day: (await day.boundingBox())!, news: (await news.boundingBox())! }
  }
  const below = await boxes(1280)
  expect(below.news.y).toBeGreaterThan(below.day.y + below.day.height)
  const beside = await boxes(1440)
  expect(beside.news.x).toBeGreaterThan(beside.day.x + beside.day.width)
  expect(beside.news.y).toBeLessThan(beside.day.y + beside.day.height)
  const wide = await boxes(2560)
  const menu = (await page.getByRole('navigation', { name: 'Huvudmeny' }).boundingBox())!
  const right = 2560 - (wide.news.x + wide.news.width)
  expect(Math.abs(menu.x - right)).toBeLessThan(40)
})

test('a wide list with all details scrolls in its own frame', async ({ openAs }, info) => {
  const page = await openAs(driverAtWork(info), { path: '/dashboard/minauppdrag' })
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('switch', { name: 'Detaljer' }).click()
  await expect(page.getByRole('columnheader', { name: 'Startplats' })).toBeVisible()
  expect(await over(page)).toBe(0)
})

test('with text twice as large the bar can be used', async ({ openAs }) => {
  const page = await openAs('anna')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Snabbval' }).getByRole('button', { name: 'Meny' })).toBeVisible()
  // Either the labels of the bar do not overlap, or only the icons are shown.
  const boxes = await page
    .getByRole('navigation', { name: 'Snabbval' })
    .locator('a, button')
    .evaluateAll((items) => items.map((item) => [item.scrollWidth, item.clientWidth] as const))
  expect(boxes.length).toBeGreaterThan(3)
  for (const [needed, given] of boxes) expect(needed).toBeLessThanOrEqual(given)
})

test('with text twice as large, the lines of a list beside what is open are not cut', async ({ openAs }) => {
  const page = await openAs('anna', { path: '/dashboard/nyheter/region' })
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.locator('main a[href*="/nyheter/region/"]').first().click()
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  await allLoaded(page)
  expect((await page.evaluate(wrongHere)).filter((each) => each.startsWith('cut'))).toEqual([])
})

test('with high-contrast colours, which of an answer and a note is written can be seen', async ({ openAs }) => {
  const page = await openAs('conny', { path: '/kontor/fel' })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ forcedColors: 'active' })
  await page.locator('[data-row]').first().click()
  for (const [selected, width] of [
    [true, '3px'],
    [false, '0px'],
  ] as const)
    await expect(page.getByRole('tab', { selected })).toHaveCSS('border-top-width', width)
})

test('with high-contrast colours, what is on and the current place can be seen', async ({ openAs }) => {
  const page = await openAs('anna', { path: '/dashboard/minauppdrag' })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ forcedColors: 'active' })
  const look = (of: string, part?: string) =>
    page
      .locator(of)
      .first()
      .evaluate((element, pseudo) => {
        const { backgroundColor, borderTopWidth, borderInlineStartWidth } = getComputedStyle(element, pseudo)
        return { backgroundColor, borderTopWidth, borderInlineStartWidth }
      }, part)
  const track = 'input[role=switch] + span'
  const off = await look(track)
  await page.getByRole('switch', { name: 'Detaljer' }).click()
  await expect(page.getByRole('switch', { name: 'Detaljer' })).toBeChecked()
  await expect.poll(async () => (await look(track)).backgroundColor).not.toBe(off.backgroundColor)
  const mark = async () => (await look('nav[aria-label=Snabbval] [aria-current=page]', '::before')).borderTopWidth
  await expect.poll(mark).toBe('3px')
})

test('on a phone in landscape the duty can be confirmed without scrolling', async ({ openAs }) => {
  const page = await openAs('anna', { path: '/diagnostics' })
  await page.setViewportSize({ width: 844, height: 390 })
  await page.goto('/dashboard/start')
  const confirm = page.getByRole('button', { name: /^Bekräfta(t)?$/ })
  const bar = page.getByRole('navigation', { name: 'Snabbval' })
  await expect(confirm).toBeVisible()
  await expect(page.getByRole('link', { name: 'Medarbetarundersökning' })).toBeVisible()
  const [button, below] = [await confirm.boundingBox(), await bar.boundingBox()]
  expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)
})

test('the focused element is never below the bottom bar', async ({ openAs }) => {
  // No journey answers the survey as marika.
  const screens = [
    ['anna', 'start'],
    ['anna', 'avvikelser'],
    ['anna', 'krishantering'],
    ['marika', 'medarbetarundersokning'],
  ] as const
  for (const [who, path] of screens) {
    const page = await openAs(who, { path: '/diagnostics' })
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`/dashboard/${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')
    const stops = await page.getByRole('main').locator(':is(a, button, input, select, textarea):visible').count()
    expect(stops).toBeGreaterThan(5)
    const hidden: string[] = []
    for (let stop = 0; stop < Math.min(stops, 40); stop++) {
      await page.keyboard.press('Tab')
      const below = await page.evaluate(() => {
        const focused = document.activeElement
        const bar = document.querySelector('nav[aria-label=Snabbval]')
        if (!focused || !bar || focused === document.body || bar.contains(focused)) return null
        return focused.getBoundingClientRect().top >= bar.getBoundingClientRect().top ? focused.outerHTML : null
      })
      if (below) hidden.push(below)
    }
    expect([path, hidden]).toEqual([path, []])
  }
})

/** The smallest height that can be tapped without looking on a shaking bus: Apple's 44 points. */
const THUMB_PX = 44

test('on a phone no tap target is too low', async ({ openAs }) => {
  test.setTimeout(120_000)
  const page = await openAs('anna')
  const all = someOf(await routes(page), { sample: 4 })
  await page.setViewportSize({ width: 390, height: 844 })
  const low: string[] = []
  for (const path of all) {
    await openScreen(page, path)
    const found = await page.evaluate((least) => {
      const tapped = document.querySelectorAll<HTMLElement>(
        'a[href], button, select, input, textarea, summary, [role="switch"]',
      )
      return [...tapped].flatMap((element) => {
        const box = (element.closest('label') ?? element).getBoundingClientRect()
        // Not counted: a link in a sentence, which has the height of its line, and elements for keyboard users only, which
        // have no height.
        const inText = element.matches('p a, li p a, dd a')
        const hidden = !element.checkVisibility() || box.width <= 1 || box.bottom < 0 || inText
        // A small element may have a larger tap area, such as the ::after of a link that covers its card.
        const around = getComputedStyle(element, '::after')
        const reach = around.position === 'absolute' && around.content !== 'none' ? Number.parseFloat(around.height) : 0
        if (hidden || Math.max(box.height, reach) >= least - 0.5) return []
        return [
          `${element.tagName} ${(element.getAttribute('aria-label') ?? element.textContent).slice(0, 30)}: ${box.height}`,
        ]
      })
    }, THUMB_PX)
    low.push(...found.map((each) => `${path}: ${each}`))
  }
  expect([...new Set(low)]).toEqual([])
})
