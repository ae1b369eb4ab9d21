import type { Locator, Page, TestInfo } from '@playwright/test'
import { expectNoViolations } from './accessible.ts'
import { chunkOf } from './built.ts'
import { picture } from './hand.ts'
import { backOnline, keptOnPhone, test } from './phone.ts'
import { serverFails } from './portal.ts'
import { expect } from './sign-in.ts'

const path = '/dashboard/fordonskontroll'
const saved = 'Felrapporten är sparad. Det kan ta några minuter för den att synas i listan över aktiva felrapporter.'
const notSaved =
  'Ett fel inträffade när felrapporten skulle sparas. Försök igen och om felet kvarstår kontakta support.'

// Both widths run at once on one portal: each uses its own driver and buses.
const driverOf = ({ project }: TestInfo) => (project.name === 'phone' ? 'anna' : 'amina')
const busOf = ({ project }: TestInfo, bus: number) => `Buss ${project.name === 'phone' ? 2110 + bus : 2116 + bus}`

const vehicle = (page: Page) => page.getByRole('combobox', { name: 'Fordon' })
const form = (page: Page) => page.getByRole('region', { name: 'Ny felrapport' })
const active = (page: Page) => page.getByRole('region', { name: 'Aktiva felrapporter' })
const own = (page: Page) => page.getByRole('region', { name: 'Mina felrapporter' })
const send = (page: Page) => page.getByRole('button', { name: /^Skicka/ })

/** The button or link that opens a report: the card on a phone, the number in the table on a wide screen. */
const openOwn = (page: Page, { project }: TestInfo, name: RegExp) =>
  own(page).getByRole(project.name === 'phone' ? 'button' : 'link', { name })

async function choose(page: Page, bus: string): Promise<void> {
  await vehicle(page).fill(bus)
  await expect(form(page)).toContainText(bus)
}

async function fill(page: Page, category: string, text: string): Promise<void> {
  await page.getByLabel('Kategori').selectOption(category)
  await page.getByLabel('Felrapport', { exact: true }).fill(text)
}

test('a fault on the duty’s bus is reported in a few taps, and listed with its number and state', async ({
  openAs,
}, info) => {
  const page = await openAs(driverOf(info))
  const text = `Dörr 2 fryser fast (${info.project.name})`
  if (info.project.name === 'phone') {
    await page.getByRole('button', { name: 'Rapportera', exact: true }).click()
    await page.getByRole('link', { name: 'Felrapport', exact: true }).click()
  } else {
    await page.getByRole('link', { name: 'Felrapportering', exact: true }).click()
  }
  await page.getByRole('button', { name: /Din (buss nu|nästa buss)/ }).click()
  await fill(page, 'Dörrar', text)
  await send(page).click()
  await expect(page.getByText(saved)).toBeVisible()
  await expect(page.getByLabel('Felrapport', { exact: true })).toHaveValue('')
  await expect(page.getByLabel('Kategori')).toHaveValue('')
  const number = /F-\d{4}/.exec(await form(page).getByRole('status').innerText())?.[0] ?? 'none'
  for (const list of [active(page), own(page)]) {
    const row = list.getByRole(info.project.name === 'phone' ? 'listitem' : 'row').filter({ hasText: text })
    for (const shown of [number, 'Mottagen', 'Dörrar']) await expect(row).toContainText(shown)
  }
  await openOwn(page, info, new RegExp(`${number},? Dörrar`)).click()
  const life = page.getByRole(info.project.name === 'phone' ? 'dialog' : 'region', { name: `Felrapport ${number}` })
  await expect(life.getByRole('list', { name: 'Händelser' }).getByRole('listitem')).toHaveText(/^Mottagen/)
})

