import { chunkOf } from './built.ts'
import type { Locator, Page, TestInfo } from '@playwright/test'
import { expectNoViolations } from './accessible.ts'
import { handOf, picture } from './hand.ts'
import { expect, test } from './sign-in.ts'

// Each form is filled in by touch on the phone and by keyboard alone on the desktop. Both run at once on one portal:
// each uses its own employee.
const driverOf = ({ project }: TestInfo) => (project.name === 'phone' ? 'anna' : 'amina')

const pictures = [picture('fram.png', [30, 60, 110]), picture('bak.png', [160, 80, 30])]
const save = (page: Page) => page.getByRole('button', { name: 'Spara', exact: true })
const next = (page: Page) => page.getByRole('button', { name: 'Nästa', exact: true })
const photos = (page: Page) => page.getByLabel(/^(Ta eller välj|Fler) bilder$/)
const box = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true })
const step = (page: Page, name: string) => page.getByRole('heading', { level: 2, name, exact: true })

async function openForm(page: Page, info: TestInfo, kind: string): Promise<void> {
  const hand = handOf(page, info)
  await hand.press(page.getByRole('link', { name: 'Skapa ny', exact: true }))
  await hand.press(page.getByRole('button', { name: kind, exact: true }))
  await expect(page.getByRole('heading', { level: 1, name: kind, exact: true })).toBeVisible()
  // The date is prefilled from the clock, the place only during a duty.
  await expect(page.getByLabel('Datum', { exact: true })).toHaveValue(/^\d{4}-\d\d-\d\d$/)
  await page.getByLabel('Plats', { exact: true }).fill('Depån')
}

/** Saves, reads the receipt, and opens the details of the report in the list. */
async function saveAndOpen(page: Page, info: TestInfo, rubrik: string, place = 'Depån'): Promise<Locator> {
  const hand = handOf(page, info)
  await hand.press(save(page))
  await expect(page.getByRole('heading', { name: 'Avvikelse har sparats' })).toBeFocused()
  await hand.press(page.getByRole('link', { name: 'Till avvikelser' }))
  const report = reports(page, info).filter({ hasText: rubrik }).filter({ hasText: place }).first()
  await expect(report).toContainText('Ny')
  await hand.press(report.getByRole('button', { name: 'Detaljer', exact: true }))
  const details = page.getByRole('dialog', { name: 'Detaljer' })
  await expect(details.getByRole('button', { name: /Förstora bild \d/ })).toHaveCount(2)
  await expect(details.locator('img').nth(1)).toBeVisible()
  return details
}

const reports = (page: Page, { project }: TestInfo) =>
  project.name === 'phone'
    ? page.getByRole('list', { name: 'Avvikelser' }).getByRole('listitem')
    : page.getByRole('table', { name: 'Avvikelser' }).getByRole('row')

async function expectAnswers(details: Locator, answers: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, answer] of Object.entries(answers)) {
    const row = details.locator('dl > div').filter({ has: details.page().getByText(label, { exact: true }) })
    await expect(row.locator('dd')).toHaveText(answer)
  }
}

test('the list shows months of reports with their state, action and details', async ({ openAs }, info) => {
  const page = await openAs('anna', { path: '/dashboard/avvikelser' })
  const old = reports(page, info).filter({ hasText: 'Försäkringsärende' })
  if (info.project.name === 'desktop') {
    const heads = ['Rubrik', 'Bolag', 'Skapad', 'Avvikelsedatum', 'Status', 'Skapad Av', 'Ansvarig', 'Visa']
    await expect(page.getByRole('columnheader')).toHaveText(heads)
    // No column is hidden outside the frame.
    const frame = page.getByRole('group', { name: 'Avvikelser' })
    expect(await frame.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    await expect(old.getByText('Linjen Norr')).toBeVisible()
  } else {
    // A card shows place, date and action, and leaves out what is the same on every card.
    await expect(old.getByRole('heading', { name: /\p{L}/u })).toBeVisible()
    await expect(old).toContainText(/\d{4}-\d\d-\d\d/)
    await expect(old).toContainText(/Åtgärd: \p{L}{2}/u)
    await expect(old).not.toContainText('Linjen Norr')
  }
  // The reason why the button is disabled also reaches keyboard and screen reader users.
  const dead = reports(page, info).getByRole('button', { name: 'Åtgärd', exact: true, disabled: true }).first()
  await expect(dead).toHaveAccessibleDescription('Ingen åtgärd är beskriven ännu')
  await old.getByRole('button', { name: 'Åtgärd', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Åtgärd' })).toContainText(/\w{10}/)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await old.getByRole('button', { name: 'Detaljer', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Detaljer' })).toContainText('Internnummer')
  await expectNoViolations(page)
})

