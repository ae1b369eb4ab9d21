import type { Page } from '@playwright/test'
import { getUnconfirmed } from '../areas/assignments/office-calls.ts'
import type { UnconfirmedDuty } from '../areas/assignments/office-contract.ts'
import { expectNoViolations } from './accessible.ts'
import { expect, test } from './sign-in.ts'

const open = (page: Page) =>
  page
    .getByRole('region')
    .filter({ has: page.getByRole('heading', { level: 2 }) })
    .last()

/** Chooses a state with a text for the open case. */
async function decide(page: Page, state: string, text: string): Promise<void> {
  const found = open(page)
  await found.getByRole('textbox', { name: /^Svar till/ }).click()
  await found.getByLabel('Status').selectOption(state)
  await found.getByRole('textbox').fill(text)
  // Waits until the answer is stored, before somebody else looks for it.
  const stored = page.waitForResponse('**/api/kontor/arenden/*/svara')
  await found.getByRole('button', { name: `Skicka, sätt ${state}` }).click()
  expect((await stored).status()).toBe(200)
}

test('a suggestion is planned by the office, and its author finds that as unread', async ({ openAs }, info) => {
  const title = `Bänk vid vändplatsen ${info.project.name}`
  const anna = await openAs('anna', { path: '/dashboard/forslag' })
  await anna.getByRole('button', { name: 'Skapa ny' }).click()
  await anna.getByLabel('Rubrik').fill(title)
  await anna.getByLabel('Bolag').selectOption('Linjen Norr')
  await anna.getByLabel('Beskrivning').fill('Vi står upp hela rasten.')
  await anna.getByRole('button', { name: 'Spara' }).click()
  await expect(anna.getByText(title).first()).toBeVisible()
  const monica = await openAs('monica', { path: '/kontor/forslag?vy=ej-tilldelade' })
  await monica.getByRole('link', { name: new RegExp(title) }).click()
  await expect(open(monica)).toContainText('Vi står upp hela rasten.')
  await expectNoViolations(monica)
  await decide(monica, 'Planerat', 'En bänk sätts dit i maj.')
  await anna.goto('/dashboard/start')
  await anna
    .getByRole('link', { name: /^Ditt förslag FS-\d+: Planerat/ })
    .first()
    .click()
  await expect(anna.getByText('En bänk sätts dit i maj.').first()).toBeVisible()
})

test('a comment is reported, hidden by the office, and its author reads why', async ({ openAs }, info) => {
  const text = `Ni på ${info.project.name} kan inte köra.`
  const anna = await openAs('anna', { path: '/dashboard/nyheter/region' })
  await anna
    .getByRole('link', { name: /^Läs mer/ })
    .first()
    .click()
  await anna.waitForURL(/region\/\d+$/)
  await anna.getByLabel('Skriv en kommentar').fill(text)
  await anna.getByRole('button', { name: 'Skicka', exact: true }).click()
  // Waits until the comment is stored, before somebody else opens the item. A comment that waits in the outbox cannot
  // be removed.
  await expect(
    anna.getByRole('listitem').filter({ hasText: text }).getByRole('button', { name: 'Ta bort' }),
  ).toBeVisible()
  const item = anna.url()
  const amina = await openAs('amina', { path: new URL(item).pathname })
  const comment = amina.getByRole('listitem').filter({ hasText: text })
  await comment.getByRole('button', { name: 'Anmäl' }).click()
  await amina.getByLabel('Kränkande eller hotfull').check()
  await expectNoViolations(amina)
  await amina.getByRole('dialog').getByRole('button', { name: 'Anmäl' }).click()
  await expect(comment).toContainText('Anmäld')
  const klara = await openAs('klara', { path: '/kontor/kommentarer' })
  await klara.getByRole('listitem').filter({ hasText: text }).getByRole('link').click()
  await decide(klara, 'Dold', 'Den hänger ut kollegor.')
  await anna.goto('/dashboard/start')
  await anna
    .getByRole('link', { name: /^Din kommentar K-\d+: Dold/ })
    .first()
    .click()
  await expect(anna.getByText('Den hänger ut kollegor.').first()).toBeVisible()
  const loaded = amina.waitForResponse('**/getcomments*')
  await amina.reload()
  expect((await loaded).status()).toBe(200)
  await expect(amina.getByRole('button', { name: 'Anmäl' }).first()).toBeVisible()
  await expect(amina.getByText(text)).toHaveCount(0)
})

test('a time report is submitted, returned by the manager, and its employee reads why', async ({ openAs }, info) => {
  const driver = await openAs(info.project.name === 'phone' ? 'zahra' : 'tesfaye', { path: '/dashboard/start' })
  const card = driver.getByRole('region', { name: 'Tidrapport' })
  await card.getByRole('button', { name: 'Lämna in' }).click()
  await expect(card).toContainText('Inlämnad')
  const monica = await openAs('monica', { path: '/kontor/tidrapporter' })
  const name = info.project.name === 'phone' ? /Zahra/ : /Tesfaye/
  await monica.getByRole('listitem').filter({ hasText: name }).getByRole('link').first().click()
  await expectNoViolations(monica)
  await decide(monica, 'Återlämnad', 'Noteringen den 3:e saknas.')
  await driver.reload()
  await expect(card).toContainText('Noteringen den 3:e saknas.')
})

test('traffic control and payroll see their lists @wide', async ({ openAs }) => {
  const traffic = await openAs('cecilia', { path: '/kontor/tjanster' })
  await expect(
    traffic.getByRole('heading', { name: 'Obekräftade, har börjat eller börjar inom 4 timmar' }),
  ).toBeVisible()
  await expectNoViolations(traffic)
  // Whether a duty begins soon depends on when this runs.
  const duty = { omrade: 'Umeå', tjanst: '2114', starttid: '2026-11-21T12:40:00', startplats: 'Depån', fordonStr: '' }
  const unconfirmed = [
    { ...duty, id: 1, namn: 'Anna Lindgren', harSlutat: false, telefon: '070-174 06 05', minuter: 40 },
    { ...duty, id: 2, namn: 'Emil Sandberg', harSlutat: false, telefon: null, minuter: 200 },
    { ...duty, id: 3, namn: 'Omar Nur', harSlutat: true, telefon: null, minuter: 220 },
  ] satisfies UnconfirmedDuty[]
  await traffic.route(`**${getUnconfirmed.path}`, (route) =>
    route.fulfill({ json: { result: unconfirmed, timestamp: duty.starttid } }),
  )
  await traffic.reload()
  const call = traffic.getByRole('link', { name: 'Ring Anna Lindgren' })
  await expect(call).toBeVisible()
  await expect(call).toHaveAttribute('href', 'tel:0701740605')
  await expect(traffic.getByText('Inget nummer')).toBeVisible()
  await expect(traffic.getByText('Har slutat')).toBeVisible()
  await expect(traffic.getByText('Behöver en ny förare')).toBeVisible()
  await expectNoViolations(traffic)
  const payroll = await openAs('marta', { path: '/kontor/loneunderlag' })
  const [file] = await Promise.all([
    payroll.waitForEvent('download'),
    payroll.getByRole('button', { name: 'Hämta CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^loneunderlag-20\d\d-\d\d\.csv$/)
  await expectNoViolations(payroll)
})