test('another bus that is chosen while a report is being sent is no report of its own until it is sent', async ({
  openAs,
}, info) => {
  const page = await openAs(driverOf(info))
  await page.goto(path)
  const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route('**/api/fordonskontroll/addfault', async (route) => {
    asked.resolve()
    await held.promise
    await route.continue()
  })
  const text = `Fel buss (${info.project.name})`
  await choose(page, busOf(info, 4))
  await fill(page, 'Dörrar', text)
  await send(page).click()
  await asked.promise
  await choose(page, busOf(info, 5))
  // A tap would send nothing, and when the first report has been sent the form would be emptied, with the text for the
  // other bus in it.
  await expect(send(page)).toBeHidden()
  held.resolve()
  await expect(page.getByText(saved)).toBeVisible()
  await expect(page.getByLabel('Felrapport', { exact: true })).toHaveValue(text)
  await expect(form(page)).toContainText(busOf(info, 5))
})

test('a fault with a photo, reported in six taps without coverage, is seen by the bus’s next driver', async ({
  line,
  openAs,
  ready,
}, info) => {
  test.slow()
  test.skip(info.project.name === 'desktop', 'the bar with Rapportera is the phone’s')
  const page = await ready(driverOf(info))
  const text = `Stenskott i framrutan (${info.project.name})`
  let taps = 0
  const tap = async (target: Locator) => {
    taps++
    await target.click()
  }
  line.cut()
  await tap(page.getByRole('button', { name: 'Rapportera', exact: true }))
  await tap(page.getByRole('link', { name: 'Felrapport', exact: true }))
  const offered = page.getByRole('button', { name: /Din (buss nu|nästa buss)/ })
  const bus = /Buss \d+/.exec(await offered.innerText())?.[0] ?? 'none'
  await tap(offered)
  // Two taps are in the phone's own list and camera.
  taps += 2
  await page.getByLabel('Kategori').selectOption('Rutor, torkare och speglar')
  await page.getByLabel('Ta eller välj bilder').setInputFiles(picture('ruta.png', [40, 90, 140]))
  const photo = page.getByRole('img', { name: 'Bild 1' })
  await expect(photo).toBeVisible()
  await page.getByLabel('Felrapport', { exact: true }).fill(text)
  await expect(page.getByText(/^En bild kunde inte skickas\. Du kan skicka felrapporten ändå/)).toBeVisible()

  await page.reload()
  await expect(photo).toBeVisible()
  await expect(page.getByLabel('Felrapport', { exact: true })).toHaveValue(text)
  await tap(send(page))
  expect(taps).toBe(6)
  await expect(keptOnPhone(page)).toBeVisible()
  await expect(photo).toBeHidden()
  await backOnline(page, line)
  await expect(page.getByText(saved)).toBeVisible()
  await expect(own(page).getByRole('listitem').filter({ hasText: text })).toContainText('1 bild')

  const next = await openAs('tesfaye', { path })
  await choose(next, bus)
  const report = active(next).getByRole('listitem').filter({ hasText: text })
  await expect(report).toContainText('1 bild')
  await report.getByRole('button', { name: /^Visa felrapport F-\d{4}/ }).click()
  await next.getByRole('button', { name: /^Förstora bild 1 till F-\d{4}$/ }).click()
  const dialog = next.getByRole('dialog', { name: /^Bild 1 av 1 till F-\d{4}$/ })
  await expect(dialog.getByRole('img', { name: 'ruta.jpg' })).toHaveJSProperty('complete', true)
  await expect(dialog.getByRole('img')).not.toHaveJSProperty('naturalWidth', 0)
})

test('a vehicle is found by a part of its name in any case, and deselected when no vehicle has the name', async ({
  openAs,
}, info) => {
  const page = await openAs(driverOf(info), { path })
  await vehicle(page).fill('uSS 213')
  const options = page.getByRole('listbox').getByRole('option')
  await expect(options).toHaveText(['Buss 2131', 'Buss 2132', 'Buss 2133', 'Buss 2134', 'Buss 2135'])
  await expect(form(page)).toBeHidden()
  await options.filter({ hasText: '2133' }).click()
  await expect(vehicle(page)).toHaveValue('Buss 2133')
  await page.getByLabel('Felrapport', { exact: true }).fill('Skriven före bytet')
  await vehicle(page).fill('Buss 21333')
  await expect(form(page)).toBeHidden()
  await expect(active(page)).toBeHidden()
  await expect(page.getByText('Inget fordon med det namnet')).toBeVisible()
  await vehicle(page).fill('buss 2134')
  await vehicle(page).blur()
  await expect(vehicle(page)).toHaveValue('Buss 2134')
  await expect(page.getByLabel('Felrapport', { exact: true })).toHaveValue('Skriven före bytet')
  await page.getByRole('button', { name: 'Rensa' }).click()
  await expect(form(page)).toBeHidden()
  // A vehicle that was chosen before can be chosen with one tap, also after a reload.
  await page.reload()
  await page.getByRole('button', { name: 'Buss 2134' }).click()
  await expect(page.getByLabel('Felrapport', { exact: true })).toHaveValue('Skriven före bytet')
})