test('traffic and customer information, by touch or by keyboard alone', async ({ openAs }, info) => {
  test.slow()
  const page = await openAs(driverOf(info), { path: '/dashboard/avvikelser' })
  const hand = handOf(page, info)
  await openForm(page, info, 'Trafik- och Kundinformation')
  await hand.press(save(page))
  await expect(page.getByText('Rubrik måste väljas')).toBeVisible()
  await expect(page.getByText('Händelsebeskrivning måste anges')).toBeVisible()
  await expect(page.getByLabel('Rubrik')).toBeFocused()
  await expectNoViolations(page)
  await hand.choose(page.getByLabel('Rubrik'), 'Skadat väderskydd')
  await hand.write(page.getByLabel('Datum', { exact: true }), '2026-1-1')
  await expect(page.getByText('Datum har fel format')).toBeVisible()
  // Eight digits are enough.
  await hand.write(page.getByLabel('Datum', { exact: true }), '20261120')
  await hand.write(page.getByLabel('Plats', { exact: true }), 'Vasaplan, läge C')
  await hand.write(page.getByLabel('Händelsebeskrivning'), 'Rutan mot norr är krossad.')
  await hand.attach(photos(page), pictures)
  const details = await saveAndOpen(page, info, 'Skadat väderskydd', 'Vasaplan, läge C')
  await expectAnswers(details, { Plats: 'Vasaplan, läge C', Händelsebeskrivning: 'Rutan mot norr är krossad.' })
})

test('threats and violence, by touch or by keyboard alone', async ({ openAs }, info) => {
  test.slow()
  const page = await openAs(driverOf(info), { path: '/dashboard/avvikelser' })
  const hand = handOf(page, info)
  await openForm(page, info, 'Hot och Våld')
  await hand.write(page.getByLabel('Fordon'), 'Buss 9999')
  await hand.press(save(page))
  await expect(page.getByText('Ett giltigt fordon måste väljas från listan')).toBeVisible()
  await hand.write(page.getByLabel('Fordon'), 'buss 2112')
  await hand.write(page.getByLabel('Händelsebeskrivning'), 'En resenär hotade mig när jag bad om biljett.')
  await hand.write(page.getByLabel('Andra som skadades'), 'Ingen annan')
  await hand.attach(photos(page), pictures)
  const details = await saveAndOpen(page, info, 'Hot och Våld')
  await expectAnswers(details, {
    Fordon: 'Buss 2112',
    Händelsebeskrivning: 'En resenär hotade mig när jag bad om biljett.',
    'Andra som skadades': 'Ingen annan',
  })
})

