import type { Page } from '@playwright/test'
import { expectNoViolations } from './accessible.ts'
import { draftsOnPhone } from './drafts.ts'
import { unsent } from './phone.ts'
import { expect, test } from './sign-in.ts'

// Time limit for axe and long journeys on a busy machine.
test.describe.configure({ timeout: 60_000 })

const path = '/dashboard/forslag'
const open = (page: Page) => page.getByRole('button', { name: 'Skapa ny', exact: true }).click()
const save = (page: Page) => page.getByRole('button', { name: 'Spara', exact: true })

async function fill(page: Page, title: string, company = 'Linjen Norr'): Promise<void> {
  await page.getByLabel('Rubrik').fill(title)
  await page.getByLabel('Bolag').selectOption(company)
  await page.getByLabel('Beskrivning').fill('Det skulle spara tid för oss alla.')
}

test('the list shows colleagues’ suggestions with the office’s comments', async ({ openAs }, info) => {
  const page = await openAs('anna', { path })
  const title = 'Motorvärmare på de yttre platserna i Skellefteå'
  if (info.project.name === 'phone') {
    const card = page.getByRole('list', { name: 'Förslag' }).getByRole('listitem').filter({ hasText: title })
    // Date and status have labels, for those who do not see their place on the card.
    for (const label of ['Datum', 'Status', 'Skapad av', 'Beskrivning', 'Kommentarer', 'Åtgärder'])
      await expect(card).toContainText(label)
    for (const seen of ['Planerat', 'Kommentarer', 'Åtgärder', 'Tre uttag monteras'])
      await expect(card.getByText(seen)).toBeVisible()
    return
  }
  const table = page.getByRole('table', { name: 'Förslag' })
  const heads = ['Rubrik', 'Datum', 'Beskrivning', 'Skapad Av', 'Kommentarer', 'Åtgärder']
  await expect(table.getByRole('columnheader')).toHaveText(heads)
  const row = table.getByRole('row').filter({ hasText: title })
  await row.getByRole('button', { name: /kommentarer/ }).click()
  await expect(page.getByRole('dialog', { name: 'Kommentarer' })).toContainText('Elektrikern har varit på plats.')
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Stäng' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(row.getByRole('button', { name: /kommentarer/ })).toBeFocused()
  await row.getByRole('button', { name: /åtgärder/ }).press('Enter')
  await expect(page.getByRole('dialog', { name: 'Åtgärder' })).toContainText('Tre uttag monteras')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  // The newest one in the demo has no comments.
  const quiet = table.getByRole('row').filter({ hasText: 'Sandlåda' })
  await expect(quiet.getByRole('button')).toHaveCount(0)
})

test('missing fields are reported, and a completed form is saved and listed', async ({ openAs }, info) => {
  const page = await openAs('amina', { path })
  const title = `Klocka på väggen (${info.project.name})`
  await open(page)
  await expect(page.getByLabel('Bolag').getByRole('option')).toHaveText([
    'Välj bolag',
    'Linjen Norr',
    'Linjen Syd',
    'Linjen Väst',
    'Linjen Öst',
  ])
  await save(page).click()
  const missing = ['Rubrik måste anges', 'Bolag måste väljas', 'Beskrivning måste anges']
  for (const message of missing) await expect(page.getByText(message)).toBeVisible()
  await expect(page.getByLabel('Rubrik')).toBeFocused()
  await fill(page, title)
  for (const message of missing) await expect(page.getByText(message)).toBeHidden()
  await save(page).click()
  await expect(page.getByText('Förslag är sparat.')).toBeVisible()
  await expect(page.getByText(title)).toBeVisible()
  for (const label of ['Rubrik', 'Bolag', 'Beskrivning']) await expect(page.getByLabel(label)).toHaveValue('')
  // No draft is left on the phone.
  await page.reload()
  await expect(page.getByText(title)).toBeVisible()
  await expect(page.getByText('Du har ett påbörjat förslag')).toBeHidden()
})

test('the form with errors passes axe in both themes', async ({ openAs }) => {
  const page = await openAs('amina', { path })
  await open(page)
  await save(page).click()
  await expect(page.getByText('Bolag måste väljas')).toBeVisible()
  await expectNoViolations(page)
})

test('by keyboard alone', { tag: '@wide' }, async ({ openAs }, info) => {
  test.skip(info.project.name === 'phone', 'a phone has no Tab')
  const page = await openAs('zahra', { path })
  await page.getByRole('button', { name: 'Skapa ny', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Rubrik')).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.type('Bara tangenter')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Linjen N')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Utan mus.')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Förslag är sparat.')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Förslag' }).getByText('Bara tangenter')).toBeVisible()
})

