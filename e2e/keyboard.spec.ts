// The ten most frequent tasks by keyboard alone, with what a screen reader announces meanwhile.
import type { Page } from '@playwright/test'
import { dateOf, driversOn } from './driver.ts'
import { type Ears, listenTo } from './heard.ts'
import { picture } from './hand.ts'
import { savedAs } from './saved.ts'
import { unconfirmedDuty } from './next-duty.ts'
import { expect, test as base } from './sign-in.ts'

interface Listening {
  /** A page whose live regions are observed. */
  readonly openListening: (userName: string, path: string) => Promise<{ page: Page; ears: Ears }>
}

const test = base.extend<Listening>({
  openListening: async ({ openAs }, use, info) => {
    info.skip(info.project.name === 'phone', 'a phone has no Tab')
    await use(async (userName, path) => {
      const page = await openAs(userName, { path: '/diagnostics' })
      const ears = await listenTo(page)
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      return { page, ears }
    })
  },
})

const press = async (page: Page, ...keys: readonly string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}

test(
  'a duty is confirmed, and the confirmation withdrawn, by keyboard alone',
  { tag: '@wide' },
  async ({ openListening }) => {
    const { page, ears } = await openListening('yusuf', '/dashboard/start')
    const duty = await unconfirmedDuty(page)
    await duty.getByRole('button', { name: 'Bekräfta', exact: true }).focus()
    await press(page, 'Enter')
    await ears.expectHeard('Tjänsten är bekräftad.')
    const confirmed = duty.getByRole('button', { name: 'Bekräftat', exact: true })
    await expect(confirmed).toBeFocused()
    await expect(confirmed).toHaveAccessibleDescription('Tryck igen för att ångra')
    // A report that is sent at once is never announced as waiting.
    expect(await ears.all()).not.toContainEqual(expect.stringMatching(/väntar på att skickas|Skickar/))
    await page.clock.install()
    await page.reload()
    await confirmed.focus()
    await press(page, 'Enter')
    await ears.expectHeard('Bekräftelsen är ångrad.')
  },
)

test('a time report is submitted by keyboard alone', { tag: '@wide' }, async ({ openListening }) => {
  const { page, ears } = await openListening('linnea', '/dashboard/start')
  const report = page.getByRole('region', { name: 'Tidrapport' })
  await report.getByRole('button', { name: 'Lämna in' }).focus()
  await press(page, 'Enter')
  await ears.expectHeard('Tidrapporten är inlämnad.')
  await expect(report.getByRole('button', { name: 'Inlämnad' })).toBeFocused()
  // The message came once. At some hours her bus must not be driven, and home announces that too.
  expect(await ears.all()).not.toContainEqual(expect.stringMatching(/tidrapport|inlämn/i))
})

test(
  'the assignments of a day are gone through and reported back by keyboard alone',
  { tag: '@wide' },
  async ({ openListening }) => {
    const { page, ears } = await openListening(driversOn(dateOf('yesterday'))[2] ?? '', '/dashboard/minauppdrag')
    const date = page.getByLabel('Datum', { exact: true })
    await expect(date).toHaveAccessibleDescription(/dag$/)
    await expect(page.getByRole('link', { name: 'Körorder' })).toHaveAccessibleDescription('Öppnas i en ny flik')
    await date.focus()
    await press(page, 'ControlOrMeta+A')
    await page.keyboard.type(dateOf('yesterday'))
    await ears.expectHeard(/^\d+ uppdrag \p{L}+dag \d+ \p{L}+$/u)
    const row = page.getByRole('button', { name: /^Återrapportera .*Linjekörning/ }).nth(1)
    await row.focus()
    await press(page, 'Enter')
    const dialog = page.getByRole('dialog', { name: 'Återrapportera' })
    await expect(dialog.getByLabel('Faktisk starttid')).toHaveAttribute('aria-required', 'true')
    await expect(dialog.getByLabel('Notering')).toHaveAccessibleDescription('(valfritt)')
    await dialog.getByLabel('Faktisk sluttid').focus()
    await press(page, 'ControlOrMeta+A')
    await page.keyboard.type('2560')
    await ears.expectHeard('Tid har fel format')
    await expect(dialog.getByLabel('Faktisk sluttid')).toHaveAccessibleDescription(/Tid har fel format/)
    await press(page, 'Escape')
    await expect(row).toBeFocused()
    await press(page, 'Enter')
    await dialog.getByLabel('Notering').focus()
    await page.keyboard.type('Med tangentbordet')
    await dialog.getByRole('button', { name: 'Spara' }).focus()
    await press(page, 'Enter')
    await ears.expectHeard('Återrapporten är sparad.')
    await expect(row).toBeFocused()
  },
)

