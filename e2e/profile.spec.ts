import type { Locator, Page } from '@playwright/test'
import { someOf } from '../checks/effort.ts'
import { expectNoViolations } from './accessible.ts'
import { draftsOnPhone } from './drafts.ts'
import { expect, test } from './sign-in.ts'

const path = '/dashboard/userinfo'
const api = '**/api/user/profile/details'
const edit = (page: Page) => page.getByRole('button', { name: 'Ändra mina uppgifter' }).click()
const save = (page: Page) => page.getByRole('button', { name: 'Spara', exact: true })
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

/** One of the demo's drivers for each test and width, since changes persist. */
const somebody = (project: string, [onPhone, onDesktop]: readonly [string, string]) =>
  project === 'phone' ? onPhone : onDesktop

test('from the user menu to the employee’s own details, changed, saved and still there after a reload', async ({
  openAs,
}, info) => {
  const page = await openAs(somebody(info.project.name, ['tesfaye', 'sirpa']))
  await page.getByRole('button', { name: 'Meny' }).click()
  await page.getByRole('link', { name: 'Användarinfo' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Gebremariam|Niskanen/)
  await expect(page.getByRole('button', { name: 'Spara' })).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Adress' })).toContainText(/\d{3} \d\d/)
  await expect(page.getByRole('region', { name: 'Kontakt' })).toContainText(/070-174 0\d \d\d/)
  await edit(page)
  await field(page, 'Gatuadress').fill('Brogatan 9')
  await field(page, 'Telefonnummer').fill('701740699')
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/details'))
  await save(page).click()
  const request = await sent
  expect(request.postDataJSON()).toMatchObject({ address: 'Brogatan 9', phoneNumber: '+46 701740699' })
  expect(request.headers()['if-match']).toMatch(/^"[\w-]{22}"$/)
  await expect(page.getByText('Dina uppgifter är uppdaterade')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Adress' })).toContainText('Brogatan 9')
  await page.reload()
  await expect(page.getByRole('region', { name: 'Adress' })).toContainText('Brogatan 9')
  await expect(page.getByRole('button', { name: 'Ändra mina uppgifter' })).toBeVisible()
})

test('a telephone number is changed on its card in four taps from home, and only that', async ({ openAs }, info) => {
  const page = await openAs(somebody(info.project.name, ['amina', 'lars-goran']))
  let taps = 0
  const tap = async (target: Locator) => {
    await target.click()
    taps++
  }
  await tap(page.getByRole('button', { name: 'Meny' }))
  await tap(page.getByRole('link', { name: 'Användarinfo' }))
  const card = page.getByRole('region', { name: 'Kontakt' })
  await tap(card.getByRole('button', { name: 'Ändra kontakt' }))
  await expect(field(page, 'Telefonnummer')).toBeFocused()
  await expect(field(page, 'Gatuadress')).toHaveCount(0)
  await expectNoViolations(page, ['light', 'dark'])
  // The former number is selected, so that typing replaces it.
  await page.keyboard.type('0701740698')
  await expect(page.getByText('Ange ett svenskt telefonnummer med riktnummer och utan mellanslag')).toBeVisible()
  await field(page, 'Telefonnummer').fill('701740698')
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/details'))
  await tap(save(page))
  expect((await sent).postDataJSON()).toMatchObject({ phoneNumber: '+46 701740698', address: /./ })
  await expect(page.getByText('Dina uppgifter är uppdaterade')).toBeVisible()
  await expect(card).toContainText('070-174 06 98')
  await expect(card.getByRole('button', { name: 'Ändra kontakt' })).toBeFocused()
  expect(taps).toBe(4)
})

test('a card without next of kin says what it is for, and is filled in there', async ({ openAs }) => {
  const page = await openAs('anna', { path: '/diagnostics' })
  await page.route(api, async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { result: object }
    const nobody = { relativeName: '', relativeRelation: '', relativePhone: '' }
    await route.fulfill({ response: answer, json: { ...body, result: { ...body.result, ...nobody } } })
  })
  await page.goto(path)
  const card = page.getByRole('region', { name: 'Närmaste anhörig' })
  await expect(card).toContainText('Lägg gärna till den vi ska ringa om något händer dig.')
  await expect(card.getByRole('term')).toHaveCount(0)
  await card.getByRole('button', { name: 'Ändra närmaste anhörig' }).click()
  await expect(field(page, 'Anhörigs namn')).toBeFocused()
})

test('what is half typed on a card is there again after a reload, on the card', async ({ openAs }) => {
  const page = await openAs('klara', { path })
  await page.getByRole('button', { name: 'Ändra närmaste anhörig' }).click()
  await field(page, 'Relation').fill('Granne')
  await expect.poll(async () => (await draftsOnPhone(page)).length).toBe(1)
  await page.reload()
  await expect(page.getByText('Du har ändringar som inte är sparade.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Närmaste anhörig' }).getByLabel('Relation')).toHaveValue('Granne')
  await expect(field(page, 'Gatuadress')).toHaveCount(0)
  await page.getByRole('button', { name: 'Avbryt' }).click()
  await expect(page.getByRole('button', { name: 'Ändra mina uppgifter' })).toBeVisible()
})

