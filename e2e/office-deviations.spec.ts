import { expectNoViolations } from './accessible.ts'
import { callAs } from './call.ts'
import { expect, test } from './sign-in.ts'

test.describe.configure({ timeout: 120_000 })

test('a threat is answered by whom it names, ends with a receipt, and the driver reads Åtgärd @wide', async ({
  openAs,
}) => {
  const anna = await openAs('anna')
  const [status, sent] = await callAs<{ nummer: string }>(anna, 'POST', '/api/incident/addhotochvald', {
    Datum: new Date().toLocaleDateString('sv-SE'),
    Plats: 'Umeå busstation',
    Fordon: 'Buss 2116',
    HandelseBeskrivning: 'En man slog i rutan till förarplatsen och hotade mig.',
    ExternaPersonskadorInfo: '',
    AttachmentUploadBlobNames: [],
  })
  expect(status).toBe(200)
  const path = `/kontor/avvikelser?visa=${sent.nummer}`

  const monica = await openAs('monica', { path })
  await expect(monica.getByText('Ärendet finns inte, eller så har du inte behörighet till det.')).toBeVisible()

  const cecilia = await openAs('cecilia', { path })
  await expect(cecilia.getByRole('heading', { name: sent.nummer })).toContainText('Hot och våld')
  // For sensitive reports the tab for notes is chosen first.
  await expect(cecilia.getByRole('tab', { name: 'Intern anteckning' })).toHaveAttribute('aria-selected', 'true')
  await expectNoViolations(cecilia)
  const end = async () => {
    await cecilia.getByRole('tab', { name: 'Svar till Anna' }).click()
    await cecilia.getByRole('tabpanel').getByLabel('Status').selectOption('Avslutad')
    await cecilia.getByRole('textbox', { name: 'Svar till Anna' }).fill('Vi har polisanmält och ringer dig i dag.')
    await cecilia.getByRole('button', { name: 'Skicka, sätt Avslutad' }).click()
  }
  await end()
  const refused = 'Allvarlig händelse: fyll i kvittensnummer eller en skriftlig bedömning under Arbetsmiljöverket.'
  await expect(cecilia.getByRole('alert').filter({ hasText: refused })).toBeVisible()

  await cecilia.getByRole('button', { name: 'Fyll i arbetsmiljöverket' }).click()
  const dialog = cecilia.getByRole('dialog', { name: `Arbetsmiljöverket, ${sent.nummer}` })
  await dialog.getByLabel('Bedömning').selectOption('Anmäld')
  await dialog.getByRole('button', { name: 'Spara' }).click()
  await expect(dialog.getByText('Kvittensnummer måste anges')).toBeVisible()
  await dialog.getByLabel('Kvittensnummer').fill('AV-2026-4711')
  await dialog.getByLabel('Anmäld den').fill(new Date().toLocaleDateString('sv-SE'))
  await expectNoViolations(cecilia)
  await dialog.getByRole('button', { name: 'Spara' }).click()
  await expect(dialog).toBeHidden()
  await expect(cecilia.getByRole('region', { name: 'Arbetsmiljöverket' }).getByText('AV-2026-4711')).toBeVisible()
  await end()
  await expect(cecilia).not.toHaveURL(new RegExp(sent.nummer))

  await anna.reload()
  await anna.getByRole('link', { name: `Svar på avvikelse ${sent.nummer}` }).click()
  await expect(anna.getByText('Vi har polisanmält och ringer dig i dag.')).toBeVisible()
})

test('the year is summed up, to read and to print @wide', async ({ openAs }) => {
  // In the first days of January this threat may be the only report of the year.
  const threat = {
    Datum: new Date().toLocaleDateString('sv-SE'),
    Plats: 'Umeå busstation',
    Fordon: 'Buss 2116',
    HandelseBeskrivning: 'En resenär hotade mig.',
    ExternaPersonskadorInfo: '',
    AttachmentUploadBlobNames: [],
  }
  const [status] = await callAs(await openAs('klara'), 'POST', '/api/incident/addhotochvald', threat)
  expect(status).toBe(200)
  const page = await openAs('eva', { path: '/kontor/avvikelser-ar' })
  await expect(page.getByRole('heading', { name: /^Årsrapport: avvikelser \d{4}$/ })).toBeVisible()
  await expect(page.getByRole('rowheader', { name: 'Hot och våld' })).toBeVisible()
  await expectNoViolations(page)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: 'Skriv ut' })).toBeHidden()
  await expect(page.getByRole('table')).toBeVisible()
})

test('the skyddsombud says why before seeing who has reported, and the driver reads that @wide', async ({ openAs }) => {
  const zahra = await openAs('zahra')
  const [status, sent] = await callAs<{ nummer: string }>(zahra, 'POST', '/api/incident/addhotochvald', {
    Datum: new Date().toLocaleDateString('sv-SE'),
    Plats: 'Umeå busstation',
    Fordon: 'Buss 2116',
    HandelseBeskrivning: 'Han ropade Zahra efter mig.',
    ExternaPersonskadorInfo: '',
    AttachmentUploadBlobNames: [],
  })
  expect(status).toBe(200)
  const sirpa = await openAs('sirpa', { path: `/kontor/avvikelser?visa=${sent.nummer}` })
  const pane = sirpa.getByRole('region', { name: sent.nummer })
  await expect(pane).toContainText('Anmäld avDold anmälare')
  await expect(pane).toContainText('Han ropade [dolt namn] efter mig.')
  await expect(pane).not.toContainText('Zahra')
  await expectNoViolations(sirpa)
  await pane.getByRole('button', { name: 'Visa vem som anmält' }).click()
  const dialog = sirpa.getByRole('dialog', { name: 'Visa vem som anmält' })
  await dialog.getByRole('button', { name: 'Visa', exact: true }).click()
  const why = dialog.getByLabel('Varför behöver du veta det?')
  await expect(why).toHaveAccessibleDescription(/minst tio tecken/)
  await expectNoViolations(sirpa)
  await why.fill('Jag vill erbjuda stöd efter hotet.')
  await dialog.getByRole('button', { name: 'Visa', exact: true }).click()
  await expect(pane).toContainText('Han ropade Zahra efter mig.')
  await expect(pane.getByRole('button', { name: 'Visa vem som anmält' })).toBeHidden()
  await zahra.goto('/dashboard/userinfo')
  await expect(zahra.getByRole('region', { name: 'Vem har öppnat mina uppgifter' })).toContainText(
    `Skyddsombud, Avvikelse ${sent.nummer}, såg vem som anmält`,
  )
})
