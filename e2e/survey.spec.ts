import type { Page } from '@playwright/test'
import { expectNoViolations } from './accessible.ts'
import { dateOf } from './driver.ts'
import { draftsOnPhone } from './drafts.ts'
import { expect, signIn, test } from './sign-in.ts'

// Time limit for a long form and axe on a busy machine.
test.describe.configure({ timeout: 90_000 })

const path = '/dashboard/medarbetarundersokning'
const drivers = ['Arbetsmiljö', 'Arbetskamrater och trivsel', 'Ledarskapet', 'Arbetsuppgifter']
const rest = ['Information', 'Kunder', 'Företaget']

const save = (page: Page) => page.getByRole('button', { name: 'Spara', exact: true })
const questions = (page: Page) => page.locator('form').getByRole('radiogroup')
const boxes = (page: Page) => page.locator('form').getByRole('textbox')

/** Chooses the first answer to every question. */
async function answerAll(page: Page): Promise<number> {
  await expect(save(page)).toBeVisible()
  const all = await questions(page).all()
  for (const question of all) await question.getByRole('radio').first().check()
  return all.length
}

test('a driver opens the survey from the dashboard, sees what is missing, and answers once', async ({
  openAs,
}, info) => {
  const page = await openAs(info.project.name === 'phone' ? 'anna' : 'zahra')
  await page.getByRole('link', { name: 'Medarbetarundersökning', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`${path}$`))
  await expect(page.getByRole('heading', { level: 1, name: 'Medarbetarundersökning' })).toBeVisible()
  await expect(page.locator('form').getByRole('heading', { level: 2 })).toHaveText([...drivers, ...rest])
  const today = dateOf('today')
  const year = Number(today.slice(0, 4)) + (today.slice(5) > '09-30' ? 1 : 0)
  await expect(page.getByText(`30 september ${year}`)).toBeVisible()
  await expect(page.getByText('David Hedlund')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)

  const frame = () =>
    questions(page)
      .nth(3)
      .locator('label')
      .evaluateAll((boxes) => boxes.map((box) => getComputedStyle(box).borderColor))
  const calm = await frame()
  await save(page).click()
  await expect(page.getByText('Alla fält har inte fyllts i')).toBeVisible()
  await expect(page.getByText('Måste anges')).toHaveCount(27)
  // One line at the question is enough, because twenty-seven questions with five red boxes each would make the whole
  // page red.
  expect(await frame()).toEqual(calm)
  await expectNoViolations(page)
  await questions(page).first().getByRole('radio', { name: '2) Håller inte med' }).check()
  await expect(page.getByText('Måste anges')).toHaveCount(26)
  expect(await answerAll(page)).toBe(27)
  await expect(page.getByText('Måste anges')).toHaveCount(0)
  await expect(page.getByText('Alla fält har inte fyllts i')).toBeHidden()
  await expect(page.getByText('Besvarade frågor: 27 av 27')).toBeVisible()

  await page.route('**/api/undersokning/send', (route) => route.abort(), { times: 1 })
  await save(page).click()
  await expect(page.getByText('Ett fel inträffade')).toBeVisible()
  await expect(page.getByText('Besvarade frågor: 27 av 27')).toBeVisible()
  await save(page).click()
  // The heading is announced, and nothing is left that looks unsent.
  await expect(page.getByRole('heading', { level: 2, name: 'Tack för ditt svar.' })).toBeFocused()
  await expect(page.locator('form').getByRole('radiogroup')).toHaveCount(0)
  await expect(save(page)).toHaveCount(0)
  await expect.poll(() => draftsOnPhone(page)).toHaveLength(0)
  await expectNoViolations(page)

  // On a second visit the page says that the survey has been answered, before the employee fills in anything again.
  await page.reload()
  await expect(page.getByText('Du har redan skickat in ett svar.')).toBeVisible()
  await expect(save(page)).toHaveCount(0)
  await expectNoViolations(page)
})

test('who has answered in another tab is told so after sending', async ({ openAs }, info) => {
  const page = await openAs(info.project.name === 'phone' ? 'bertil' : 'gunilla', { path })
  await answerAll(page)
  await page.route('**/api/undersokning/send', (route) =>
    route.fulfill({ json: { result: 'Du har redan skickat in ett svar.', timestamp: '2027-09-01T00:00:00Z' } }),
  )
  await save(page).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Du har redan skickat in ett svar.' })).toBeVisible()
  await expect(save(page)).toHaveCount(0)
  await expect.poll(() => draftsOnPhone(page)).toHaveLength(0)
  await expectNoViolations(page)
})

