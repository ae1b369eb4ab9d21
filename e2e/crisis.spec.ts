import type { Page } from '@playwright/test'
import { getAreaDocuments, getBossInfo } from '../areas/crisis/calls.ts'
import { someOf } from '../checks/effort.ts'
import { expectNoViolations } from './accessible.ts'
import { copies } from './phone.ts'
import { serverFails } from './portal.ts'
import { expect, signIn, test } from './sign-in.ts'

const path = '/dashboard/krishantering'
const steps = (page: Page) => page.getByRole('main').getByRole('listitem')
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

const guides = [
  ['david', undefined, path, 'Checklista för krisgruppens ledare', 16],
  ['eva', undefined, path, 'Checklista för kommunikation', 10],
  ['cecilia', undefined, path, 'Checklista för trafikledningen', 7 + 8],
  ['anna', undefined, path, 'Olycksguide', 18],
  ['bertil', 'norr.localhost', path, 'Olycksguide', 18],
  ['gunilla', 'vast.localhost', path, 'Förarguide vid olycka och kris', 21],
  ['hans', 'vast.localhost', path, 'Ledningsguide vid olycka och kris', 15],
  ['gunilla', undefined, `${path}vh`, 'Förarguide vid olycka och kris', 21],
] as const

for (const [userName, host, at, title, count] of someOf(guides, { sample: 4 })) {
  test(`${userName} on ${host ?? 'localhost'} gets ${title}`, async ({ openAs }) => {
    const page = await openAs(userName, { host, path: at })
    await expect(heading(page, title)).toBeVisible()
    await expect(steps(page)).toHaveCount(count)
    await expect(page.getByRole('heading', { level: 1, name: 'Krishantering' })).toBeVisible()
  })
}

test('an employee without a checklist sees that, with a link to the other company’s', async ({ openAs }) => {
  const page = await openAs('hans', { path })
  await expect(page.getByText('Det finns ingen checklista för din befattning.')).toBeVisible()
  await expect(steps(page)).toHaveCount(0)
  await page.getByRole('link', { name: 'Öppna ditt bolags guide' }).click()
  await expect(heading(page, 'Ledningsguide vid olycka och kris')).toBeVisible()
})

test('below a checklist of another company is a link to that of the own one', async ({ openAs }) => {
  const page = await openAs('annika', { path })
  await expect(heading(page, 'Checklista för krisgruppens ledare')).toBeVisible()
  const own = page.getByRole('link', { name: 'Öppna ditt bolags guide' })
  await own.click()
  await expect(heading(page, 'Ledningsguide vid olycka och kris')).toBeVisible()
  await expect(own).toHaveCount(0)
})

