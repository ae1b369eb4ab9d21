import type { Page } from '@playwright/test'
import { listenTo } from './heard.ts'
import { originOf } from './portal.ts'
import { expect, renewByRefreshToken, signIn, test } from './sign-in.ts'

test('signing out ends the session here and at the provider', async ({ page }) => {
  await signIn(page, 'klara')
  const token = await page.evaluate(() => {
    const [key = ''] = Object.keys(localStorage).filter((name) => name.startsWith('oidc.user'))
    return (JSON.parse(localStorage.getItem(key) ?? '{}') as { id_token: string }).id_token
  })
  const asks = () =>
    page.request.get(`${originOf()}/api/user/profile`, { headers: { authorization: `Bearer ${token}` } })
  expect((await asks()).status()).toBe(200)
  await page.getByRole('button', { name: 'Meny' }).click()
  await page.getByRole('button', { name: 'Logga ut' }).click()
  await expect(page.getByText('Du är nu utloggad')).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/loggedout')
  // The token is no longer accepted. The page waits two seconds at most for the portal to revoke it.
  await expect.poll(async () => (await asks()).status()).toBe(401)
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('oidc')))).toEqual([])
  await page.goto(`${originOf()}/dashboard/schema`)
  await expect(page.getByLabel('Användarnamn')).toBeVisible()
})

test('an employee who was sent to the sign-in returns to the requested page', async ({ page }) => {
  await page.goto(`${originOf()}/dashboard/schema`)
  await page.getByLabel('Användarnamn').fill('eva')
  await page.getByLabel('Lösenord').fill('demo')
  await page.getByRole('button', { name: 'Logga in', exact: true }).click()
  await expect(page).toHaveURL(`${originOf()}/dashboard/schema`)
})

test('an expired sign-in is renewed through the session, and the page is shown again', async ({ page }) => {
  await signIn(page, 'eva')
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage).filter((name) => name.startsWith('oidc.user'))) {
      const user = JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, unknown>
      localStorage.setItem(key, JSON.stringify({ ...user, expires_at: 1 }))
    }
  })
  await page.goto(`${originOf()}/dashboard/schema`)
  await expect(page.getByRole('heading', { name: 'Schema' })).toBeVisible()
})

test('a renewal that is answered after the sign-out does not undo it', async ({ page }) => {
  await signIn(page, 'eva')
  // Leaves the start page, whose own calls would otherwise use up the one refusal below.
  await page.goto(`${originOf()}/version.txt`)
  // This page has the same storage and locks, but does not run the app.
  const aside = await page.context().newPage()
  await aside.goto(`${originOf()}/version.txt`)
  const [held, leaves] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const [asked, leaving] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route('**/oidc/token', async (route) => {
    asked.resolve()
    await held.promise
    await route.continue()
  })
  await page.route('**/oidc/session/end?*', async (route) => {
    leaving.resolve()
    await leaves.promise
    await route.continue()
  })
  let refusals = 0
  await page.route('**/api/bpl/uppdrag*', (route) =>
    refusals++ === 0
      ? route.fulfill({ status: 401, json: { result: null, timestamp: '', errorMessage: '' } })
      : route.continue(),
  )
  await page.goto(`${originOf()}/dashboard/minauppdrag`)
  await asked.promise
  await page.getByRole('button', { name: 'Meny' }).click()
  await page.getByRole('button', { name: 'Logga ut' }).click()
  await leaving.promise
  held.resolve()
  // The renewal holds this lock until it has stored the new token.
  await aside.evaluate(() => navigator.locks.request('linjen.renewal', () => undefined))
  const kept = () => aside.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('oidc.user')))
  expect(await kept()).toEqual([])
  leaves.resolve()
  await expect(page.getByText('Du är nu utloggad')).toBeVisible()
  expect(await kept()).toEqual([])
})

test.describe('a refresh token, which a provider may let outlive its session,', () => {
  const token = 'ett-token-som-ska-tas-tillbaka'
  const keep = (page: Page) =>
    page.evaluate((refresh_token) => {
      const [key = ''] = Object.keys(localStorage).filter((name) => name.startsWith('oidc.user'))
      localStorage.setItem(key, JSON.stringify({ ...JSON.parse(localStorage.getItem(key) ?? '{}'), refresh_token }))
    }, token)
  const leave = async (page: Page) => {
    await page.getByRole('button', { name: 'Meny' }).click()
    await page.getByRole('button', { name: 'Logga ut' }).click()
    await expect(page.getByText('Du är nu utloggad')).toBeVisible()
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('oidc')))).toEqual([])
  }

  test('is taken back by the sign-out', async ({ page }) => {
    await renewByRefreshToken(page)
    await signIn(page, 'klara')
    // The page is changed only when it is loaded without a redirect.
    await page.reload()
    await keep(page)
    const revoking = page.waitForResponse('**/oidc/token/revocation')
    await leave(page)
    const revoked = await revoking
    expect(revoked.status()).toBe(200)
    expect(new URLSearchParams(revoked.request().postData() ?? '').get('token')).toBe(token)
  })

  test('keeps nobody signed in where the provider does not answer about it', async ({ page }) => {
    await renewByRefreshToken(page)
    await signIn(page, 'klara')
    // The page is changed only when it is loaded without a redirect.
    await page.reload()
    await keep(page)
    const asked = Promise.withResolvers<void>()
    await page.route('**/oidc/token/revocation', () => asked.resolve())
    await leave(page)
    await asked.promise
  })
})

