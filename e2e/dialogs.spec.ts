// Dialogs, and forms with errors: each passes axe, in one theme in `npm test` and in both under `npm run prove`.
import type { Page } from '@playwright/test'
import { someOf } from '../checks/effort.ts'
import { expectNoViolations } from './accessible.ts'
import { dateOf, driversOn } from './driver.ts'
import { expect, test } from './sign-in.ts'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()
const press = (name: string | RegExp) => async (page: Page) => button(page, name).click()

type Opened = readonly [what: string, userName: string, path: string, open: (page: Page) => Promise<unknown>]

const [driver = ''] = driversOn(dateOf('yesterday'))

const dialogs: readonly Opened[] = [
  ['Öppna kalendern', 'anna', 'minauppdrag', press('Öppna kalendern')],
  [
    'Återrapportera',
    driver,
    'minauppdrag',
    async (page) => {
      await page.getByLabel('Datum', { exact: true }).fill(dateOf('yesterday'))
      await button(page, /^Återrapportera .*Linjekörning/).click()
    },
  ],
  ['Detaljer of a deviation', 'anna', 'avvikelser', press('Detaljer')],
  [
    'Åtgärd',
    'anna',
    'avvikelser',
    (page) => page.getByRole('button', { name: 'Åtgärd', exact: true, disabled: false }).first().click(),
  ],
  [
    'Börja om in the crisis guide',
    'cecilia',
    'krishantering',
    async (page) => {
      await page.getByRole('main').getByRole('checkbox').first().check()
      await button(page, 'Börja om').click()
    },
  ],
  [
    'Radera inlägget?',
    'anna',
    'nyheter/koncern',
    async (page) => {
      await page.getByRole('link', { name: 'Läs mer..' }).nth(2).click()
      const comment = page.getByLabel('Skriv en kommentar')
      await comment.fill('Tas bort igen')
      await expect(comment).toHaveValue('Tas bort igen')
      await button(page, 'Skicka').click()
      await page.locator('#news-comment-list').getByRole('button', { name: 'Ta bort' }).first().click()
    },
  ],
]

const rareDialogs: readonly Opened[] = [
  [
    'a payslip as a PDF',
    'anna',
    'konteklonebesked',
    async (page) => {
      await button(page, /^\p{L}+ \d{4}$/u).click()
      await expect(page.getByRole('dialog').getByText('Sida 1 av 1')).toBeVisible()
    },
  ],
  [
    'a picture',
    'anna',
    'avvikelser',
    async (page) => {
      const report = page
        .getByRole('listitem')
        .or(page.getByRole('row'))
        .filter({ hasText: 'Skadat väderskydd' })
        .last()
      await report.getByRole('button', { name: 'Detaljer' }).click()
      await page
        .getByRole('dialog', { name: 'Detaljer' })
        .getByRole('button', { name: /^Förstora bild 1/ })
        .click()
      await expect(page.getByRole('dialog', { name: /^Bild 1 av/ }).locator('img')).toBeVisible()
    },
  ],
  [
    'Anmäl kommentaren',
    'anna',
    'nyheter/koncern',
    async (page) => {
      const answer = page.waitForResponse(/\/api\/nyheter\/getkoncern/)
      await page.reload()
      await answer
      await page.getByRole('link', { name: 'Läs mer..' }).first().click()
      await page.locator('#news-comment-list').getByRole('button', { name: 'Anmäl' }).first().click()
    },
  ],
  [
    'signing out with something unsent',
    'anna',
    'fordonskontroll',
    async (page) => {
      await page.route('**/api/fordonskontroll/addfault', (route) => route.abort())
      await page.getByRole('combobox', { name: 'Fordon' }).fill('Buss 2119')
      await page.getByLabel('Kategori').selectOption({ index: 1 })
      await page.getByLabel('Felrapport', { exact: true }).fill('Skickas aldrig')
      await button(page, /^Skicka/).click()
      await expect(page.getByText(/^Felrapporten är sparad på/)).toBeVisible()
      await button(page, 'Meny').click()
      await button(page, 'Logga ut').click()
      await expect(page.getByRole('dialog', { name: 'Något är inte skickat' })).toBeVisible()
    },
  ],
]

const phoneDialogs: readonly Opened[] = [
  ['a fault’s life', 'anna', 'fordonskontroll', press(/^Visa felrapport/)],
  ['Meny', 'anna', 'start', press('Meny')],
  ['Rapportera', 'anna', 'start', press('Rapportera')],
]

// `npm test` runs a sample of them, the same one each time.
for (const opened of someOf(dialogs, { sample: 7 }).concat(rareDialogs, phoneDialogs)) {
  const [what, userName, path, open] = opened
  test(`the dialog passes axe: ${what}`, async ({ openAs }, info) => {
    test.skip(info.project.name === 'desktop' && phoneDialogs.includes(opened), 'only a phone has it as a dialog')
    const page = await openAs(userName, { path: `/dashboard/${path}` })
    await open(page)
    await expect(page.getByRole('dialog').last()).toBeVisible()
    await expectNoViolations(page)
  })
}