test('a fault is reported by keyboard alone', { tag: '@wide' }, async ({ openListening }) => {
  const { page, ears } = await openListening('sirpa', '/dashboard/fordonskontroll')
  const vehicle = page.getByRole('combobox', { name: 'Fordon' })
  await vehicle.focus()
  await page.keyboard.type('213')
  await ears.expectHeard(/^\d träffar$/)
  await page.keyboard.type('5')
  await ears.expectHeard('En träff')
  await expect(page.getByRole('option')).toHaveText(['Buss 2135'])
  await press(page, 'Enter')
  await ears.expectHeard('Fordonet är valt. Formuläret visas nedanför.')
  await expect(vehicle).toBeFocused()
  await press(page, 'ArrowDown')
  await expect(page.getByRole('listbox')).toBeVisible()
  await press(page, 'Escape')
  await expect(page.getByRole('listbox')).toBeHidden()
  await expect(vehicle).toHaveValue('Buss 2135')
  const form = page.getByRole('region', { name: 'Ny felrapport' })
  await form.getByRole('button', { name: 'Skicka' }).focus()
  await press(page, 'Enter')
  const category = form.getByLabel('Kategori')
  await expect(category).toBeFocused()
  await expect(category).toHaveAccessibleDescription('Du måste välja en kategori.')
  await expect(category).toHaveAttribute('aria-invalid', 'true')
  await expect(category).toHaveAttribute('aria-required', 'true')
  // The error is announced by the field that got the focus, not by all fields at once. Not counted are a slow load, which
  // is announced whenever it ends, and a bus that must not be driven, which this bus is on some days.
  const slow = /^Laddar$| felrapport(er)? på Buss 2135$|^Buss 2135 får ej köras/
  expect((await ears.all()).filter((text) => !slow.test(text))).toEqual([])
  await page.keyboard.type('Kaross')
  await press(page, 'Tab')
  await page.keyboard.type('Lucka hänger')
  await press(page, 'Tab')
  // The first Tab reaches the button that opens the camera or the pictures.
  await press(page, 'Tab')
  await expect(form.getByRole('button', { name: /^Skicka/ })).toBeFocused()
  await press(page, 'Enter')
  await ears.expectHeard('Felrapporten är sparad.')
})

test(
  'an incident at work is reported, step by step, by keyboard alone',
  { tag: '@wide' },
  async ({ openListening }) => {
    const { page, ears } = await openListening('tesfaye', '/dashboard/nyavvikelse')
    await expect(page).toHaveTitle(/^Ny avvikelse – /)
    await page.getByRole('button', { name: 'Arbetsmiljö', exact: true }).focus()
    await press(page, 'Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Arbetsmiljö' })).toBeFocused()
    await expect(page).toHaveTitle(/^Arbetsmiljö, steg 1 av \d – /)
    const place = page.getByLabel('Plats', { exact: true })
    await place.focus()
    await page.keyboard.type('V')
    await press(page, 'ControlOrMeta+A', 'Delete')
    await ears.expectHeard('Plats måste anges')
    await page.keyboard.type('Vasaplan')
    await page.getByLabel('Fordon').focus()
    await press(page, 'ControlOrMeta+A')
    await page.keyboard.type('Buss 2113')
    await press(page, 'Tab')
    const next = page.getByRole('button', { name: 'Nästa', exact: true })
    for (const step of ['Arbetsmoment', 'Vad hände?']) {
      await next.focus()
      await press(page, 'Enter')
      await expect(page.getByRole('heading', { level: 2, name: step, exact: true })).toBeFocused()
      await expect(page).toHaveTitle(/^Arbetsmiljö, steg [23] av \d – /)
    }
    await page.getByRole('checkbox', { name: 'Halkade eller snubblade', exact: true }).focus()
    await press(page, 'Space')
    const save = page.getByRole('button', { name: 'Spara', exact: true })
    while (!(await save.isVisible())) {
      await next.focus()
      const here = await page.title()
      await press(page, 'Enter')
      await expect(page).not.toHaveTitle(here)
    }
    await save.focus()
    await press(page, 'Enter')
    await expect(page.getByRole('heading', { name: 'Avvikelse har sparats' })).toBeFocused()
  },
)