test('errors are shown while typing, nothing is sent, and Avbryt discards the changes', async ({ openAs }) => {
  // Each message appears after a pause in typing.
  test.slow()
  const page = await openAs('anna', { path })
  await edit(page)
  let sent = 0
  page.on('request', (request) => (sent += request.method() === 'POST' && request.url().includes('/details') ? 1 : 0))
  type Mistake = readonly [label: string, value: string, message: string]
  const messages: readonly [Mistake, ...Mistake[]] = [
    ['Förnamn', '', 'Ange ett förnamn'],
    ['Efternamn', '', 'Ange ett efternamn'],
    ['E-post', 'anna', 'Ange en e-postadress med formatet namn@exempel.se'],
    ['E-post', '', 'Ange en e-postadress'],
    ['Gatuadress', '', 'Ange en gatuadress'],
    ['Postnummer', '903 25', 'Ange ett postnummer med formatet XXXXX som bara innehåller siffror'],
    ['Postnummer', '', 'Ange ett postnummer'],
    ['Postort', '', 'Ange en postort'],
    ['Telefonnummer', '0701740605', 'Ange ett svenskt telefonnummer med riktnummer och utan mellanslag'],
    ['Telefonnummer', '', 'Ange ett telefonnummer'],
  ]
  const [first, ...others] = messages
  for (const [label, value, message] of [first, ...someOf(others, { sample: 3 })]) {
    await field(page, label).fill(value)
    await expect(page.getByText(message, { exact: true })).toBeVisible()
  }
  await save(page).click()
  await expect(field(page, 'Förnamn')).toBeFocused()
  await expectNoViolations(page)
  expect(sent).toBe(0)
  await page.getByRole('button', { name: 'Avbryt' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Anna Lindgren')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Ändra mina uppgifter' })).toBeVisible()
  await edit(page)
  await expect(field(page, 'Förnamn')).toHaveValue('Anna')
})

test(
  'changes that are discarded do not come back, however soon the page is left',
  { tag: '@prove' },
  async ({ openAs }) => {
    test.setTimeout(240_000)
    const page = await openAs('anna', { path })
    // If a discarded draft could come back, it would about one time in twenty.
    for (let time = 0; time < 40; time++) {
      await edit(page)
      await field(page, 'Postort').fill('')
      await expect(page.getByText('Ange en postort')).toBeVisible()
      await page.getByRole('button', { name: 'Avbryt' }).click()
      await page.reload()
      await expect(page.getByRole('button', { name: 'Ändra mina uppgifter' })).toBeVisible()
    }
  },
)

test('of two tabs that edit at once the second is warned, and keeps what was typed', async ({ openAs }, info) => {
  const userName = somebody(info.project.name, ['omar', 'emil'])
  const first = await openAs(userName, { path })
  await edit(first)
  await field(first, 'Gatuadress').fill('Första gatan 1')
  await field(first, 'Postort').fill('Holmsund')
  const second = await first.context().newPage()
  await second.goto(path)
  // The first tab's draft is on this phone; the second one must start from the saved details.
  await second.getByRole('button', { name: 'Avbryt' }).click()
  await edit(second)
  await field(second, 'Gatuadress').fill('Andra gatan 2')
  await save(second).click()
  await expect(second.getByText('Dina uppgifter är uppdaterade')).toBeVisible()
  await save(first).click()
  await expect(first.getByText(/^Dina uppgifter har ändrats någon annanstans/)).toBeVisible()
  await first.getByRole('button', { name: 'Hämta de nya' }).click()
  await expect(first.getByText('De nya uppgifterna är hämtade. Det du har skrivit är kvar.')).toBeVisible()
  await expect(first.getByText('Gatuadress: Andra gatan 2')).toBeVisible()
  await expect(field(first, 'Gatuadress')).toHaveValue('Första gatan 1')
  await expect(field(first, 'Postort')).toHaveValue('Holmsund')
  await save(first).click()
  await expect(first.getByText('Dina uppgifter är uppdaterade')).toBeVisible()
  await expect(first.getByRole('region', { name: 'Adress' })).toContainText('Första gatan 1')
})

test('a failed save is reported at the top, and what was typed survives a reload', async ({ openAs }, info) => {
  const page = await openAs(somebody(info.project.name, ['zahra', 'birgitta']), { path })
  await edit(page)
  await field(page, 'Relation').fill('Granne')
  const answers = [
    { status: 500, json: {} },
    {
      status: 400,
      json: { result: null, timestamp: '', errorMessage: 'Nej.', modelState: { city: ['Postorten finns inte.'] } },
    },
  ]
  const keys = new Set<string | undefined>()
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/details'))
      keys.add(request.headers()['idempotency-key'])
  })
  await page.route(api, (route) =>
    route.request().method() === 'POST' ? route.fulfill(answers.shift()) : route.continue(),
  )
  for (const message of ['Okänt fel inträffade', 'Postorten finns inte.']) {
    await save(page).click()
    const box = page.getByRole('alert').filter({ hasText: 'Fel inträffade när formuläret skulle sparas' })
    await expect(box.getByText(message)).toBeVisible()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  }
  await page.reload()
  await expect(page.getByText('Du har ändringar som inte är sparade.')).toBeVisible()
  await expect(field(page, 'Relation')).toHaveValue('Granne')
  await page.unroute(api)
  await save(page).click()
  await expect(page.getByText('Dina uppgifter är uppdaterade')).toBeVisible()
  // Both attempts have the same key, so that the server stores the changes once, whatever happened the first time.
  expect(keys.size).toBe(1)
})

test('a failed load is reported, with the server’s message if there is one, and can be tried again', async ({
  openAs,
}) => {
  const page = await openAs('anna')
  const answers = [
    { status: 502, body: '' },
    { status: 500, json: { result: null, errorMessage: 'Stängt för byte.' } },
  ]
  await page.route(api, (route) => (answers.length > 0 ? route.fulfill(answers.shift()) : route.continue()))
  await page.goto(path)
  await expect(page.getByText('Ett oväntat fel uppstod vid laddning av användaruppgifter.')).toBeVisible()
  await page.getByRole('button', { name: 'Försök igen' }).click()
  await expect(page.getByText('Stängt för byte.')).toBeVisible()
  await page.getByRole('button', { name: 'Försök igen' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Anna Lindgren')
  await expectNoViolations(page)
})