test('an error at the callback ends signed out', async ({ page }) => {
  await page.goto(`${originOf()}/callback?error=access_denied&state=x`)
  await expect(page.getByText('Du är nu utloggad')).toBeVisible()
})

test('a sign-in that expires while a form is open is renewed, and what was typed stays', async ({ page }) => {
  await signIn(page, 'eva')
  await page.goto(`${originOf()}/dashboard/minauppdrag`)
  const date = page.getByLabel('Datum', { exact: true })
  await date.fill('2026-0')
  let refusals = 0
  await page.route('**/api/bpl/uppdrag*', (route) =>
    refusals++ === 0
      ? route.fulfill({ status: 401, json: { result: null, timestamp: '', errorMessage: '' } })
      : route.continue(),
  )
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage).filter((name) => name.startsWith('oidc.user'))) {
      const user = JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, unknown>
      localStorage.setItem(key, JSON.stringify({ ...user, expires_at: 1 }))
    }
  })
  await date.fill('2026-01-01')
  await expect(page.getByText('Inga uppdrag den här dagen')).toBeVisible()
  await expect(date).toHaveValue('2026-01-01')
  expect(new URL(page.url()).pathname).toBe('/dashboard/minauppdrag')
})

test('an employee who is signed out at the provider meanwhile is told why the page is left, and returns to it', async ({
  page,
}) => {
  const ears = await listenTo(page)
  await signIn(page, 'eva')
  await page.goto('/dashboard/minauppdrag')
  const date = page.getByLabel('Datum', { exact: true })
  await date.fill('2026-0')
  await page.context().clearCookies()
  let refusals = 0
  await page.route('**/api/bpl/uppdrag*', (route) =>
    refusals++ === 0
      ? route.fulfill({ status: 401, json: { result: null, timestamp: '', errorMessage: '' } })
      : route.continue(),
  )
  // The page continues by itself after four seconds. On a busy machine the announcement may take longer, so the
  // provider's answer waits for it.
  const heard = Promise.withResolvers<void>()
  await page.route('**/oidc/auth?**', async (route) => {
    if (!route.request().url().includes('prompt=none')) await heard.promise
    await route.continue()
  })
  await date.fill('2026-01-01')
  await expect(page.getByRole('heading', { name: 'Din inloggning har gått ut' })).toBeVisible()
  await ears.expectHeard('Du skickas till inloggningen')
  heard.resolve()
  await page.getByLabel('Användarnamn').fill('eva')
  await page.getByLabel('Lösenord').fill('demo')
  await page.getByRole('button', { name: 'Logga in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Mina uppdrag' })).toBeVisible()
})

// The browsers of the tests do not keep pages in their back/forward cache. So the test sends the event by which a kept
// page is shown again.
test('a page that the browser has kept shows nobody’s pay slips after a sign-out', async ({ openAs }) => {
  const page = await openAs('anna', { path: '/dashboard/konteklonebesked' })
  const payslips = page.getByRole('button', { name: /^\p{L}+ \d{4}$/u })
  await expect(payslips.first()).toBeVisible()
  await page.context().clearCookies()
  const stillShown = await page.evaluate(() => {
    // A sign-out in another page removes these. The kept page gets no event of that.
    for (const key of Object.keys(localStorage)) localStorage.removeItem(key)
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    return document.body.checkVisibility()
  })
  // The page also stays hidden until the next page has come.
  expect(stillShown).toBe(false)
  await expect(page.getByLabel('Användarnamn')).toBeVisible()
  await expect(payslips).toHaveCount(0)
})

test('a page of the office that the browser has kept shows nobody’s cases after somebody else has signed in', async ({
  openAs,
}) => {
  const page = await openAs('roger', { path: '/kontor/fel' })
  const cases = page.getByRole('list', { name: 'Felanmälningar' }).getByRole('listitem')
  await expect(cases.first()).toBeVisible()
  const stillShown = await page.evaluate(() => {
    // Another page has written this. The kept page gets no event of that.
    for (const key of Object.keys(localStorage).filter((name) => name.startsWith('oidc.user'))) {
      const user = JSON.parse(localStorage.getItem(key) ?? '{}') as { profile: object }
      localStorage.setItem(key, JSON.stringify({ ...user, profile: { ...user.profile, sub: 'another' } }))
    }
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    return document.body.checkVisibility()
  })
  expect(stillShown).toBe(false)
})