test('the form is prepared before a vehicle is chosen, so that the choice needs no coverage', async ({
  openAs,
}, info) => {
  const page = await openAs(driverOf(info), { path: '/dashboard/start' })
  const fetched = page.waitForResponse(chunkOf('vehicle-faults/web/NewFault.tsx'))
  await page.goto(path)
  await (await fetched).finished()
  await page.route('**/assets/**', (route) => route.abort())
  await vehicle(page).fill(busOf(info, 2))
  await expect(page.getByLabel('Felrapport', { exact: true })).toBeVisible()
})

test('a form whose code does not come says so in its place, and leaves the rest of the screen', async ({
  openAs,
}, info) => {
  const page = await openAs(driverOf(info), { path })
  const form = chunkOf('vehicle-faults/web/NewFault.tsx')
  await page.route(form, (route) => route.fulfill({ status: 404, body: 'Finns inte' }))
  const missing = page.waitForResponse(form)
  await page.reload()
  await missing
  await vehicle(page).fill(busOf(info, 2))
  const again = page.getByRole('main').getByRole('button', { name: 'Ladda om sidan' })
  await expect(again).toBeVisible()
  await expect(active(page)).toBeVisible()
  await page.unroute(form)
  await again.click()
  await vehicle(page).fill(busOf(info, 2))
  await expect(page.getByLabel('Felrapport', { exact: true })).toBeVisible()
})

test('a vehicle that is changed is kept with the draft, though nothing more is typed', async ({ openAs }, info) => {
  const page = await openAs(driverOf(info), { path })
  await choose(page, busOf(info, 2))
  await page.getByLabel('Felrapport', { exact: true }).fill('Skriven på den förra')
  await page.getByRole('button', { name: 'Rensa' }).click()
  await page.reload()
  await vehicle(page).fill(busOf(info, 3))
  await expect(page.getByLabel('Felrapport', { exact: true })).toHaveValue('Skriven på den förra')
  await page.reload()
  await expect(vehicle(page)).toHaveValue(busOf(info, 3))
  await expect(page.getByLabel('Felrapport', { exact: true })).toHaveValue('Skriven på den förra')
})

test('missing fields are reported at once and on sending', async ({ openAs }, info) => {
  const page = await openAs(driverOf(info), { path })
  await choose(page, busOf(info, 2))
  await send(page).click()
  await expect(page.getByText('Du måste välja en kategori.')).toBeVisible()
  await expect(page.getByText('Felrapporten får inte vara tom.')).toBeVisible()
  await expect(page.getByLabel('Kategori')).toBeFocused()
  await fill(page, 'Bromsar', 'Drar snett')
  await expect(page.getByText('Du måste välja en kategori.')).toBeHidden()
  await expect(page.getByText('Felrapporten får inte vara tom.')).toBeHidden()
  await page.getByLabel('Felrapport', { exact: true }).fill('')
  await expect(page.getByText('Felrapporten får inte vara tom.')).toBeVisible()
})