test('work environment, step by step, by touch or by keyboard alone', async ({ openAs }, info) => {
  test.slow()
  const page = await openAs(driverOf(info), { path: '/dashboard/avvikelser' })
  const hand = handOf(page, info)
  await openForm(page, info, 'Arbetsmiljö')
  await hand.write(page.getByLabel('Fordon'), 'Buss 2113')
  await hand.press(page.getByRole('switch', { name: 'Någon är skadad' }))
  await hand.press(next(page))
  await expect(step(page, 'Arbetsmoment')).toBeFocused()
  await hand.press(box(page, 'Körning i trafik'))
  await hand.write(page.getByLabel('Eget arbetsmoment'), 'Flyttade en vägskylt')
  await hand.press(next(page))
  await expect(step(page, 'Vad hände?')).toBeFocused()
  await hand.press(box(page, 'Halkade eller snubblade'))
  await hand.press(next(page))
  await expect(step(page, 'Orsaker')).toBeFocused()
  await expectNoViolations(page)
  await hand.press(box(page, 'Försenad tur'))
  await hand.press(box(page, 'Halka'))
  await hand.press(box(page, 'Mörker'))
  await hand.press(next(page))
  await expect(step(page, 'Förslag och bilder')).toBeFocused()
  await hand.press(box(page, 'Bättre halkbekämpning'))
  await hand.attach(photos(page), pictures)
  await hand.press(next(page))
  await expect(step(page, 'Sammanfattning')).toBeFocused()
  await hand.press(page.getByRole('button', { name: 'Ändra Vad hände?' }))
  await hand.write(page.getByLabel('Annat som hände'), 'Slog i knät')
  await hand.press(page.getByRole('button', { name: 'Till sammanfattningen' }))
  await expect(page.getByText('Halkade eller snubblade, Slog i knät')).toBeVisible()
  const details = await saveAndOpen(page, info, 'Arbetsmiljö')
  await expectAnswers(details, {
    Fordon: 'Buss 2113',
    'Någon är skadad': 'Ja',
    Arbetsmoment: 'Körning i trafik, Flyttade en vägskylt',
    'Vad hände?': 'Halkade eller snubblade, Slog i knät',
    'Var något annorlunda?': 'Försenad tur',
    Förhållanden: 'Mörker, Halka',
    Förslag: 'Bättre halkbekämpning',
  })
})

test('a work environment report that does not say what happened is asked about, but can be saved', async ({
  openAs,
}, info) => {
  // Other employees than in the journeys that expect their own report at the top of the list.
  const reporter = info.project.name === 'phone' ? 'emil' : 'nermin'
  const page = await openAs(reporter, { path: '/dashboard/nyavvikelse?typ=arbetsmiljo' })
  const hand = handOf(page, info)
  let sent = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/incident/addarbetsmiljo')) sent++
  })
  await page.getByLabel('Plats', { exact: true }).fill('Depån')
  await page.getByLabel('Fordon').fill('Buss 2113')
  for (const title of ['Arbetsmoment', 'Vad hände?', 'Orsaker', 'Förslag och bilder', 'Sammanfattning']) {
    await next(page).click()
    await expect(step(page, title)).toBeFocused()
  }
  const question = page.getByText('Du har inte fyllt i vad som hände. Spara ändå?')
  // The second tap of a double tap does not count as an answer to the question.
  await save(page).dblclick()
  await expect(question).toBeVisible()
  await expect(step(page, 'Sammanfattning')).toBeVisible()
  await expectNoViolations(page)
  await hand.press(page.getByRole('button', { name: 'Fyll i vad som hände' }))
  await expect(step(page, 'Vad hände?')).toBeFocused()
  await page.getByRole('button', { name: 'Till sammanfattningen' }).click()
  await expect(question).toBeHidden()
  await save(page).click()
  expect(sent).toBe(0)
  await hand.press(page.getByRole('button', { name: 'Spara ändå' }))
  await expect(page.getByRole('heading', { name: 'Avvikelse har sparats' })).toBeFocused()
  expect(sent).toBe(1)
})