test('the menus in the header of a wide screen pass axe', { tag: '@prove' }, async ({ openAs }, info) => {
  test.skip(info.project.name === 'phone', 'a phone has them as dialogs')
  const page = await openAs('anna', { path: '/dashboard/start' })
  for (const name of ['Mina länkar', 'Meny']) {
    const menu = page.getByRole('button', { name, exact: true })
    await menu.click()
    await expect(menu).toHaveAttribute('aria-expanded', 'true')
    await expectNoViolations(page)
    await page.keyboard.press('Escape')
  }
})

const save = press(/^(Spara|Skicka)$/)

const forms: readonly Opened[] = [
  [
    'Ny felrapport',
    'anna',
    'fordonskontroll',
    async (page) => {
      await page.getByRole('combobox', { name: 'Fordon' }).fill('Buss 2119')
      await save(page)
    },
  ],
  [
    'Förslag',
    'anna',
    'forslag',
    async (page) => {
      await button(page, 'Skapa ny').click()
      await save(page)
    },
  ],
  ['Lämna utvärdering', 'omar', 'utbildning', save],
  ['Medarbetarundersökning', 'marika', 'medarbetarundersokning', save],
  [
    'Användarinfo',
    'anna',
    'userinfo',
    async (page) => {
      await button(page, 'Ändra mina uppgifter').click()
      await page.getByLabel('E-post').fill('anna')
      await save(page)
    },
  ],
  ['Trafik- och Kundinformation', 'klara', 'nyavvikelse?typ=trafikinformation', save],
  ['Hot och Våld', 'klara', 'nyavvikelse?typ=hot-och-vald', save],
  [
    'Fordonsskada',
    'klara',
    'nyavvikelse?typ=fordonsskada',
    async (page) => {
      await page.getByLabel('Plats', { exact: true }).fill('Vasaplan')
      await page.getByLabel('Fordon').fill('Buss 2113')
      await button(page, 'Nästa').click()
      await expect(page.getByRole('heading', { level: 2, name: 'Vad hände?' })).toBeFocused()
      await button(page, 'Nästa').click()
    },
  ],
  [
    'an empty comment',
    'anna',
    'nyheter/koncern',
    async (page) => {
      await page.getByRole('link', { name: 'Läs mer..' }).first().click()
      await page.getByLabel('Skriv en kommentar').waitFor()
      await save(page)
    },
  ],
]

for (const [what, userName, path, open] of someOf(forms, { sample: 4 })) {
  test(`an incomplete form passes axe: ${what}`, async ({ openAs }) => {
    const page = await openAs(userName, { path: `/dashboard/${path}` })
    await open(page)
    await expect(page.locator('[aria-invalid=true]').first()).toBeAttached()
    await expectNoViolations(page)
  })
}

test('a failed load, and a report that waits to be sent, pass axe', async ({ openAs }) => {
  const page = await openAs('anna', { path: '/dashboard/nyheter/koncern' })
  await page.getByRole('link', { name: 'Läs mer..' }).first().click()
  const comment = page.getByLabel('Skriv en kommentar')
  await comment.waitFor()
  await page.route('**/api/**', (route) => route.abort())
  for (const words of ['Det första', 'Det andra']) {
    await comment.fill(words)
    await button(page, 'Skicka').click()
    await expect(comment).toHaveValue('')
  }
  await page.getByRole('status').getByRole('button', { name: 'Visa' }).click()
  const dialog = page.getByRole('dialog', { name: 'Att skicka' })
  await expect(dialog).toBeVisible()
  await expectNoViolations(page)

  // The focused element is removed, and the focus moves on.
  const remove = dialog.getByRole('button', { name: 'Ta bort', exact: true })
  await remove.first().click()
  const question = dialog.getByRole('group', { name: 'Ta bort Kommentar?' })
  await expect(question.getByRole('button', { name: 'Behåll' })).toBeFocused()
  await expectNoViolations(page)
  await page.keyboard.press('Enter')
  await expect(remove.first()).toBeFocused()
  await page.keyboard.press('Enter')
  await question.getByRole('button', { name: 'Ta bort för gott' }).click()
  await expect(remove).toHaveCount(1)
  await expect(remove).toBeFocused()
  await page.keyboard.press('Enter')
  await question.getByRole('button', { name: 'Ta bort för gott' }).click()
  await expect(dialog.getByText('Allt är skickat.')).toBeVisible()
  await expect(dialog.getByRole('heading', { name: 'Att skicka' })).toBeFocused()
})
