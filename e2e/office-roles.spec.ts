import type { Page } from '@playwright/test'
import { expectNoViolations } from './accessible.ts'
import { callAs } from './call.ts'
import { expect, test } from './sign-in.ts'

test.describe.configure({ timeout: 120_000 })

const path = '/kontor/roller'
const row = (page: Page, name: string) => page.getByText(name, { exact: true }).locator('..').locator('..')

async function give(page: Page, number: string, role: string): Promise<void> {
  await page.getByRole('button', { name: 'Ge en roll' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ge en roll' })
  await dialog.getByRole('combobox', { name: 'Anställd' }).fill(number)
  await dialog.getByRole('combobox', { name: 'Roll' }).selectOption(role)
  await dialog.getByRole('button', { name: 'Ge rollen' }).click()
}

test('IT gives somebody a role, and ends it @wide', async ({ openAs }) => {
  const page = await openAs('jenny', { path })
  await give(page, '99999', 'Kommunikatör')
  const dialog = page.getByRole('dialog', { name: 'Ge en roll' })
  await expect(dialog.getByRole('combobox', { name: 'Anställd' })).toHaveAccessibleDescription(/ingen anställd/)
  await expectNoViolations(page)
  await page.keyboard.press('Escape')
  await give(page, '31212', 'Kommunikatör')
  await expect(dialog).toBeHidden()
  await expect(row(page, 'Yusuf Demir')).toContainText('Yusuf Demir (31212)')
  await expect(row(page, 'Yusuf Demir')).toContainText('Jenny Lövgren (31226) gav rollen')
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Avsluta Kommunikatör för Yusuf Demir' }).click()
  await page.getByRole('dialog', { name: 'Avsluta rollen' }).getByRole('button', { name: 'Avsluta rollen' }).click()
  await expect(page.getByText('Yusuf Demir', { exact: true })).toBeHidden()
})

test('a sensitive role counts when somebody else has approved it', async ({ openAs }, { project }) => {
  // The role stays, so each width needs an employee of its own.
  const [number, name] =
    project.name === 'phone' ? (['31207', 'Linnéa Holmgren'] as const) : (['31149', 'Nermin Halilović'] as const)
  const jenny = await openAs('jenny', { path })
  await give(jenny, number, 'Granskare')
  await expect(jenny.getByText('Den gäller när någon annan har godkänt den.')).toBeVisible()
  await jenny.getByRole('dialog').getByRole('button', { name: 'Stäng' }).last().click()
  await expect(row(jenny, name)).toContainText(`${name} (${number})`)
  await expect(row(jenny, name)).toContainText('Någon annan måste besluta.')
  const eva = await openAs('eva', { path })
  await eva.getByRole('button', { name: `Godkänn Granskare för ${name}` }).click()
  await expect(eva.getByRole('button', { name: `Godkänn Granskare för ${name}` })).toBeHidden()
  await expect(row(eva, name)).toContainText('Jenny Lövgren (31226) gav rollen')
})

test('an employee with a role reads why, and names a deputy @wide', async ({ openAs }) => {
  const page = await openAs('ulrika', { path: '/kontor/minaroller' })
  await expect(page.getByText('Varför har jag den här rollen?')).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Utse en ersättare för Trafikledare' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ersättare för rollen Trafikledare' })
  const deputy = dialog.getByRole('combobox', { name: 'Ersättare' })
  await deputy.fill('jenny')
  await dialog.getByRole('option', { name: /^Jenny Lövgren/ }).click()
  await expect(deputy).toHaveValue(/^Jenny Lövgren/)
  // An employee without a role in the office is not among the options, but can be named by number.
  await deputy.fill('31203')
  await dialog
    .getByRole('textbox', { name: 'Till och med' })
    .fill(await dialog.getByRole('textbox', { name: 'Från' }).inputValue())
  await expectNoViolations(page)
  await dialog.getByRole('button', { name: 'Spara' }).click()
  await expect(page.getByText('Per-Olov Brännström', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Avsluta ersättaren Per-Olov Brännström' }).click()
  await expect(page.getByText('Per-Olov Brännström', { exact: true })).toBeHidden()
})

test('a rule gives a role to those who sign in with a value; a sensitive one waits for somebody else @wide', async ({
  openAs,
}, info) => {
  const value = `/norr/${info.project.name}`
  const page = await openAs('jenny', { path: '/kontor/rollregler' })
  const dialog = page.getByRole('dialog', { name: 'Lägg till en regel' })
  const add = async (role: string) => {
    await page.getByRole('button', { name: 'Lägg till en regel' }).click()
    await dialog.getByLabel('Värde').fill(value)
    await dialog.getByRole('combobox', { name: 'Roll' }).selectOption(role)
    await dialog.getByRole('button', { name: 'Visa vilka som berörs' }).click()
    await expect(dialog.getByText('Ingen hade värdet vid sin senaste inloggning.')).toBeVisible()
    await expectNoViolations(page)
    await dialog.getByRole('button', { name: 'Lägg till', exact: true }).click()
  }
  await add('Verkstad')
  await expect(dialog).toBeHidden()
  const rule = row(page, `groups = ${value}`)
  await expect(rule).toContainText('Ingen har rollen av den här regeln. Jenny Lövgren (31226) lade till den')
  await expectNoViolations(page)
  await add('Granskare')
  await expect(dialog.getByText('Regeln gäller när någon annan har godkänt den.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Stäng' }).last().click()
  const eva = await openAs('eva', { path })
  await expectNoViolations(eva)
  await eva.getByRole('button', { name: `Avslå regeln groups = ${value}` }).click()
  await expect(eva.getByRole('button', { name: `Avslå regeln groups = ${value}` })).toBeHidden()
  await page.getByRole('button', { name: `Ta bort regeln groups = ${value}` }).click()
  await page.getByRole('dialog', { name: 'Ta bort regeln' }).getByRole('button', { name: 'Ta bort regeln' }).click()
  await expect(page.getByRole('button', { name: `Ta bort regeln groups = ${value}` })).toBeHidden()
})

test('IT takes a role in an emergency, HR sees it and ends it, and the driver reads who has opened what', async ({
  openAs,
}) => {
  test.setTimeout(180_000)
  const omar = await openAs('omar')
  const [, sent] = await callAs<{ nummer: string }>(omar, 'POST', '/api/incident/addhotochvald', {
    Datum: new Date().toLocaleDateString('sv-SE'),
    Plats: 'Umeå busstation',
    Fordon: 'Buss 2116',
    HandelseBeskrivning: 'En resenär hotade mig med stryk.',
    ExternaPersonskadorInfo: '',
    AttachmentUploadBlobNames: [],
  })
  const page = await openAs('jenny', { path })
  await page.getByRole('button', { name: 'Nödåtkomst', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Nödåtkomst' })
  await dialog.getByRole('combobox', { name: 'Roll' }).selectOption('HR')
  await dialog.getByLabel('Skäl').fill('bråttom')
  await dialog.getByRole('button', { name: 'Ta rollen' }).click()
  await expect(dialog.getByLabel('Skäl')).toHaveAccessibleDescription(/minst tio tecken/)
  await expectNoViolations(page)
  await dialog.getByLabel('Skäl').fill('HR svarar inte och en förare är hotad.')
  await dialog.getByRole('button', { name: 'Ta rollen' }).click()
  await expect(dialog).toBeHidden()
  const taken = page.getByRole('region', { name: /^Nödåtkomst/ })
  await expect(taken).toContainText('HR svarar inte och en förare är hotad.')
  await expectNoViolations(page)

  // The portal reads an employee's rights again within half a minute.
  await expect(async () => {
    await page.goto(`/kontor/avvikelser?visa=${sent.nummer}`)
    await expect(page.getByRole('heading', { name: sent.nummer })).toContainText('Hot och våld', { timeout: 15_000 })
  }).toPass({ timeout: 90_000 })
  await omar.goto('/dashboard/userinfo')
  await expect(omar.getByRole('region', { name: 'Vem har öppnat mina uppgifter' })).toContainText(
    `HR, Avvikelse ${sent.nummer}, med nödåtkomst`,
  )
  const eva = await openAs('eva', { path: '/kontor' })
  await eva.getByRole('link', { name: /^Nödåtkomst just nu/ }).click()
  await eva.getByRole('button', { name: 'Avsluta nödåtkomsten för Jenny Lövgren' }).click()
  await expect(eva.getByRole('button', { name: 'Avsluta nödåtkomsten för Jenny Lövgren' })).toBeHidden()
})
