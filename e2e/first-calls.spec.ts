// The first calls of a screen are made once, by the page's first script. The screen uses their answers.
import type { Page } from '@playwright/test'
import { addressOf } from '#platform/web/wire/address.ts'
import { firstCalls } from '../app/web/first-calls.ts'
import { copies } from './phone.ts'
import { originOf } from './portal.ts'
import { expect, signIn, test } from './sign-in.ts'

test('a screen’s first calls are made once', async ({ page }) => {
  await signIn(page, 'anna')
  for (const [path, calls] of Object.entries(firstCalls)) {
    const asked: string[] = []
    const listen = (request: { url: () => string }) => {
      const { pathname, search } = new URL(request.url())
      asked.push(pathname + search)
    }
    page.on('request', listen)
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
    page.off('request', listen)
    for (const { path: called, query } of calls) {
      const address = addressOf(called, query)
      expect(
        asked.filter((url) => url === address),
        path,
      ).toHaveLength(1)
    }
  }
})

// One of these pages is the one in which a frame renews the sign-in: a call from there could cause another renewal.
test('a page outside the frame asks for nothing of the employee', async ({ page }) => {
  await signIn(page, 'anna')
  // Leaves home, so that its calls are not counted.
  await page.goto('about:blank')
  const asked: string[] = []
  page.on('request', (request) => void asked.push(new URL(request.url()).pathname))
  for (const path of ['/help', '/diagnostics']) {
    await page.goto(path)
    await expect(page).toHaveTitle(/ – /)
    await page.waitForLoadState('networkidle')
  }
  expect(asked).not.toContain('/api/user/profile')
})

const policy = { path: '/dashboard/policy', call: '/api/policydocs/documents' } as const
const isPolicy = ({ pathname }: URL) => pathname === policy.call

test('a refused first call renews the sign-in, and the screen is shown', async ({ page }) => {
  await signIn(page, 'anna')
  let asked = 0
  let renewed = 0
  page.on('request', (request) => void (new URL(request.url()).pathname === '/oidc/token' && renewed++))
  await page.route(isPolicy, (route) =>
    asked++ === 0
      ? route.fulfill({ status: 401, json: { result: null, timestamp: '', errorMessage: 'Du behöver logga in.' } })
      : route.continue(),
  )
  await page.goto(policy.path)
  await expect(page.getByRole('main').getByRole('rowheader').first()).toBeVisible()
  await expect.poll(() => [asked, renewed]).toEqual([2, 1])
})

/** Holds back the page's main script, as over a slow line. Returns the function that releases it. */
async function holdMain(page: Page): Promise<() => void> {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route(/\/assets\/main-[^/]+\.js$/, async (route) => {
    await held
    await route.continue()
  })
  return letGo
}

test('answers that were asked for in another employee’s name are not shown', async ({ page, openAs }) => {
  const other = await openAs('emil')
  const stored = () => Object.entries(localStorage).filter(([name]) => name.startsWith('oidc.user'))
  const theirs = await other.evaluate(stored)
  await signIn(page, 'anna')
  const askers: (string | undefined)[] = []
  page.on('request', (request) => {
    if (isPolicy(new URL(request.url()))) askers.push(request.headers()['authorization'])
  })
  const letGo = await holdMain(page)
  const answered = page.waitForResponse((response) => isPolicy(new URL(response.url())))
  await page.goto(policy.path, { waitUntil: 'commit' })
  await answered
  const [anna] = await page.evaluate(stored)
  await page.evaluate((entries) => entries.forEach(([name, text]) => localStorage.setItem(name, text)), theirs)
  expect(anna).toBeDefined()
  letGo()
  await expect.poll(() => new Set(askers).size).toBe(2)
})

test('answers that have waited too long are asked for again', async ({ page }) => {
  await signIn(page, 'anna')
  const letGo = await holdMain(page)
  let asked = 0
  page.on('request', (request) => void (isPolicy(new URL(request.url())) && asked++))
  const answered = page.waitForResponse((response) => isPolicy(new URL(response.url())))
  await page.goto(policy.path, { waitUntil: 'commit' })
  await answered
  await page.evaluate(() => {
    const { now } = Date
    Date.now = () => now() + 11_000
  })
  letGo()
  await expect.poll(() => asked).toBe(2)
})

test('what is not an answer of the portal replaces no kept copy', async ({ page }) => {
  await signIn(page, 'anna')
  await page.goto(policy.path)
  const rows = page.getByRole('main').getByRole('rowheader')
  await expect(rows.first()).toBeVisible()
  const count = await rows.count()
  await expect.poll(() => copies(page)).toContainEqual(expect.stringMatching('policydocs/documents'))
  await page.route(isPolicy, (route) => route.fulfill({ status: 200, json: {} }))
  await page.reload()
  await expect(page.getByText('servern svarar inte just nu')).toBeVisible()
  await expect(rows).toHaveCount(count)
})

test('what the company has switched off is not asked for, whatever is known of the employee', async ({ openAs }) => {
  const page = await openAs('gunilla', { host: 'vast.localhost', path: '/dashboard/kontakter' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const asked: string[] = []
  page.on('request', (request) => void (request.url().includes('/api/fordonskontroll/') && asked.push(request.url())))
  await page.evaluate(() =>
    Object.keys(localStorage)
      .filter((name) => name.startsWith('linjen.claims'))
      .forEach((name) => localStorage.removeItem(name)),
  )
  await page.goto(`${originOf('vast.localhost')}/dashboard/fordonskontroll`)
  await expect(page.getByText('Sidan kan inte visas', { exact: false })).toBeVisible()
  expect(asked).toEqual([])
})
