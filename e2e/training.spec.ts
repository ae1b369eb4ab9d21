import type { Page, TestInfo } from '@playwright/test'
import { expectNoViolations } from './accessible.ts'
import { draftsOnPhone } from './drafts.ts'
import { handOf } from './hand.ts'
import { unsent } from './phone.ts'
import { expect, test } from './sign-in.ts'

// Time limit for axe and long journeys on a busy machine.
test.describe.configure({ timeout: 90_000 })

const path = '/dashboard/utbildning'
const save = (page: Page) => page.getByRole('button', { name: 'Spara', exact: true })
const questionsOf = (page: Page) => page.getByRole('region', { name: 'Lämna utvärdering' }).getByRole('radiogroup')
const place = (page: Page) => page.getByLabel('Utbildningsort')
/** A day within the last three weeks, as of a course. */
const lately = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10)
/** Those who have attended one, on a phone and on a wide screen: each can be evaluated once only. */
const attended = { completed: ['anna', 'nermin'], failed: ['sirpa', 'omar'], waiting: ['lars-goran', 'yusuf'] } as const
const attendedBy = (what: keyof typeof attended, { project }: TestInfo) =>
  attended[what][project.name === 'phone' ? 0 : 1]
const date = (page: Page) => page.getByLabel('Datum', { exact: true })

async function answerAll(page: Page, step: string): Promise<void> {
  await expect(questionsOf(page)).toHaveCount(8)
  for (const question of await questionsOf(page).all()) await question.getByRole('radio', { name: step }).check()
}

test('certificates are saved as PDF files, and a failure is reported', async ({ openAs }) => {
  const page = await openAs('anna', { path })
  const rows = page.getByRole('region', { name: 'Välj Utbildningsintyg' }).getByRole('listitem')
  await expect(rows.first()).toContainText(/^Intyg .+PDF · \d+ kB · \d{4}-\d\d-\d\d/)
  const button = rows.first().getByRole('button', { name: 'Ladda ned' })
  let broken = true
  await page.route('**/api/spcommon/downloadfile*', (route) =>
    broken ? route.fulfill({ status: 500, json: {} }) : route.continue(),
  )
  await button.click()
  await expect(page.getByText('Hämta dokumentfil misslyckades')).toBeVisible()
  await expect(rows.first().getByRole('alert')).toHaveText('Ett fel inträffade')
  broken = false
  const saving = page.waitForEvent('download')
  await button.click()
  const file = await saving
  expect(file.suggestedFilename()).toBe(`${await rows.first().getByRole('button').first().textContent()}.pdf`)
  const bytes = await (await file.createReadStream()).toArray()
  expect(Buffer.concat(bytes).subarray(0, 4).toString('latin1')).toBe('%PDF')
  await expect(page.getByText('Hämta dokumentfil misslyckades')).toBeHidden()
})

test('missing fields are reported, and a completed form is saved, by touch or by keyboard alone', async ({
  openAs,
}, info) => {
  const page = await openAs(attendedBy('completed', info), { path })
  const hand = handOf(page, info)
  await hand.press(save(page))
  await expect(page.getByText('Utbildningsort måste anges')).toBeVisible()
  await expect(page.getByText('Datum har fel format')).toBeVisible()
  await expect(page.getByText('Måste anges', { exact: true })).toHaveCount(8)
  await expect(place(page)).toBeFocused()
  await expectNoViolations(page)
  await hand.write(place(page), 'Umeå')
  await expect(page.getByText('Utbildningsort måste anges')).toBeHidden()
  await hand.press(save(page))
  await expect(date(page)).toBeFocused()
  await hand.write(date(page), '2026-02-30')
  await expect(page.getByText('Datum har fel format')).toBeVisible()
  await hand.write(date(page), lately)
  await expect(page.getByText('Datum har fel format')).toBeHidden()
  for (const question of await questionsOf(page).all()) {
    await expect(question.getByRole('radio')).toHaveCount(5)
    await hand.press(
      question.getByRole('radio', { name: info.project.name === 'phone' ? 'Håller med' : 'Håller inte alls med' }),
    )
  }
  await expect(page.getByText('Måste anges', { exact: true })).toHaveCount(0)
  await hand.write(page.getByLabel('Synpunkter'), 'Mer tid på bana.')
  const sent = page.waitForRequest('**/api/utvardering/send')
  await hand.press(save(page))
  await expect(page.getByText('Utvärderingen har sparats')).toBeVisible()
  expect((await sent).postDataJSON()).toMatchObject({
    utbildningsort: 'Umeå',
    datum: lately,
    synpunkter: 'Mer tid på bana.',
  })
  await expect(place(page)).toHaveValue('')
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)
  // No draft is left on the phone.
  await page.reload()
  await expect(place(page)).toHaveValue('')

  // A second evaluation of the same course is not stored, and what it says stays in the form.
  await place(page).fill('Umeå igen')
  await date(page).fill(lately)
  await answerAll(page, 'Neutral')
  await save(page).click()
  await expect(page.getByText('Du har redan utvärderat den utbildningen')).toBeVisible()
  await expect(place(page)).toHaveValue('Umeå igen')
})