test('news is read and commented on by keyboard alone', { tag: '@wide' }, async ({ openListening }) => {
  const { page, ears } = await openListening('anna', '/dashboard/nyheter/koncern')
  await expect(page).toHaveTitle(/^Nyheter, Koncern – /)
  const link = page.getByRole('link', { name: 'Läs mer..' }).nth(3)
  await link.focus()
  const title = (await link.evaluate((element) => element.closest('li')?.querySelector('h3')?.textContent)) ?? ''
  await press(page, 'Enter')
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeFocused()
  await expect.poll(() => page.title()).toContain(`${title} – `)
  await page.getByLabel('Skriv en kommentar').focus()
  await page.keyboard.type('Med tangentbordet')
  await press(page, 'Tab', 'Enter')
  await ears.expectHeard('Kommentaren är skickad.')
  const own = page.locator('#news-comment-list').getByRole('listitem').filter({ hasText: 'Med tangentbordet' })
  await own.getByRole('button', { name: 'Ta bort' }).focus()
  await expect(own.getByRole('button', { name: 'Ta bort' })).toHaveAccessibleDescription('Med tangentbordet')
  await press(page, 'Enter')
  await page.getByRole('dialog', { name: 'Radera inlägget?' }).getByRole('button', { name: 'Ja' }).focus()
  await press(page, 'Enter')
  await ears.expectHeard('Kommentaren är borttagen.')
  await expect(own).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Kommentarer' })).toBeFocused()
})

test('a payslip is opened and saved by keyboard alone', { tag: '@wide' }, async ({ openListening }) => {
  const { page, ears } = await openListening('anna', '/dashboard/konteklonebesked')
  const newest = page.getByRole('button', { name: /^\p{L}+ \d{4}$/u }).first()
  await newest.focus()
  await press(page, 'Enter')
  const dialog = page.getByRole('dialog', { name: /^Lönebesked / })
  await dialog.getByRole('button', { name: 'Spara på enheten' }).focus()
  const saved = savedAs(page, /^Lönebesked .+\.pdf$/)
  await press(page, 'Enter')
  await saved
  await ears.expectHeard('Filen är hämtad.')
  await press(page, 'Escape')
  await expect(newest).toBeFocused()
})

test('the crisis guide is followed by keyboard alone', { tag: '@wide' }, async ({ openListening }) => {
  const { page, ears } = await openListening('klara', '/dashboard/start')
  await page.getByRole('main').getByRole('link', { name: 'Vid kris klicka här' }).focus()
  await press(page, 'Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Krishantering' })).toBeFocused()
  const steps = page.getByRole('main').getByRole('listitem')
  await expect(steps).toHaveCount(10)
  await press(page, 'Tab')
  await expect(page.getByRole('link', { name: 'Ring 112' })).toBeFocused()
  await steps.first().getByRole('checkbox').focus()
  await press(page, 'Space')
  await expect(steps.first().getByRole('checkbox')).toBeChecked()
  await ears.expectHeard(/^Klart: 1 av 10 steg/)
  await press(page, 'Tab')
  await expect(steps.first().getByRole('link')).toBeFocused()
})

