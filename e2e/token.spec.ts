// What happens to a sign-in that the server does not accept.
import type { Page, Route } from '@playwright/test'
import { originOf } from './portal.ts'
import { keptOnPhone, unsent, words } from './phone.ts'
import { expect, renewByRefreshToken, signIn, test } from './sign-in.ts'

/** Counts the page's token requests to the provider from now on. */
function tokenRequests(page: Page): { readonly count: number } {
  const asked = { count: 0 }
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/oidc/token') asked.count++
  })
  return asked
}

interface Stored {
  readonly profile: object
}

/** Changes the sign-in that the browser has stored. */
async function changeUser(page: Page, change: (user: Stored) => object): Promise<void> {
  const found = await page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.startsWith('oidc.user')) ?? ''
    return { key, text: localStorage.getItem(key) ?? '' }
  })
  const changed = JSON.stringify(change(JSON.parse(found.text) as Stored))
  await page.evaluate(([key, text]) => localStorage.setItem(key, text), [found.key, changed] as const)
}

const refusal = (status: number, errorMessage: string) => ({
  status,
  json: { result: null, timestamp: '2026-11-21T12:00:00Z', errorMessage },
})

const refused = refusal(401, 'Du behöver logga in.')
const failed = (page: Page) => page.getByRole('alert').filter({ hasText: /^Ett fel inträffade\.Försök igen$/ })

/** Handles these calls from the next page on, but not those that the current page still makes. */
async function answerNext(page: Page, calls: string, handler: (route: Route) => Promise<void>): Promise<void> {
  await page.goto('about:blank')
  await page.route(calls, handler)
}

/** Lets the next page begin without the copies of this one, which it would show in place of a failure. */
const withoutCopies = (page: Page) => page.addInitScript(() => void indexedDB.deleteDatabase('linjen'))

const refuse = (route: Route) => route.fulfill(refused)

/** Refuses the first of the calls. */
function refuseOnce(): (route: Route) => Promise<void> {
  let calls = 0
  return (route) => (calls++ === 0 ? refuse(route) : route.continue())
}

/** Lets minutes pass for an open page that gets the focus every 15 seconds. */
async function pass(page: Page, minutes: number): Promise<void> {
  for (let quarter = 0; quarter < minutes * 4; quarter++) {
    await page.clock.runFor(15_000)
    await page.evaluate(() => {
      dispatchEvent(new Event('focus'))
      document.dispatchEvent(new Event('visibilitychange'))
    })
  }
}

/** Expects the day's assignments, or the message that there are none, in the list or for a screen reader. */
const expectAssignments = (page: Page) =>
  expect(
    page
      .getByRole('list', { name: 'Uppdrag' })
      .or(page.getByText(/^Inga uppdrag/))
      .first(),
  ).toBeVisible()

test('a server that refuses every token stops the app; a report and a draft survive, and a tap starts over', async ({
  page,
}, info) => {
  await signIn(page, 'emil')
  await page.goto('/dashboard/fordonskontroll')
  const report = page.getByRole('textbox', { name: 'Felrapport' })
  await page.getByRole('combobox', { name: 'Fordon' }).fill('Buss 2115')
  await page.getByLabel('Kategori').selectOption({ index: 1 })
  await report.fill(words('Backspegeln är lös', info))
  const asked = tokenRequests(page)
  await page.route('**/api/**', (route) => route.fulfill(refused))
  await page.getByRole('button', { name: /^Skicka/ }).click()
  await expect(keptOnPhone(page)).toBeVisible()
  await expect(failed(page)).toBeVisible()
  expect(asked.count).toBe(1)
  await report.fill('Och en till')
  // A tap makes one more attempt, a reload makes none.
  await failed(page).getByRole('button').click()
  await expect.poll(() => asked.count).toBe(2)
  await expect(failed(page)).toBeVisible()
  // The first refusal brings the message. A call that is refused only after the tap below makes one more attempt, and may.
  await page.reload({ waitUntil: 'networkidle' })
  await expect(failed(page)).toBeVisible()
  expect(asked.count).toBe(2)
  expect(await unsent(page)).toBe(1)
  await page.unroute('**/api/**')
  await failed(page).getByRole('button').click()
  await expect(failed(page)).toBeHidden()
  await expect.poll(() => unsent(page)).toBe(0)
  await expect(report).toHaveValue('Och en till')
  expect(asked.count).toBe(2)
})

for (const [what, calls] of [
  ['every call is', '**/api/**'],
  ['one call is', '**/api/bpl/tidrapport/**'],
] as const) {
  test(
    `a page whose token is refused, ${what}, requests at most ten in five minutes`,
    { tag: '@prove' },
    async ({ page }) => {
      test.slow()
      await page.clock.install()
      await signIn(page, 'anna')
      const asked = tokenRequests(page)
      await withoutCopies(page)
      await answerNext(page, calls, refuse)
      await page.goto('/dashboard/start')
      // Pending requests follow the real clock, not the page's.
      await expect.poll(() => asked.count).toBe(1)
      await expect(page.getByRole('alert').first()).toBeVisible()
      await pass(page, 5)
      expect(asked.count).toBeLessThanOrEqual(10)
      if (calls === '**/api/**') await expect(failed(page)).toBeVisible()
      else await expect(page.getByRole('region', { name: /tjänst$/ })).toBeVisible()
    },
  )
}