test('an employee whose own checklist is open sees no link to the other company’s', async ({ openAs }) => {
  const page = await openAs('david', { path })
  await expect(heading(page, 'Checklista för krisgruppens ledare')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Öppna ditt bolags guide' })).toHaveCount(0)
})

test('a company has one of the two variants', async ({ openAs }) => {
  const page = await openAs('anna', { host: 'norr.localhost', path: `${path}vh` })
  await expect(page.getByRole('heading', { name: 'Sidan finns inte' })).toBeVisible()
})

test('the guide is one tap from the dashboard, and first in the report menu', async ({ openAs }, info) => {
  const page = await openAs('anna')
  await page.getByRole('main').getByRole('link', { name: 'Vid kris klicka här', exact: true }).click()
  await expect(heading(page, 'Olycksguide')).toBeVisible()
  await expect(page).toHaveURL(path)
  if (info.project.name !== 'phone') return
  await page.getByRole('button', { name: 'Rapportera', exact: true }).click()
  const entries = page.getByRole('dialog', { name: 'Rapportera' }).getByRole('link')
  await expect(entries.first()).toHaveText('Vid kris klicka här')
})

test(
  'the guide and its numbers are one tap from every screen, however far it is scrolled',
  { tag: '@wide' },
  async ({ openAs }) => {
    const page = await openAs('anna', { host: 'norr.localhost', path: '/dashboard/nyheter' })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    const pill = page.getByRole('banner').getByRole('link', { name: 'Vid kris', exact: true })
    await expect(pill).toBeInViewport({ ratio: 1 })
    expect((await pill.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await pill.click()
    await expect(page).toHaveURL(/\/krishantering$/)
    await expect(page.getByRole('link', { name: 'Ring 112' }).first()).toBeInViewport()
    await expect(pill).toHaveAttribute('aria-current', 'page')
  },
)

test('from the bottom of home the guide is one tap away, and what comes into the header moves nothing', async ({
  openAs,
}, info) => {
  test.skip(info.project.name === 'desktop', 'a wide screen has the menu beside the page')
  const page = await openAs('anna')
  await page.waitForLoadState('networkidle')
  const pill = page.getByRole('banner').getByRole('link', { name: 'Vid kris', exact: true })
  await expect(page.getByRole('main').getByRole('link', { name: 'Vid kris klicka här' })).toBeInViewport()
  await expect(pill).toHaveCount(0)
  await page.evaluate(() => {
    new PerformanceObserver((list) => {
      const sum = list.getEntries().reduce((all, entry) => all + (entry as unknown as { value: number }).value, 0)
      document.body.dataset['shift'] = String(Number(document.body.dataset['shift'] ?? 0) + sum)
    }).observe({ type: 'layout-shift' })
  })
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expect(pill).toBeInViewport({ ratio: 1 })
  expect(Number(await page.evaluate(() => document.body.dataset['shift'] ?? 0))).toBeLessThan(0.01)
  await page.evaluate(() => scrollTo(0, 0))
  await expect(pill).toHaveCount(0)
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await pill.click()
  await expect(page).toHaveURL(/\/krishantering$/)
})

test('112 is one tap away everywhere on the page, and the numbers are the company’s', async ({ openAs }) => {
  const page = await openAs('anna', { host: 'norr.localhost', path })
  const emergency = page.getByRole('link', { name: 'Ring 112' }).first()
  await expect(emergency).toHaveAttribute('href', 'tel:112')
  await steps(page).last().scrollIntoViewIfNeeded()
  await expect(emergency).toBeInViewport()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  const call = steps(page).filter({ hasText: 'Ring trafikledningen.' }).getByRole('link').first()
  await expect(call).toHaveText('Ring trafikledningen 0980-31 92 00')
  await expect(call).toHaveAttribute('href', 'tel:0980319200')
})

test('a number that the company has not set is shown as missing', async ({ openAs }) => {
  const page = await openAs('jonas')
  await whenKnown(page)
  await page.route('**/variant/crisis.json', async (route) => {
    const answer = await route.fetch()
    const { numbers, ...rest } = (await answer.json()) as { numbers: Record<string, string> }
    await route.fulfill({ response: answer, json: { ...rest, numbers: { ...numbers, press: undefined } } })
  })
  await page.goto(path)
  const step = steps(page).filter({ hasText: 'Prata inte med pressen.' })
  await expect(step).toContainText('Ring presstelefonen (numret är inte inlagt – fråga trafikledningen)')
  await expect(step.getByRole('link')).toHaveCount(0)
})

test('the crisis group is reached by sms', async ({ openAs }) => {
  const page = await openAs('david', { host: 'norr.localhost', path })
  const link = page.getByRole('link', { name: /^Skicka sms till krisgruppen/ })
  await expect(link).toHaveAttribute('href', 'sms:0701740690')
})

test('steps are ticked off and stay so until the employee starts over', async ({ openAs }) => {
  const page = await openAs('anna', { path })
  const first = steps(page).first().getByRole('checkbox')
  await first.check()
  await steps(page).nth(10).getByRole('checkbox').check()
  await expect(page.getByText('Klart: 2 av 18 steg')).toBeVisible()
  await expect(steps(page).first()).toContainText(/Klart \d\d:\d\d/)
  await page.reload()
  await expect(first).toBeChecked()
  await expect(steps(page).nth(10).getByRole('checkbox')).toBeChecked()
  await expect(steps(page).nth(1).getByRole('checkbox')).not.toBeChecked()
  await page.getByRole('button', { name: 'Börja om' }).click()
  await page.getByRole('button', { name: 'Nej, behåll' }).click()
  await expect(first).toBeChecked()
  await page.getByRole('button', { name: 'Börja om' }).click()
  await page.getByRole('button', { name: 'Ja, ta bort alla bockar' }).click()
  await expect(first).not.toBeChecked()
  await page.reload()
  await expect(page.getByText('Klart: 0 av 18 steg')).toBeVisible()
})

for (const [userName, host] of [
  ['anna', 'norr.localhost'],
  ['gunilla', 'vast.localhost'],
] as const) {
  test(`what has happened is chosen, and only that list is shown and counted: ${userName}`, async ({ openAs }) => {
    const page = await openAs(userName, { host, path })
    const choice = page.getByRole('group', { name: 'Vad har hänt?' })
    await expect(choice.getByRole('radio').first()).toBeChecked()
    await choice.getByRole('radio', { name: 'Hot eller våld' }).check()
    await expect(steps(page).first()).toContainText('Håll avstånd. Gör inte motstånd.')
    await expect(steps(page)).toHaveCount(12)
    await steps(page).first().getByRole('checkbox').check()
    await expect(page.getByText('Klart: 1 av 12 steg')).toBeVisible()
    // An employee who returns halfway sees the same list.
    await page.reload()
    await expect(choice.getByRole('radio', { name: 'Hot eller våld' })).toBeChecked()
    await expect(steps(page).first().getByRole('checkbox')).toBeChecked()
    await choice.getByRole('radio').first().check()
    await expect(steps(page).first()).toContainText('Stanna genast.')
    await expect(steps(page).first().getByRole('checkbox')).not.toBeChecked()
  })
}

test('a step opens its report, and calls the nearest manager by name', async ({ openAs }) => {
  const page = await openAs('anna', { path })
  const manager = steps(page).filter({ hasText: 'Ring din närmaste chef.' }).getByRole('link')
  await expect(manager).toHaveText(/^Ring Cecilia Wikström 070-174 06 \d\d$/)
  await expect(manager).toHaveAttribute('href', /^tel:07017406\d\d$/)
  await page.getByRole('radio', { name: 'Hot eller våld' }).check()
  await steps(page).last().getByRole('link', { name: 'Skriv rapporten Hot och Våld' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Hot och Våld' })).toBeVisible()
})

test('on a phone nothing is between 112 and the guide', async ({ openAs }, info) => {
  test.skip(info.project.name !== 'phone', 'a wide screen has the manager beside the guide')
  const page = await openAs('anna', { path })
  const manager = page.getByRole('region', { name: 'Närmaste chef' })
  await expect(manager).toBeVisible()
  const [top, last] = await Promise.all([manager.boundingBox(), steps(page).last().boundingBox()])
  expect(top!.y).toBeGreaterThan(last!.y)
})

test('says whose guide it is and when it was reviewed, and opens a report that is not in the menu', async ({
  openAs,
}) => {
  const page = await openAs('gunilla', { host: 'vast.localhost', path })
  await expect(steps(page).last().getByRole('link', { name: 'Skriv rapporten Fordonsskada' })).toBeVisible()
  await expect(page.getByText('Guiden gäller Linjen Väst. Senast granskad 22 november 2026')).toBeVisible()
})

test('ticks are shown to the employee who made them, also after a sign-out, and to nobody else', async ({ page }) => {
  await signIn(page, 'anna')
  await page.goto(path)
  const first = steps(page).first().getByRole('checkbox')
  await first.check()
  const change = async (userName: string) => {
    await page.getByRole('button', { name: 'Meny' }).click()
    await page.getByRole('button', { name: 'Logga ut' }).click()
    await expect(page.getByText('Du är nu utloggad')).toBeVisible()
    await signIn(page, userName)
    await page.goto(path)
  }
  await change('tesfaye')
  await expect(page.getByText('Klart: 0 av 18 steg')).toBeVisible()
  await change('anna')
  await expect(first).toBeChecked()
})

/** Waits until the phone knows who is signed in: before that the page can only offer every guide. */
async function whenKnown(page: Page): Promise<void> {
  await expect(page.getByRole('link', { name: 'Vid kris klicka här' })).toBeVisible()
  await page.waitForLoadState('networkidle')
}

test('opens with every call blocked, and says what it could not load', async ({ openAs }) => {
  const page = await openAs('anna')
  await whenKnown(page)
  await page.route('**/api/**', (route) => route.fulfill(serverFails))
  await page.goto(path)
  await expect(steps(page)).toHaveCount(18)
  // The warning is one line, which contains the names of all calls that failed.
  await expect(page.getByText('Hämta närmsta chef information misslyckades')).toBeAttached()
  await expect(page.getByText('Hämta dokument misslyckades')).toBeAttached()
  await page.unroute('**/api/**')
  await page.getByRole('region', { name: 'Närmaste chef' }).getByRole('button', { name: 'Försök igen' }).click()
  await expect(page.getByText('Cecilia Wikström', { exact: true })).toBeVisible()
})

test('waits for no call: the list is shown while all of them hang', async ({ openAs }) => {
  const page = await openAs('cecilia')
  await whenKnown(page)
  await page.route('**/api/**', () => new Promise(() => {}))
  await page.goto(path)
  await expect(steps(page)).toHaveCount(15)
  await expect(page.getByText('Laddar kontaktinformation närmsta chef..')).toBeAttached()
  await expect(page.getByText('Laddar dokument..')).toBeAttached()
})

test('an employee of whom nothing is known chooses a list instead of waiting', async ({ openAs }) => {
  const page = await openAs('eva')
  await whenKnown(page)
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith('linjen.')) localStorage.removeItem(key)
  })
  await page.route('**/api/**', () => new Promise(() => {}))
  await page.goto(path)
  const chooser = page.getByRole('region', { name: 'Välj lista' })
  await expect(chooser.getByRole('button')).toHaveText([
    'Olycksguide',
    'Checklista för krisgruppens ledare',
    'Checklista för kommunikation',
    'Checklista för trafikledningen',
  ])
  await chooser.getByRole('button', { name: 'Olycksguide' }).click()
  await expect(steps(page)).toHaveCount(18)
})

test('the phone’s copy of the text is enough if the text cannot be fetched', async ({ openAs }) => {
  const page = await openAs('anna', { path })
  await expect(steps(page)).toHaveCount(18)
  await page.route('**/variant/crisis.json', (route) => route.abort())
  await page.reload()
  await expect(steps(page)).toHaveCount(18)
  // Without a copy the page still shows 112 and a button to try again.
  await page.evaluate(() => localStorage.removeItem('linjen.crisis'))
  await page.reload()
  await expect(page.getByRole('link', { name: 'Ring 112' })).toBeVisible()
  const again = page.getByRole('alert').getByRole('button', { name: 'Försök igen' })
  await expect(again).toBeVisible()
  await page.unroute('**/variant/crisis.json')
  await again.click()
  await expect(steps(page)).toHaveCount(18)
})

/** Makes the sign-in that the page has stored an expired one. */
const expireSignIn = (page: Page) =>
  page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.startsWith('oidc.user:')) ?? ''
    const user = JSON.parse(localStorage.getItem(key) ?? '{}') as object
    localStorage.setItem(key, JSON.stringify({ ...user, expires_at: 1_000_000 }))
  })

