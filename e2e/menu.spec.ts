// The menus' code on a bad line: it fails at first, or comes late.
import type { Page } from '@playwright/test'
import { chunkOf } from './built.ts'
import { expect, test } from './sign-in.ts'

const code = () => chunkOf('shell/Menus.tsx')
const bar = (page: Page) => page.getByRole('navigation', { name: 'Snabbval' })
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Meny' })

test('a phone’s menu whose code has failed to come opens at the next tap', async ({ openAs }, { project }) => {
  test.skip(project.name === 'desktop', 'a wide screen has no bar')
  const page = await openAs('anna', { path: '/dashboard/help' })
  let fails = true
  await page.route(code(), (route) => (fails ? route.abort() : route.continue()))
  await page.reload()
  await bar(page).getByRole('button', { name: 'Meny' }).click()
  await expect(page.getByText('Menyn kunde inte hämtas. Ladda om sidan.')).toBeVisible()
  fails = false
  await bar(page).getByRole('button', { name: 'Meny' }).click()
  await expect(sheet(page)).toBeVisible()
  await expect(page.getByText('Menyn kunde inte hämtas')).toBeHidden()
})

test('a phone’s menu goes with the screen that it was opened on', async ({ openAs }, { project }) => {
  test.skip(project.name === 'desktop', 'a wide screen has no bar')
  const page = await openAs('anna', { path: '/dashboard/help' })
  await bar(page).getByRole('link', { name: 'Hem', exact: true }).click()
  await expect(page).toHaveURL(/\/start$/)
  await bar(page).getByRole('button', { name: 'Meny' }).click()
  await expect(sheet(page)).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/help$/)
  await expect(sheet(page)).toHaveCount(0)
  await page.goForward()
  await expect(page).toHaveURL(/\/start$/)
  await expect(bar(page).getByRole('button', { name: 'Meny' })).toBeVisible()
  await expect(sheet(page)).toHaveCount(0)
})

test('a menu whose code comes late does not open over the screen that was chosen meanwhile', async ({ openAs }, {
  project,
}) => {
  test.skip(project.name === 'desktop', 'a wide screen has no bar')
  const page = await openAs('anna', { path: '/dashboard/help' })
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route(code(), async (route) => {
    await held
    await route.continue()
  })
  await page.reload()
  const button = bar(page).getByRole('button', { name: 'Meny' })
  await button.click()
  await expect(button).toHaveAttribute('aria-busy', 'true')
  await bar(page).getByRole('link', { name: 'Hem', exact: true }).click()
  await expect(page).toHaveURL(/\/start$/)
  await expect(button).not.toHaveAttribute('aria-busy')
  const came = page.waitForResponse(code())
  letGo()
  await came
  await page.waitForTimeout(500)
  await expect(sheet(page)).toHaveCount(0)
  await button.click()
  await expect(sheet(page).getByRole('heading', { name: 'Meny' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(sheet(page)).toHaveCount(0)
  await expect(button).toBeFocused()
})

test(
  'a wide screen’s menu whose code has failed to come is asked for again',
  { tag: '@wide' },
  async ({ openAs }, { project }) => {
    test.skip(project.name === 'phone', 'a phone’s menu opens on a tap')
    const page = await openAs('anna', { path: '/dashboard/help' })
    let fails = true
    await page.route(code(), (route) => (fails ? route.abort() : route.continue()))
    await page.reload()
    await expect(page.getByText('Menyn kunde inte hämtas')).toBeVisible()
    fails = false
    await expect(page.getByRole('navigation', { name: 'Huvudmeny' })).toBeVisible()
    await expect(page.getByText('Menyn kunde inte hämtas')).toBeHidden()
    await expect(page.getByRole('banner').getByRole('button', { name: 'Meny' })).toBeVisible()
  },
)

test('a long menu on a low screen shows where one is', { tag: '@wide' }, async ({ openAs }, { project }) => {
  test.skip(project.name === 'phone', 'a phone has no side menu')
  const page = await openAs('anna', { path: '/dashboard/start' })
  await page.setViewportSize({ width: 1280, height: 420 })
  await page.goto('/dashboard/konteklonebesked')
  const here = page.getByRole('navigation', { name: 'Huvudmeny' }).locator('[aria-current]')
  await expect(here).toBeInViewport()
  expect(await page.evaluate(() => scrollY)).toBe(0)
})