test('one refused call does not affect the others or the sign-in', async ({ page }) => {
  await signIn(page, 'anna')
  const asked = tokenRequests(page)
  await withoutCopies(page)
  await answerNext(page, '**/api/bpl/tidrapport/**', refuse)
  await page.goto('/dashboard/start')
  await expect(
    page
      .getByRole('main')
      .getByRole('alert')
      .filter({ hasText: /^Ett fel inträffade/ }),
  ).toBeVisible()
  await expect(page.getByRole('region', { name: /^(Pågående|Nästa) tjänst$/ })).toBeVisible()
  await expect(failed(page)).toHaveCount(0)
  expect(asked.count).toBe(1)
})

test('a refresh without an ID token leads to the provider once, and back to the page', async ({ page }) => {
  await signIn(page, 'eva')
  // A provider may issue refresh tokens but return no ID token for them (OpenID Connect Core, 12.2).
  await changeUser(page, (user) => ({ ...user, refresh_token: 'x' }))
  const grants: string[] = []
  await page.route('**/oidc/token', (route) => {
    const grant = new URLSearchParams(route.request().postData() ?? '').get('grant_type') ?? ''
    grants.push(grant)
    if (grant !== 'refresh_token') return route.continue()
    return route.fulfill({ json: { access_token: 'y', token_type: 'Bearer', expires_in: 1800, scope: 'openid' } })
  })
  await answerNext(page, '**/api/bpl/uppdrag*', refuseOnce())
  await page.goto('/dashboard/minauppdrag')
  await expectAssignments(page)
  expect(new URL(page.url()).pathname).toBe('/dashboard/minauppdrag')
  await expect.poll(() => grants).toEqual(['refresh_token', 'authorization_code'])
})

test('a provider without refresh tokens is reported, and a frame renews', async ({ page }) => {
  await renewByRefreshToken(page)
  await signIn(page, 'eva')
  const asked = tokenRequests(page)
  const told = page.waitForRequest('**/sign-in/trouble')
  await answerNext(page, '**/api/bpl/uppdrag*', refuseOnce())
  await page.goto('/dashboard/minauppdrag')
  await expectAssignments(page)
  expect((await told).postData()).toBe('no_refresh_token')
  await expect.poll(() => asked.count).toBe(1)
})

for (const minutes of [2, -2]) {
  test(`a phone whose clock is ${minutes} minutes ahead signs in and stays so`, { tag: '@prove' }, async ({ page }) => {
    test.slow()
    await page.clock.install({ time: Date.now() + minutes * 60_000 })
    const asked = tokenRequests(page)
    await signIn(page, 'eva')
    await pass(page, 5)
    await expect(page.getByRole('heading', { level: 1, name: /Eva/ })).toBeVisible()
    expect(asked.count).toBe(1)
  })
}

test('an unlinked account sees that, and can sign out', async ({ page }) => {
  await signIn(page, 'klara')
  const sentence = 'Ditt konto är inte kopplat till någon anställd här. Be din chef eller supporten om hjälp.'
  await answerNext(page, '**/api/**', (route) => route.fulfill(refusal(403, sentence)))
  const asked = tokenRequests(page)
  await page.goto('/dashboard/schema')
  await expect(page.getByText(sentence)).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByRole('alert')).toHaveCount(1)
  await expect(page.getByText('Ett fel inträffade')).toHaveCount(0)
  expect(asked.count).toBe(0)
  await page.getByRole('button', { name: 'Logga ut' }).click()
  await expect(page.getByText('Du är nu utloggad')).toBeVisible()
})

test('the greeting uses the portal’s first name, not the token’s', async ({ page }) => {
  await signIn(page, 'eva')
  await changeUser(page, (user) => ({ ...user, profile: { ...user.profile, name: 'Namn Efternamn' } }))
  await page.goto(`${originOf()}/dashboard/start`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Eva')
})

test('a refusing provider’s reason is shown as text, and only for a request of this browser', async ({ page }) => {
  await page.route('**/oidc/auth?*', (route) => {
    const question = new URL(route.request().url()).searchParams
    expect(question.get('nonce')).toMatch(/^[\da-f-]{36}$/)
    const why = new URLSearchParams({
      error: 'access_denied',
      error_description: 'AADSTS50105: <b>inte</b> tilldelad appen',
      state: question.get('state') ?? '',
    })
    return route.fulfill({ status: 302, headers: { location: `${question.get('redirect_uri')}?${why.toString()}` } })
  })
  const told = page.waitForRequest('**/sign-in/trouble')
  await page.goto('/dashboard/start')
  await expect(page.getByRole('alert')).toContainText(
    'Inloggningstjänsten svarade: ”AADSTS50105: <b>inte</b> tilldelad appen” (access_denied).',
  )
  expect((await told).postData()).toBe('access_denied')
  await page.goto('/callback?error=access_denied&error_description=Ring+070&state=x')
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(page.getByText('Ring 070')).toHaveCount(0)
})