test('vehicle damage, with the fields of the insurance category, by touch or by keyboard alone', async ({
  openAs,
}, info) => {
  test.slow()
  const page = await openAs(driverOf(info), { path: '/dashboard/avvikelser' })
  const hand = handOf(page, info)
  await openForm(page, info, 'Fordonsskada')
  await hand.write(page.getByLabel('Datum', { exact: true }), '20261119')
  await hand.write(page.getByLabel('Tid'), '2570')
  await hand.press(next(page))
  await expect(page.getByText('Tid har fel format')).toBeVisible()
  await hand.write(page.getByLabel('Tid'), '0653')
  await hand.write(page.getByLabel('Fordon'), 'Buss 2114')
  await hand.press(next(page))
  await expect(step(page, 'Vad hände?')).toBeFocused()
  await hand.press(next(page))
  await expect(page.getByText('Skadeplatskategori måste anges')).toBeVisible()
  await expectNoViolations(page)
  await hand.write(page.getByLabel('Händelsebeskrivning'), 'En personbil bytte fil utan att blinka.')
  await hand.press(box(page, 'Front'))
  await hand.press(box(page, 'Backspegel'))
  await hand.attach(photos(page), pictures)
  await hand.press(next(page))
  await expect(step(page, 'Försäkring')).toBeFocused()
  await hand.choose(page.getByLabel('Försäkringskategori'), 'Stöld')
  await expect(page.getByLabel('Vad har stulits?')).toBeVisible()
  await hand.choose(page.getByLabel('Försäkringskategori'), 'Brand')
  await expect(page.getByLabel('Typ av brand')).toBeVisible()
  await hand.choose(page.getByLabel('Försäkringskategori'), 'Fordonsskada')
  await expect(page.getByLabel('Vägens ungefärliga bredd')).toBeHidden()
  await hand.choose(page.getByLabel('Typ av skada'), 'Kollision')
  await hand.write(page.getByLabel('Vägens ungefärliga bredd'), 'sju')
  await expect(page.getByText('Vägens ungefärliga bredd innehåller inte en giltig siffra')).toBeVisible()
  await hand.write(page.getByLabel('Vägens ungefärliga bredd'), '7,5')
  await hand.write(page.getByLabel('Ungefärligt avstånd till vägens högerkant'), '1,5')
  await hand.press(next(page))
  await expect(step(page, 'Skador')).toBeFocused()
  await hand.write(page.getByLabel('Skada på fordonet', { exact: true }), 'Repor i lacken')
  await hand.press(page.getByRole('switch', { name: 'Synliga skador på fordonet' }))
  await hand.write(page.getByLabel('Beskriv de synliga skadorna'), 'Buckla i fronten')
  await hand.press(page.getByRole('switch', { name: 'Någon är skadad' }))
  await hand.write(page.getByLabel('Kontaktuppgifter till skadade'), 'Bo Ek, 070-123 45 67')
  await hand.press(page.getByRole('switch', { name: 'Ersättningsfordon behövdes' }))
  await hand.press(next(page))
  await expect(step(page, 'Inblandade')).toBeFocused()
  await hand.write(page.getByLabel('Registreringsnummer'), 'abc123')
  await hand.write(page.getByLabel('Övriga uppgifter'), 'Vit Volvo')
  await hand.write(page.getByLabel('Vittnen'), 'Eva Berg')
  await hand.press(page.getByRole('switch', { name: 'Polis på platsen' }))
  await hand.press(page.getByRole('switch', { name: 'Blodprov eller utandningsprov togs' }))
  await hand.write(page.getByLabel('Antal passagerare'), '12')
  await hand.write(page.getByLabel('Mätarställning'), '45210')
  await hand.press(next(page))
  await expect(step(page, 'Sammanfattning')).toBeFocused()
  await expectNoViolations(page)
  const details = await saveAndOpen(page, info, 'Fordonsskada')
  await expectAnswers(details, {
    Fordon: 'Buss 2114',
    Händelsebeskrivning: 'En personbil bytte fil utan att blinka.',
    Skadeplats: 'Front, Backspegel',
    'Skada på fordonet': 'Repor i lacken',
    'Synliga skador på fordonet': 'Buckla i fronten',
    Försäkringskategori: 'Fordonsskada',
    Specificering: 'Kollision',
    'Vägens bredd (m)': '7,5',
    'Avstånd till högerkanten (m)': '1,5',
    'Ersättningsfordon behövdes': 'Ja',
    'Polis på platsen': 'Ja',
    'Räddningstjänst på platsen': 'Nej',
    'Blodprov eller utandningsprov togs': 'Ja',
    'Kontaktuppgifter till skadade': 'Bo Ek, 070-123 45 67',
    Motpart: 'ABC123: Vit Volvo',
    Vittnen: 'Eva Berg',
    'Antal passagerare': '12',
    Mätarställning: '45210',
  })
})