test('a second submit during a save is ignored, and a failed one keeps everything that was filled in', async ({
  openAs,
}, info) => {
  const page = await openAs(attendedBy('failed', info), { path })
  const keys: (string | undefined)[] = []
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route('**/api/utvardering/send', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length > 1) return route.continue()
    await held
    return route.fulfill({ status: 500, json: {} })
  })
  await place(page).fill('Skellefteå')
  await date(page).fill(lately)
  await answerAll(page, 'Neutral')
  await save(page).click()
  const saving = page.getByRole('button', { name: 'Sparar..' })
  await expect(saving).toBeVisible()
  await saving.click({ force: true })
  await place(page).press('Enter')
  letGo()
  await expect(page.getByRole('alert')).toContainText('Ett fel inträffade')
  await expect(place(page)).toHaveValue('Skellefteå')
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(8)
  expect(keys).toHaveLength(1)
  await save(page).click()
  await expect(page.getByText('Utvärderingen har sparats')).toBeVisible()
  // The second attempt has the same key, in case the first has arrived after all.
  expect(keys).toEqual([expect.stringMatching(/^[\w-]{36}$/), keys[0]])
})

test('without coverage it waits on the phone, and is reported as saved when it has been sent', async ({
  openAs,
}, info) => {
  const page = await openAs(attendedBy('waiting', info), { path })
  await page.route('**/api/utvardering/send', (route) => route.abort())
  await place(page).fill('Lycksele')
  await date(page).fill(lately)
  await answerAll(page, 'Neutral')
  await save(page).click()
  await expect(page.getByText(/^Utvärderingen är sparad på (telefonen|datorn)$/)).toBeVisible()
  await expect(place(page)).toHaveValue('')
  expect(await unsent(page)).toBe(1)
  await page.unroute('**/api/utvardering/send')
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(page.getByText('Utvärderingen har sparats')).toBeVisible()
  expect(await unsent(page)).toBe(0)
})

test('a half-completed form survives a reload', async ({ openAs }) => {
  const page = await openAs('anna', { path })
  await place(page).fill('Vindeln')
  await date(page).fill(lately)
  await questionsOf(page).nth(2).getByRole('radio', { name: 'Håller helt med' }).check()
  await page.getByLabel('Övrigt').fill('Halvvägs')
  await expect.poll(async () => (await draftsOnPhone(page))[0]?.value.fields.ovrigt).toBe('Halvvägs')
  await page.reload()
  await expect(place(page)).toHaveValue('Vindeln')
  await expect(date(page)).toHaveValue(lately)
  await expect(questionsOf(page).nth(2).getByRole('radio', { name: 'Håller helt med' })).toBeChecked()
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(1)
  await expect(page.getByLabel('Övrigt')).toHaveValue('Halvvägs')
})

test('bertil, who has not attended a course lately, sees that', async ({ openAs }) => {
  const page = await openAs('bertil', { path })
  await expect(page.getByText('Du har inte deltagit i någon utbildning de senaste 21 dagarna.')).toBeVisible()
  await expect(place(page)).toHaveCount(0)
  await expectNoViolations(page)
})

test('if both loads fail, both are reported and can be tried again', async ({ openAs }) => {
  const page = await openAs('anna')
  let broken = true
  for (const address of ['**/api/intyg/get', '**/api/utvardering/get']) {
    await page.route(address, (route) => (broken ? route.fulfill({ status: 500, json: {} }) : route.continue()))
  }
  await page.goto(path)
  await expect(page.getByText('Hämta intyg misslyckades')).toBeVisible()
  await expect(page.getByText('Hämta utvärdering misslyckades')).toBeVisible()
  broken = false
  for (const name of ['Välj Utbildningsintyg', 'Lämna utvärdering']) {
    const card = page.getByRole('region', { name })
    await expect(card.getByText('Ett fel inträffade')).toBeVisible()
    await card.getByRole('button', { name: 'Försök igen' }).click()
    await expect(card.getByText('Ett fel inträffade')).toBeHidden()
  }
  await expect(place(page)).toBeVisible()
  await expect(page.getByText('Hämta intyg misslyckades')).toBeHidden()
})