test('an expired sign-in does not prevent anything', async ({ openAs }) => {
  const page = await openAs('anna', { path })
  await expect(steps(page)).toHaveCount(18)
  await page.route('**/oidc/**', (route) => route.abort())
  await page.route('**/api/**', (route) => route.abort())
  await expireSignIn(page)
  await page.reload()
  await expect(steps(page)).toHaveCount(18)
  await expect(page.getByText(/Din inloggning har gått ut/)).toBeVisible()
  await expect(page).toHaveURL(path)
})

test('a sign-in that cannot be renewed hides neither the manager nor the documents', async ({ openAs }) => {
  const page = await openAs('anna', { path })
  const call = page.getByRole('region', { name: 'Närmaste chef' }).getByRole('link').first()
  const document = page.getByRole('row').filter({ hasText: 'Krisplan Umeå' })
  await expect(call).toBeVisible()
  await expect(document).toBeVisible()
  await expect.poll(() => copies(page)).toEqual(expect.arrayContaining([getBossInfo.path, getAreaDocuments.path]))
  await page.route('**/oidc/token', (route) => route.fulfill({ status: 400, json: { error: 'invalid_grant' } }))
  // Without its session, the provider answers the hidden frame with login_required.
  await page.context().clearCookies()
  await expireSignIn(page)
  await page.reload()
  await expect(page.getByText('Din inloggning har gått ut.')).toBeVisible()
  await expect(call).toBeVisible()
  await expect(document).toBeVisible()
  await expect(page.getByText('servern svarar inte')).toHaveCount(0)
})