test('a second submit during a save is ignored, and a failed one is reported and keeps what was typed', async ({
  openAs,
}, info) => {
  const page = await openAs('emil', { path })
  const title = `Bara en gång (${info.project.name})`
  const keys: (string | undefined)[] = []
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route('**/api/forslag/', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length > 1) return route.continue()
    await held
    return route.fulfill({ status: 500, json: {} })
  })
  await open(page)
  await fill(page, title)
  await save(page).click()
  await expect(page.getByRole('button', { name: 'Sparar..' })).toBeVisible()
  await page.getByRole('button', { name: 'Sparar..' }).click({ force: true })
  await page.getByLabel('Rubrik').press('Enter')
  letGo()
  await expect(page.getByText('Fel inträffade när formuläret skulle sparas')).toBeVisible()
  await expect(page.getByText('Okänt fel inträffade')).toBeVisible()
  await expect(page.getByLabel('Rubrik')).toHaveValue(title)
  expect(keys).toHaveLength(1)
  await save(page).click()
  await expect(page.getByText('Förslag är sparat.')).toBeVisible()
  await expect(page.getByText('Okänt fel inträffade')).toBeHidden()
  // The second attempt has the same key, in case the first has arrived after all.
  expect(keys).toEqual([expect.stringMatching(/^[\w-]{36}$/), keys[0]])
})

test('a suggestion whose answer was lost waits on the phone, and is the same one when it is sent again', async ({
  openAs,
}, info) => {
  const page = await openAs(info.project.name === 'phone' ? 'tesfaye' : 'birgitta', { path })
  const title = `Svaret kom aldrig (${info.project.name} ${info.repeatEachIndex})`
  const write = (url: URL) => url.pathname === '/api/forslag/'
  await page.route(write, async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await route.fetch()
    return route.abort()
  })
  await open(page)
  await fill(page, title)
  await save(page).click()
  await expect(page.getByText(/^Förslaget är sparat på (telefonen|datorn)$/)).toBeVisible()
  await expect(page.getByText('Väntar', { exact: true })).toBeVisible()
  for (const label of ['Rubrik', 'Bolag', 'Beskrivning']) await expect(page.getByLabel(label)).toHaveValue('')
  expect(await unsent(page)).toBe(1)
  await page.unroute(write)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(page.getByText('Förslag är sparat.')).toBeVisible()
  await expect(page.getByText(title, { exact: true })).toHaveCount(1)
  await page.reload()
  await expect(page.getByText(title, { exact: true })).toHaveCount(1)
  await expect(page.getByText('Du har ett påbörjat förslag')).toBeHidden()
  expect(await unsent(page)).toBe(0)
})

test('what is being written survives a reload', async ({ openAs }, info) => {
  const page = await openAs(info.project.name === 'phone' ? 'nermin' : 'omar', { path })
  await open(page)
  await fill(page, 'Halvskrivet', 'Linjen Syd')
  await expect
    .poll(async () => (await draftsOnPhone(page))[0]?.value.fields.Beskrivning)
    .toBe('Det skulle spara tid för oss alla.')
  await page.reload()
  await page.getByRole('button', { name: 'Fortsätt skriva' }).click()
  await expect(page.getByLabel('Rubrik')).toHaveValue('Halvskrivet')
  await expect(page.getByLabel('Bolag')).toHaveValue('syd')
  await expect(page.getByLabel('Beskrivning')).toHaveValue('Det skulle spara tid för oss alla.')
})

test('if the companies or the list cannot be fetched, this is reported and can be tried again', async ({ openAs }) => {
  const page = await openAs('anna')
  let broken = true
  for (const address of ['**/api/spcommon/bolag', '**/api/forslag/']) {
    await page.route(address, (route) => (broken ? route.fulfill({ status: 500, json: {} }) : route.continue()))
  }
  await page.goto(path)
  await expect(page.getByText('Hämta förslag misslyckades')).toBeVisible()
  await expect(page.getByText('Ett fel inträffade')).toBeVisible()
  await open(page)
  await expect(page.getByText('Kunde inte ladda formuläret.')).toBeVisible()
  await expect(page.getByText('Hämta lista med bolag misslyckades')).toBeVisible()
  broken = false
  const again = page.getByRole('button', { name: 'Försök igen' })
  await expect(again).toHaveCount(2)
  await again.first().click()
  await expect(page.getByLabel('Rubrik')).toBeVisible()
  await again.click()
  await expect(page.getByText('Sandlåda vid vändplatsen')).toBeVisible()
  await expect(page.getByText('Hämta förslag misslyckades')).toBeHidden()
})

test('bertil, who lacks the flag, has neither menu entry nor page', async ({ openAs }) => {
  const page = await openAs('bertil', { path })
  await expect(page.getByText(/^Sidan kan inte visas\./)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Förslag' })).toHaveCount(0)
})
