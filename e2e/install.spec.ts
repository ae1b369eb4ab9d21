import type { Page } from '@playwright/test'
import { expectNoViolations } from './accessible.ts'
import { noFaults, originOf } from './portal.ts'
import { expect, signIn, test } from './sign-in.ts'

const guide = (page: Page) => page.getByRole('region', { name: /^Lägg portalen på (hem|start)skärmen$/ })
const phone = { width: 390, height: 844 }
const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'

/** Sends the event with which Chromium offers to install the page. Tests cannot drive its own prompt. */
const offer = (page: Page, outcome: 'accepted' | 'dismissed') =>
  page.evaluate((answer) => {
    const event = new Event('beforeinstallprompt', { cancelable: true })
    dispatchEvent(
      Object.assign(event, {
        prompt: async () => {
          document.documentElement.dataset['prompted'] = event.defaultPrevented ? 'here' : 'by the browser'
        },
        userChoice: Promise.resolve({ outcome: answer }),
      }),
    )
  }, outcome)

test.skip(({ viewport }) => (viewport?.width ?? 0) >= 992, 'the guide is for phones')

test('the dashboard ends with how to install the app, until it is answered: also after a reload and a sign-out', async ({
  browser,
}) => {
  const context = await browser.newContext({ viewport: phone })
  const page = await context.newPage()
  await signIn(page, 'bertil')
  await expect(guide(page)).toBeVisible()
  await expect(guide(page).getByRole('listitem')).toHaveText([
    'Öppna webbläsarens meny, de tre prickarna.',
    'Välj Installera appen eller Lägg till på startskärmen.',
  ])
  await expect(page.getByRole('button', { name: 'Installera appen' })).toHaveCount(0)
  await expectNoViolations(page)
  await guide(page).getByRole('button', { name: 'Visa inte igen' }).click()
  await expect(guide(page)).toHaveCount(0)

  const gone = async () => {
    await expect(page.getByRole('region', { name: 'Mina uppdrag' })).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expect(guide(page)).toHaveCount(0)
  }
  await page.reload()
  await gone()
  await page.getByRole('button', { name: 'Meny' }).click()
  await page.getByRole('button', { name: 'Logga ut' }).click()
  await expect(page.getByText('Du är nu utloggad')).toBeVisible()
  await signIn(page, 'bertil')
  await gone()
  await context.close()
})