test('a failed save keeps what was typed, also after a reload, and is repeated with the same key', async ({
  openAs,
}, info) => {
  const page = await openAs(driverOf(info), { path })
  const keys: (string | undefined)[] = []
  let down = true
  await page.route('**/addfault', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    // A report without a photo has only the specified fields.
    expect(Object.keys(route.request().postDataJSON() as object).toSorted()).toEqual([
      'faultCategoryNumber',
      'text',
      'vehicleNumber',
    ])
    await (down ? route.fulfill(serverFails) : route.continue())
  })
  const text = `Oljefläck (${info.project.name})`
  await choose(page, busOf(info, 3))
  await fill(page, 'Motor och drivlina', text)
  await send(page).click()
  await expect(page.getByText(notSaved)).toBeVisible()
  await expect(page.getByLabel('Felrapport', { exact: true })).toHaveValue(text)
  await page.reload()
  await expect(page.getByText('Ditt påbörjade utkast är kvar.')).toBeVisible()
  await expect(vehicle(page)).toHaveValue(busOf(info, 3))
  await expect(page.getByLabel('Kategori').locator('option:checked')).toHaveText('Motor och drivlina')
  await expect(page.getByLabel('Felrapport', { exact: true })).toHaveValue(text)
  down = false
  await send(page).click()
  await expect(page.getByText(saved)).toBeVisible()
  expect(keys).toEqual([expect.stringMatching(/^[\w-]{36}$/), keys[0]])
  await page.reload()
  await expect(own(page).getByText(text)).toBeVisible()
  await expect(page.getByText('Ditt påbörjade utkast är kvar.')).toBeHidden()
  await expect(form(page)).toBeHidden()
})

test('a report sent when the sign-in has just been refused is sent automatically after signing in again', async ({
  openAs,
}, info) => {
  const page = await openAs(driverOf(info), { path })
  const text = `Skylten är släckt (${info.project.name})`
  await choose(page, busOf(info, 4))
  await fill(page, 'Skyltar och utrop', text)
  let refused = 0
  await page.route('**/addfault', (route) =>
    refused++ === 0
      ? route.fulfill({ status: 401, json: { result: null, timestamp: '', errorMessage: 'Du behöver logga in.' } })
      : route.continue(),
  )
  await send(page).click()
  await expect(own(page).getByText(text)).toHaveCount(1)
  expect(refused).toBe(2)
})

test('a draft is still there the next time, and can be discarded', async ({ openAs }, info) => {
  const page = await openAs(driverOf(info), { path })
  await choose(page, busOf(info, 4))
  await fill(page, 'Klimat och värme', 'Det drar')
  await page.reload()
  await expect(page.getByText('Ditt påbörjade utkast är kvar.')).toBeVisible()
  await expect(page.getByLabel('Felrapport', { exact: true })).toHaveValue('Det drar')
  await page.getByRole('button', { name: 'Börja om' }).click()
  await expect(page.getByLabel('Felrapport', { exact: true })).toHaveValue('')
  await page.reload()
  await expect(own(page)).toBeVisible()
  await expect(page.getByText('Ditt påbörjade utkast är kvar.')).toBeHidden()
})

test('a second submit while saving is ignored, and a false result is an error', async ({ openAs }, info) => {
  const page = await openAs(driverOf(info), { path })
  let sent = 0
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route('**/addfault', async (route) => {
    sent++
    await held
    await route.fulfill({ json: { result: false, timestamp: '' } })
  })
  await choose(page, busOf(info, 5))
  await fill(page, 'Belysning', 'Halvljuset är trasigt')
  await send(page).dblclick()
  const saving = page.getByRole('button', { name: 'Sparar..' })
  await saving.click({ force: true })
  letGo()
  await expect(page.getByText(notSaved)).toBeVisible()
  expect(sent).toBe(1)
  await expect(page.getByLabel('Felrapport', { exact: true })).toHaveValue('Halvljuset är trasigt')
  await page.unroute('**/addfault')
  await page.getByLabel('Felrapport', { exact: true }).fill('')
  await page.getByLabel('Kategori').selectOption('')
})

test('an open report of the same category on the bus is pointed out before a second one', async ({ openAs }, info) => {
  const page = await openAs(driverOf(info), { path })
  await choose(page, busOf(info, 6))
  const text = `Rampen larmar (${info.project.name})`
  await fill(page, 'Ramp och lift', text)
  await send(page).click()
  await expect(page.getByText(saved)).toBeVisible()
  await page.getByLabel('Kategori').selectOption('Ramp och lift')
  const warning = form(page).getByRole('status').filter({ hasText: 'Kan felet redan vara rapporterat?' })
  await expect(warning).toContainText(text)
  await expect(warning).toContainText(/F-\d{4}, mottagen/)
  await page.getByLabel('Felrapport', { exact: true }).fill('Rampen larmar igen')
  await page.getByRole('button', { name: 'Skicka ändå', exact: true }).click()
  await expect(page.getByText(saved)).toBeVisible()
})