test('free text that is too long is reported at its field, and nothing is cut off', async ({ openAs }, info) => {
  const page = await openAs(info.project.name === 'phone' ? 'farid' : 'jonas', { path })
  await expect(page.getByText('När du trycker på Spara skickas ditt svar. Det går inte att ändra sedan.')).toBeVisible()
  await answerAll(page)
  const box = boxes(page).first()
  await box.fill('x'.repeat(4001))
  await expect(page.getByText('4001/4000')).toBeVisible()
  await expect(page.getByText('Texten får vara högst 4000 tecken')).toBeVisible()
  await save(page).click()
  await expect(box).toBeFocused()
  await expect(page.getByText('En av texterna behöver ändras')).toBeVisible()
  await expect(page.getByText('Alla fält har inte fyllts i')).toHaveCount(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  await expectNoViolations(page)
  await box.fill('x'.repeat(4000))
  await expect(page.getByText('4000/4000')).toBeVisible()
  await expect(page.getByText('Texten får vara högst 4000 tecken')).toHaveCount(0)
  await expect(page.getByText('En av texterna behöver ändras')).toHaveCount(0)
})

test('on the dashboard a status that cannot be fetched says so in its place, until it arrives', async ({ openAs }) => {
  const page = await openAs('nermin', { path: '/diagnostics' })
  let broken = true
  await page.route('**/api/undersokning/get', (route) =>
    broken ? route.fulfill({ status: 500, json: {} }) : route.continue(),
  )
  await page.goto('/dashboard/start')
  // Not an alert, because the warning about the failed load has already been announced.
  const failed = page.getByRole('main').getByText('Medarbetarundersökningen kunde inte hämtas.')
  await expect(failed).toBeVisible()
  await expect(page.getByText('Hämta undersökning misslyckades')).toBeVisible()
  broken = false
  await page.getByRole('main').getByRole('button', { name: 'Försök igen' }).click()
  await expect(page.getByRole('link', { name: 'Medarbetarundersökning', exact: true })).toBeVisible()
  await expect(failed).toHaveCount(0)
  await expect(page.getByText('Hämta undersökning misslyckades')).toHaveCount(0)
})

test('salaried staff have their own form, and a save in progress says so', async ({ openAs }, info) => {
  const page = await openAs(info.project.name === 'phone' ? 'david' : 'annika', { path })
  await expect(page.locator('form').getByRole('heading', { level: 2 })).toHaveText([
    ...drivers,
    'Kompetensutveckling',
    ...rest,
  ])
  expect(await answerAll(page)).toBe(40)
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route('**/api/undersokning/send', async (route) => {
    await held
    await route.continue()
  })
  await save(page).click()
  await expect(page.getByRole('button', { name: 'Sparar..' })).toBeVisible()
  letGo()
  await expect(page.getByText('Tack för ditt svar.')).toBeVisible()
})

test('a half-completed form survives a reload, and is removed at sign-out', async ({ page }, info) => {
  const userName = info.project.name === 'phone' ? 'emil' : 'amina'
  await signIn(page, userName)
  await page.goto(path)
  await questions(page).nth(3).getByRole('radio').nth(2).check()
  await boxes(page).first().fill('Fler fläktar.')
  await expect.poll(() => draftsOnPhone(page)).toHaveLength(1)
  await page.reload()
  await expect(boxes(page).first()).toHaveValue('Fler fläktar.')
  await expect(questions(page).nth(3).getByRole('radio').nth(2)).toBeChecked()
  await page.getByRole('button', { name: 'Meny' }).click()
  await page.getByRole('button', { name: 'Logga ut' }).click()
  await expect(page.getByText('Du är nu utloggad')).toBeVisible()
  expect(await draftsOnPhone(page)).toHaveLength(0)
  await signIn(page, userName)
  await page.goto(path)
  await expect(save(page)).toBeVisible()
  await expect(boxes(page).first()).toHaveValue('')
})

test('by keyboard alone', { tag: '@wide' }, async ({ openAs }, info) => {
  test.skip(info.project.name === 'phone', 'a phone has no Tab')
  const page = await openAs('omar', { path })
  await questions(page).first().getByRole('radio').first().focus()
  for (let left = 27; left > 0; left--) {
    while ((await page.evaluate(() => document.activeElement?.getAttribute('type'))) !== 'radio') {
      await page.keyboard.press('Tab')
    }
    await page.keyboard.press('Space')
    await page.keyboard.press('Tab')
  }
  await expect(page.getByText('Besvarade frågor: 27 av 27')).toBeVisible()
  await save(page).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Tack för ditt svar.')).toBeVisible()
})

test('a closed survey has no button and says so; a status that cannot be fetched is reported too', async ({
  openAs,
}) => {
  const page = await openAs('nermin', { path: '/diagnostics' })
  const period = { opens: '2027-09-01', closes: '2027-09-30' }
  const status = { datum: false, contenttype: 'forare', year: 2027, ...period, head: null }
  let broken = false
  await page.route('**/api/undersokning/get', (route) =>
    broken
      ? route.fulfill({ status: 500, json: {} })
      : route.fulfill({ json: { result: [status], timestamp: '2027-10-01T00:00:00Z' } }),
  )
  const asked = page.waitForResponse('**/api/undersokning/get')
  await page.goto('/dashboard/start')
  await asked
  await expect(page.getByRole('link', { name: 'Vid kris klicka här' }).first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Medarbetarundersökning', exact: true })).toHaveCount(0)
  await page.goto(path)
  await expect(page.getByText('Medarbetarundersökningen är inte öppen just nu')).toBeVisible()
  broken = true
  await page.reload()
  await expect(page.getByText('Hämta undersökning misslyckades')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Försök igen' })).toBeVisible()
})