test('if the browser offers to install, a button does it', async ({ openAs }) => {
  const page = await openAs('anna')
  await expect(guide(page).getByRole('list')).toBeVisible()
  await offer(page, 'dismissed')
  const install = guide(page).getByRole('button', { name: 'Installera appen' })
  await expect(guide(page).getByRole('list')).toHaveCount(0)
  await install.click()
  await expect(page.locator('html')).toHaveAttribute('data-prompted', 'here')
  // An offer can be answered once. After a refusal the steps are shown again.
  await expect(install).toHaveCount(0)
  await expect(guide(page).getByRole('list')).toBeVisible()

  await offer(page, 'accepted')
  await install.click()
  await expect(page.getByRole('region', { name: 'Portalen finns på startskärmen' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('region', { name: 'Mina uppdrag' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(guide(page)).toHaveCount(0)
})

test('an offer that comes before the guide is shown is kept for it', async ({ openAs }) => {
  const page = await openAs('anna', { path: '/dashboard/policy' })
  await expect(page.getByRole('heading', { name: 'Policy & Rutiner', level: 1 })).toBeVisible()
  await offer(page, 'accepted')
  await page.getByRole('navigation').getByRole('link', { name: 'Hem', exact: true }).click()
  await expect(guide(page).getByRole('button', { name: 'Installera appen' })).toBeVisible()
})

test('on an iPhone the guide describes its browser', async ({ browser }) => {
  const page = await browser.newPage({ viewport: phone, userAgent: iPhone, hasTouch: true })
  await signIn(page, 'gunilla', { host: 'vast.localhost' })
  await expect(guide(page).getByRole('listitem')).toHaveText([
    'Tryck på Dela i webbläsaren.',
    'Välj Lägg till på hemskärmen.',
  ])
  await expect(guide(page)).toContainText('Då öppnar du Linjen Väst som en app')
  await page.context().close()
})

test('nothing of the guide is shown or fetched on a wide screen', async ({ openAs }) => {
  const page = await openAs('anna', { path: '/dashboard/schema' })
  await page.setViewportSize({ width: 1280, height: 800 })
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(request.url()))
  await page.goto(originOf())
  await expect(page.getByRole('region', { name: 'Mina uppdrag' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(guide(page)).toHaveCount(0)
  expect(fetched.filter((url) => /Install/.test(url))).toEqual([])
})

for (const userName of ['anna', 'bertil']) {
  test(
    `the guide moves nothing that ${userName} reads`,
    { tag: userName === 'anna' ? [] : '@prove' },
    async ({ openAs }) => {
      const page = await openAs(userName, { path: '/dashboard/userinfo' })
      await page.addInitScript(() => {
        // Elements that moved after the guide was shown, or because of it.
        const moved: string[] = []
        let since = Infinity
        Object.assign(window, { moved })
        const isGuide = (node: Node | null) =>
          node instanceof Element && (node.ariaLabel ?? '').startsWith('Lägg portalen på')
        new MutationObserver((changes) => {
          if (since < Infinity || !changes.some(({ addedNodes }) => [...addedNodes].some(isGuide))) return
          since = performance.now()
        }).observe(document, { childList: true, subtree: true })
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            const { sources } = entry as PerformanceEntry & { sources: { node: Node | null }[] }
            if (entry.startTime < since && !sources.some(({ node }) => isGuide(node))) continue
            moved.push(sources.map(({ node }) => node?.textContent?.slice(0, 40)).join(', '))
          }
        }).observe({ type: 'layout-shift', buffered: true })
      })
      await page.route('**/api/fordonskontroll/faultreports*', (route) => route.fulfill(noFaults))
      await page.goto(originOf())
      await expect(guide(page)).toBeVisible()
      await page.waitForLoadState('networkidle')
      expect(await page.evaluate(() => (window as unknown as { moved: string[] }).moved)).toEqual([])
    },
  )
}

test('the page names the company’s app to the phone, and its bar follows the chosen theme', async ({ openAs }) => {
  const page = await openAs('gunilla', { host: 'vast.localhost' })
  await expect(page.locator('meta[name="apple-mobile-web-app-title"]')).toHaveAttribute('content', 'Linjen Väst')
  for (const rel of ['manifest', 'apple-touch-icon']) {
    const href = await page.locator(`link[rel="${rel}"]`).getAttribute('href')
    expect(await page.evaluate(async (url) => (await fetch(url)).status, href ?? '')).toBe(200)
  }
  const bars = () =>
    page
      .locator('meta[name="theme-color"]')
      .evaluateAll((metas) => metas.map((meta) => (meta as HTMLMetaElement).content))
  expect(await bars()).toEqual(['#ffffff', '#181c1f'])
  await page.getByRole('button', { name: 'Meny' }).click()
  await page.getByText('Mörkt').click()
  expect(await bars()).toEqual(['#181c1f', '#181c1f'])
  await page.getByText('Som enheten').click()
  expect(await bars()).toEqual(['#ffffff', '#181c1f'])
})

for (const [host, userName] of [
  ['localhost', 'anna'],
  ['vast.localhost', 'gunilla'],
] as const) {
  test(
    `every shortcut of the app on ${host} leads to a page`,
    { tag: host === 'localhost' ? [] : '@prove' },
    async ({ openAs }) => {
      const page = await openAs(userName, { host })
      const { shortcuts } = await page.evaluate(
        async () => (await (await fetch('/manifest.webmanifest')).json()) as { shortcuts: { url: string }[] },
      )
      expect(shortcuts.length).toBeGreaterThan(1)
      for (const { url } of shortcuts) {
        await page.goto(originOf(host) + url)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(
          /^(Mina uppdrag|Felrapportering|Krishantering)$/,
        )
        await expect(page.getByText('Sidan kan inte visas.')).toHaveCount(0)
      }
    },
  )
}