test('a telephone number is changed by keyboard alone', { tag: '@wide' }, async ({ openListening }) => {
  const { page, ears } = await openListening('nermin', '/dashboard/userinfo')
  const change = page.getByRole('button', { name: 'Ändra mina uppgifter' })
  await change.focus()
  await press(page, 'Enter')
  await expect(page.getByLabel('Förnamn')).toBeFocused()
  await page.getByRole('button', { name: 'Avbryt' }).focus()
  await press(page, 'Enter')
  await expect(change).toBeFocused()
  await press(page, 'Enter')
  await expect(page.getByLabel('Förnamn')).toBeFocused()
  const phone = page.getByLabel('Telefonnummer', { exact: true })
  await expect(phone).toHaveAttribute('aria-required', 'true')
  await expect(page.getByLabel('Anhörigs telefonnummer')).toHaveAccessibleDescription('Utan inledande nolla (valfritt)')
  await phone.focus()
  await press(page, 'ControlOrMeta+A')
  await page.keyboard.type('70 1')
  await ears.expectHeard('Ange ett svenskt telefonnummer med riktnummer och utan mellanslag')
  await press(page, 'ControlOrMeta+A')
  await page.keyboard.type('701234567')
  await page.getByRole('button', { name: 'Spara', exact: true }).focus()
  await press(page, 'Enter')
  await ears.expectHeard('Dina uppgifter är uppdaterade')
  await expect(change).toBeFocused()
  await expect(page.getByRole('link', { name: '070-123 45 67' })).toBeVisible()
})

test('a month of the schedule is chosen by keyboard alone', { tag: '@wide' }, async ({ openListening }) => {
  const { page, ears } = await openListening('anna', '/dashboard/schema?vy=lista')
  const month = page.getByLabel('Månad')
  await month.focus()
  const first = await month.inputValue()
  // January is the first month, so ArrowUp would change nothing there.
  await press(page, first === '1' ? 'ArrowDown' : 'ArrowUp', 'Tab')
  await expect(month).not.toHaveValue(first)
  await ears.expectHeard(/^(Inga tjänster|En tjänst|\d+ tjänster) i \p{L}+ 20\d\d$/u)
  // A slow load is announced once, and then its result.
  let answer: () => void = () => undefined
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/bpl/schema*', async (route) => {
    await held
    await route.continue()
  })
  await page.getByLabel('År').focus()
  await press(page, 'ArrowUp')
  await ears.expectHeard('Laddar')
  answer()
  await ears.expectHeard(/^(Inga tjänster|En tjänst|\d+ tjänster) i \p{L}+ 20\d\d$/u)
})

for (const [what, userName, path, told] of [
  ['a survey', 'marika', 'medarbetarundersokning', /^\d+ frågor saknar svar\. Du är nu vid den första\.$/],
  ['an evaluation', 'omar', 'utbildning', /^10 fält behöver fyllas i$/],
] as const) {
  test(
    `${what} sent empty says once how much is missing, by keyboard alone`,
    { tag: '@wide' },
    async ({ openListening }) => {
      const { page, ears } = await openListening(userName, `/dashboard/${path}`)
      await page.getByRole('button', { name: 'Spara', exact: true }).focus()
      await ears.all()
      await press(page, 'Enter')
      const first = page.locator('form').locator('input').first()
      await expect(first).toBeFocused()
      await expect(first).toHaveAccessibleDescription(/måste anges/i)
      await expect(page.getByRole('radiogroup', { disabled: false }).first()).toHaveAttribute('aria-invalid', 'true')
      const heard: string[] = []
      // A slow load is announced too, whenever it ends.
      const words = async () => (await ears.all()).map((text) => text.replace(/^Laddar ?/, '')).filter(Boolean)
      await expect.poll(async () => heard.push(...(await words()))).toBeGreaterThan(0)
      expect(heard).toEqual([expect.stringMatching(told)])
    },
  )
}

test(
  'pictures are chosen and removed by keyboard alone, and the focus moves on',
  { tag: '@wide' },
  async ({ openListening }) => {
    const { page, ears } = await openListening('tesfaye', '/dashboard/nyavvikelse?typ=trafikinformation')
    const choose = page.getByLabel(/^(Ta eller välj|Fler) bilder$/)
    await choose.setInputFiles([picture('ett.png', [30, 60, 110]), picture('tva.png', [160, 80, 30])])
    await ears.expectHeard('2 bilder är valda.')
    await expect(choose).toHaveAccessibleName('Fler bilder')
    await ears.expectHeard('Alla bilder är skickade.')
    await page.getByRole('button', { name: 'Ta bort bild 1' }).focus()
    await press(page, 'Enter')
    await ears.expectHeard('Bild 1 är borttagen.')
    await expect(page.getByRole('button', { name: 'Ta bort bild 1' })).toBeFocused()
    await press(page, 'Enter')
    await expect(choose).toBeFocused()
  },
)