test('a person who has never signed in is sent to the sign-in', async ({ page }) => {
  await page.goto(path)
  await expect(page.getByLabel('Användarnamn')).toBeVisible()
})

test('the nearest manager is called from the card; an employee without a manager sees no card', async ({ openAs }) => {
  const page = await openAs('anna', { path })
  const card = page.getByRole('region', { name: 'Närmaste chef' })
  for (const label of ['Namn', 'Telefon', 'Mobil']) await expect(card.getByText(label, { exact: true })).toBeVisible()
  await expect(card.getByRole('link').first()).toHaveAttribute('href', /^tel:09803192\d\d$/)
  await expect(card.getByRole('link').last()).toHaveAttribute('href', /^tel:07017406\d\d$/)
  const ceo = await openAs('david', { path })
  await expect(steps(ceo)).toHaveCount(16)
  await expect(ceo.getByRole('region', { name: 'Dokument' })).toBeVisible()
  await expect(ceo.getByRole('region', { name: 'Närmaste chef' })).toHaveCount(0)
})

test('documents of the area, and of the position in variant B, are saved under their names', async ({ openAs }) => {
  const page = await openAs('anna', { path })
  const row = page.getByRole('row').filter({ hasText: 'Krisplan Umeå' })
  const download = page.waitForEvent('download')
  await row.getByRole('button', { name: 'Ladda ned', exact: true }).click()
  expect((await download).suggestedFilename()).toBe('Krisplan Umeå.pdf')
  const driver = await openAs('gunilla', { host: 'vast.localhost', path })
  const other = driver.waitForEvent('download')
  await driver
    .getByRole('row')
    .filter({ hasText: 'Utrymning av buss' })
    .getByRole('button', { name: 'Ladda ned' })
    .click()
  expect((await other).suggestedFilename()).toBe('Utrymning av buss.docx')
})

test('passes axe in both themes, with completed and open steps', async ({ openAs }) => {
  const page = await openAs('cecilia', { path })
  await steps(page).first().getByRole('checkbox').check()
  await expect(page.getByRole('row').first()).toBeVisible()
  await expectNoViolations(page)
})