test('everything that opens passes axe in both themes', { tag: '@prove' }, async ({ openAs }, info) => {
  test.setTimeout(120_000)
  const page = await openAs(driverOf(info), { path })
  await vehicle(page).fill('uSS 213')
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(5)
  await expectNoViolations(page)
  await vehicle(page).fill('zzz')
  await expect(page.getByText('Inget fordon med det namnet')).toBeVisible()
  await expectNoViolations(page)
  await choose(page, busOf(info, 7))
  await send(page).click()
  await expect(page.getByText('Felrapporten får inte vara tom.')).toBeVisible()
  await expectNoViolations(page)
  await fill(page, 'Kaross', `Buckla (${info.project.name})`)
  await send(page).click()
  await expect(page.getByText(saved)).toBeVisible()
  await page.getByLabel('Kategori').selectOption('Kaross')
  await expect(page.getByText('Kan felet redan vara rapporterat?')).toBeVisible()
  await expectNoViolations(page)
  await openOwn(page, info, /F-\d+,? Kaross/)
    .first()
    .click()
  await expect(page.getByRole('list', { name: 'Händelser' })).toBeVisible()
  await expectNoViolations(page)
})

test('a load that fails says so, and can be tried again', async ({ openAs }, info) => {
  const page = await openAs(driverOf(info), { path: '/dashboard/schema' })
  let down = true
  await page.route('**/api/fordonskontroll/**', (route) => (down ? route.fulfill(serverFails) : route.continue()))
  const categories = '**/api/fordonskontroll/categories'
  await page.route(categories, (route) => route.fulfill(serverFails))
  await page.goto(path)
  await expect(page.getByText('Hämta fordon misslyckades')).toBeVisible()
  await expect(page.getByText('Hämta felrapporter misslyckades')).toBeVisible()
  await expect(page.getByText('Ett fel inträffade')).toHaveCount(2)
  down = false
  const retry = page.getByRole('button', { name: 'Försök igen' })
  await retry.nth(1).click()
  await expect(retry).toHaveCount(1)
  await retry.click()
  await expect(page.getByText('Hämta fordon misslyckades')).toBeHidden()
  down = true
  await choose(page, busOf(info, 2))
  await expect(page.getByText('Hämta kategorier misslyckades')).toBeVisible()
  await expect(page.getByText('Hämta felrapporter misslyckades')).toBeVisible()
  await page.unroute(categories)
  down = false
  await form(page).getByRole('button', { name: 'Försök igen' }).click()
  await expect(page.getByLabel('Felrapport', { exact: true })).toBeVisible()
})

test('if the company has no vehicle faults, there is no page, no menu item and no entry', async ({ openAs }, info) => {
  const page = await openAs('gunilla', { host: 'vast.localhost' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  if (info.project.name === 'phone') {
    await page.getByRole('button', { name: 'Meny' }).click()
    await expect(page.getByRole('link', { name: 'Schema', exact: true })).toBeVisible()
  }
  await expect(page.getByRole('link', { name: /^Felrapport/ })).toHaveCount(0)
  await page.goto(new URL(path, page.url()).href)
  await expect(page.getByText('Sidan kan inte visas.')).toBeVisible()
})

test('a fault that may make the bus unsafe says not to drive', async ({ openAs }, info) => {
  const page = await openAs(driverOf(info), { path: '/dashboard/fordonskontroll' })
  await choose(page, busOf(info, 5))
  const warning = page.getByText('Kör inte om felet kan vara farligt. Ring trafikledningen.')
  await page.getByLabel('Kategori').selectOption({ label: 'Bromsar' })
  await expect(warning).toBeVisible()
  await page.getByLabel('Kategori').selectOption({ label: 'Klimat och värme' })
  await expect(warning).toHaveCount(0)
})