test('a company without a list of vehicles types the bus', async ({ openAs }) => {
  const page = await openAs('ida', { host: 'syd.localhost', path: '/dashboard/nyavvikelse?typ=hot-och-vald' })
  const bus = page.getByLabel('Fordon')
  await expect(bus).not.toHaveRole('combobox')
  await bus.fill('')
  await save(page).click()
  await expect(page.getByText('Ange för vilket fordon skadan gäller')).toBeVisible()
})

test('Väst leaves the form out of its menu, but serves it', { tag: '@wide' }, async ({ openAs }, info) => {
  test.skip(info.project.name === 'phone', 'one width is enough for what a menu holds')
  const page = await openAs('gunilla', { host: 'vast.localhost', path: '/dashboard/avvikelser' })
  await expect(page.getByRole('link', { name: 'Avvikelser', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Ny avvikelse', exact: true })).toHaveCount(0)
  await page.getByRole('link', { name: 'Skapa ny', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Ny avvikelse' })).toBeVisible()
  await expectNoViolations(page)
})

test("the phone's report button leads straight to a form, and only that form is fetched", async ({ openAs }, info) => {
  test.skip(info.project.name === 'desktop', 'the bottom bar is the phone’s')
  const page = await openAs('anna')
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  await page.getByRole('button', { name: 'Rapportera', exact: true }).tap()
  await page.getByRole('dialog').getByRole('link', { name: 'Hot och Våld' }).tap()
  await expect(page.getByLabel('Händelsebeskrivning')).toBeVisible()
  const forms = ['Threat', 'Damage', 'Traffic', 'Work'].filter((name) => {
    const file = chunkOf(`deviations/web/forms/${name}Form.tsx`).slice(2)
    return scripts.some((url) => url.endsWith(file))
  })
  expect(forms).toEqual(['Threat'])
})

test('Back from the receipt leaves the form, and the same kind chosen again is an empty form', async ({
  openAs,
}, info) => {
  test.skip(info.project.name === 'desktop', 'the bottom bar is the phone’s')
  const page = await openAs('emil')
  const report = async () => {
    await page.getByRole('button', { name: 'Rapportera', exact: true }).tap()
    await page.getByRole('dialog').getByRole('link', { name: 'Arbetsmiljö' }).tap()
    await expect(step(page, 'När och var')).toBeVisible()
  }
  const receipt = page.getByRole('heading', { name: 'Avvikelse har sparats' })
  const fillAndSave = async () => {
    await page.getByLabel('Plats', { exact: true }).fill('Depån')
    await page.getByLabel('Fordon').fill('Buss 2113')
    for (const title of ['Arbetsmoment', 'Vad hände?', 'Orsaker', 'Förslag och bilder', 'Sammanfattning']) {
      await next(page).tap()
      await expect(step(page, title)).toBeFocused()
    }
    await save(page).tap()
    await page.getByRole('button', { name: 'Spara ändå' }).tap()
    await expect(receipt).toBeFocused()
  }
  await report()
  await fillAndSave()
  await report()
  await expect(receipt).toBeHidden()
  await expect(page.getByLabel('Datum', { exact: true })).toHaveValue(/^\d{4}-\d\d-\d\d$/)
  await expect(page.getByText('Ditt påbörjade utkast är kvar.')).toBeHidden()
  await fillAndSave()
  await expect(page).toHaveURL(/\?typ=arbetsmiljo$/)
  await page.goBack()
  await expect(page).toHaveURL(/\/dashboard\/start$/)
})
