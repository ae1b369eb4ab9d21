// Reports that are made without coverage reach the server once, whatever happens in between.
import type { Page } from '@playwright/test'
import { addDays } from '../platform/contract/wall-clock.ts'
import { expectNoViolations } from './accessible.ts'
import { driverWhoseRunLasts } from './driver.ts'
import type { Line } from './line.ts'
import {
  asked,
  backOnline,
  copies,
  expire,
  faultsOf,
  forgetCopies,
  keptOnPhone,
  reportFault,
  reportThreat,
  test,
  threatsOf,
  unsent,
  words,
} from './phone.ts'
import { expect } from './sign-in.ts'

test('a fault, a deviation with two photos and a confirmation made without coverage reach the server once each', async ({
  line,
  ready,
}, info) => {
  test.slow()
  // Each width confirms its own duty and withdraws the confirmation. If a run ends soon, the other driver is used.
  const drivers = info.project.name === 'phone' ? ['tesfaye', 'sirpa'] : ['sirpa', 'tesfaye']
  const page = await ready(driverWhoseRunLasts(drivers))
  const [fault, threat] = [words('Dörren går inte igen', info), words('Hotad i bussen', info)]
  line.cut()
  await page.goto(`${line.origin}/dashboard/start`)
  const confirm = page.getByRole('button', { name: /^Bekräfta(t)?$/ })
  const before = await confirm.textContent()
  await confirm.click()
  await expect(confirm).not.toHaveText(before ?? '')
  await expect(page.getByText('Skickas när du har täckning.').first()).toBeVisible()
  await reportFault(page, line.origin, fault)
  await expect(keptOnPhone(page)).toBeVisible()
  await reportThreat(page, line.origin, threat)
  await expect(page.getByRole('heading', { name: /^Avvikelsen är sparad på (telefonen|datorn)$/ })).toBeVisible()

  await page.reload()
  await expect(page.getByLabel('Händelsebeskrivning')).toHaveValue('')
  await page.getByRole('button', { name: 'Visa', exact: true }).click()
  const list = page.getByRole('dialog', { name: 'Att skicka' })
  await expect(list.getByRole('listitem')).toHaveCount(3)
  await expect(list.getByText('Väntar', { exact: true })).toHaveCount(3)
  await expectNoViolations(page)
  await list.getByRole('button', { name: 'Stäng' }).click()

  await backOnline(page, line)
  await expect(page.getByText('3 saker som väntade har skickats.')).toBeVisible()
  await page.getByRole('button', { name: 'Visa', exact: true }).click()
  await expect(list.getByText('Skickat', { exact: true })).toHaveCount(3)
  expect(await faultsOf(page, fault)).toBe(1)
  const [stored, ...more] = await threatsOf(page, threat)
  expect(stored?.bilder).toHaveLength(2)
  expect(more).toEqual([])
  await page.goto(`${line.origin}/dashboard/start`)
  await expect(confirm).not.toHaveText(before ?? '')
  await expect(page.getByText('Skickas när du har täckning.')).toHaveCount(0)
})

test('the receipt of a waiting report changes to sent, with its number, as soon as it is', async ({
  line,
  ready,
}, info) => {
  test.slow()
  const page = await ready('nermin')
  line.cut()
  await reportFault(page, line.origin, words('Kvittot vaknar', info))
  await expect(keptOnPhone(page)).toBeVisible()
  await backOnline(page, line)
  await expect(page.getByText(/^Felrapporten är sparad\. Det kan ta/)).toBeVisible({ timeout: 20_000 })
  await expect(keptOnPhone(page)).toBeHidden()
  const number = await page.getByText(/^Nummer F-\d+$/).textContent()
  const own = page.getByRole('region', { name: 'Mina felrapporter' })
  await expect(own.getByText(words('Kvittot vaknar', info))).toBeVisible()
  await expect(own.getByText(number?.replace('Nummer ', '') ?? '-').first()).toBeVisible()

  line.cut()
  await reportThreat(page, line.origin, words('Kvittot vaknar', info))
  await expect(page.getByRole('heading', { name: /^Avvikelsen är sparad på (telefonen|datorn)$/ })).toBeVisible()
  await backOnline(page, line)
  await expect(page.getByRole('heading', { name: 'Avvikelse har sparats' })).toBeVisible({ timeout: 20_000 })
  await expect(page.getByText(/^Hot och Våld, nummer A-\d{6}\. Du kan följa den i listan\.$/)).toBeVisible()
})

test(
  'a comment, a time report and a report-back made without coverage are shown as made, and sent once',
  { tag: '@prove' },
  async ({ line, ready }, info) => {
    test.slow()
    test.skip(info.project.name === 'desktop', 'a time report is handed in once')
    const page = await ready('omar')
    const comment = words('Skriven utan täckning', info)
    await page.goto(`${line.origin}/dashboard/start`)
    await page
      .getByRole('link', { name: /^Läs mer/ })
      .last()
      .click()
    await expect(page.getByRole('heading', { name: 'Kommentarer' })).toBeVisible()
    const news = page.url()
    await expect.poll(() => copies(page)).toContainEqual(expect.stringMatching(/getcomments/))
    await page.goto(`${line.origin}/dashboard/minauppdrag`)
    const rows = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Återrapportera/ }) })
    const before = page.getByRole('button', { name: 'Föregående dag' })
    // There may be a week of leave with free days on both sides.
    for (let day = 0; day < 14; day++) {
      const shown = await page.getByLabel('Datum', { exact: true }).inputValue()
      await before.click()
      await expect(page.getByLabel('Datum', { exact: true })).toHaveValue(addDays(shown, -1))
      await expect(rows.first().or(page.getByText('Inga uppdrag den här dagen'))).toBeVisible()
      if ((await rows.count()) > 0) break
    }
    await expect(rows.first()).toBeVisible()
    const date = await page.getByLabel('Datum', { exact: true }).inputValue()
    await expect.poll(() => copies(page)).toContain(`/api/bpl/uppdrag?date=${date}`)
    line.cut()

    await rows.first().getByRole('button').click()
    const dialog = page.getByRole('dialog', { name: 'Återrapportera' })
    await dialog.getByLabel('Notering').fill(comment)
    await dialog.getByRole('button', { name: 'Spara' }).click()
    await expect(dialog).toBeHidden()
    await expect(rows.first().getByText(/^Väntar \d\d:\d\d/)).toBeVisible()
    // Opened again, also at once after a reload, the form has the waiting text, so that an addition does not overwrite
    // it.
    await page.goto(`${line.origin}/dashboard/minauppdrag?date=${date}`)
    await page.getByLabel('Datum', { exact: true }).fill(date)
    await rows.first().getByRole('button').click()
    await expect(dialog.getByLabel('Notering')).toHaveValue(comment)
    await dialog.getByRole('button', { name: 'Avbryt' }).click()
    await page.goto(news)
    await page.getByLabel('Skriv en kommentar').fill(comment)
    await page.getByRole('button', { name: 'Skicka', exact: true }).click()
    await expect(page.locator('#news-comment-list').getByText(comment)).toBeVisible()
    await page.goto(`${line.origin}/dashboard/start`)
    await page.getByRole('button', { name: 'Lämna in' }).click()
    await expect(page.getByRole('button', { name: 'Inlämnad' })).toBeVisible()
    await expect(page.getByText(/3 saker väntar på att skickas/)).toBeVisible()

    await backOnline(page, line)
    await expect.poll(() => unsent(page), { timeout: 20_000 }).toBe(0)
    const [day] = (await asked(page, `/api/bpl/uppdrag?date=${date}`)).result as { uppdrag: { anmarkning: string }[] }[]
    expect(day?.uppdrag.filter(({ anmarkning }) => anmarkning === comment)).toHaveLength(1)
    const newsId = news.split('/').at(-1)
    const said = (await asked(page, `/api/nyheter/getcomments?newsId=${newsId}`)).result as { bodyText: string }[]
    expect(said.filter(({ bodyText }) => bodyText === comment)).toHaveLength(1)
    expect((await asked(page, '/api/bpl/tidrapport/getsenaste')).result).toMatchObject({ isSubmitted: true })
  },
)

test('a lost answer, and one that is cut midway, leave one record', async ({ line, ready }, info) => {
  test.slow()
  const page = await ready('anders')
  for (const fate of ['lost', 'broken'] as const) {
    const text = words(`Svaret kom bort: ${fate}`, info)
    const sent = line.arrived('/api/fordonskontroll/addfault')
    // All requests are lost, because the browser itself repeats one that was lost on a kept-alive connection.
    line.spoil('/api/fordonskontroll/addfault', fate, 100)
    await reportFault(page, line.origin, text)
    await expect(keptOnPhone(page)).toBeVisible()
    expect(line.arrived('/api/fordonskontroll/addfault')).toBeGreaterThan(sent)
    line.spoil('/api/fordonskontroll/addfault', fate, 0)
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    await expect.poll(() => unsent(page)).toBe(0)
    expect(await faultsOf(page, text)).toBe(1)
  }
})

test(
  'a comment that is being sent when the page is reloaded is not in the form to be sent again',
  { tag: '@prove' },
  async ({ line, ready }, info) => {
    test.slow()
    const page = await ready('omar')
    const text = words('På väg när sidan laddades om', info)
    await page
      .getByRole('link', { name: /^Läs mer/ })
      .last()
      .click()
    line.spoil('/api/nyheter/addcomment', 'held', 100)
    await page.getByLabel('Skriv en kommentar').fill(text)
    await page.getByRole('button', { name: 'Skicka', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Sparar..' })).toBeVisible()
    await expect.poll(() => unsent(page)).toBe(1)
    await page.reload()
    await expect(page.locator('#news-comment-list').getByText(text)).toBeVisible()
    await expect(page.getByLabel('Skriv en kommentar')).toHaveValue('')
    line.spoil('/api/nyheter/addcomment', 'held', 0)
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    await expect.poll(() => unsent(page), { timeout: 40_000 }).toBe(0)
    const newsId = page.url().split('/').at(-1)
    const said = (await asked(page, `/api/nyheter/getcomments?newsId=${newsId}`)).result as { bodyText: string }[]
    expect(said.filter(({ bodyText }) => bodyText === text)).toHaveLength(1)
  },
)

test('two tabs that reconnect at once send each item once', { tag: '@prove' }, async ({ line, ready }, info) => {
  test.slow()
  const page = await ready('birgitta')
  const texts = [words('Från den ena fliken', info), words('Från den andra', info)]
  const other = await page.context().newPage()
  line.cut()
  await reportFault(page, line.origin, texts[0]!)
  await expect(keptOnPhone(page)).toBeVisible()
  await reportFault(other, line.origin, texts[1]!)
  await expect(keptOnPhone(other)).toBeVisible()
  const sent = line.arrived('/api/fordonskontroll/addfault')
  line.mend()
  await Promise.all([page, other].map((tab) => tab.evaluate(() => dispatchEvent(new Event('online')))))
  await expect.poll(() => unsent(page)).toBe(0)
  expect(line.arrived('/api/fordonskontroll/addfault')).toBe(sent + 2)
  for (const text of texts) expect(await faultsOf(page, text)).toBe(1)
  for (const tab of [page, other]) await expect(tab.getByText(/som väntade har skickats/)).toBeVisible()
})

test('what waits when the sign-in has expired is sent after the same employee signs in, and never in another one’s name', async ({
  line,
  ready,
}, info) => {
  test.slow()
  const page = await ready('yusuf')
  const text = words('Väntar på rätt person', info)
  line.cut()
  await reportFault(page, line.origin, text)
  await expect(keptOnPhone(page)).toBeVisible()
  await expire(page)
  // The session at the provider has ended too.
  await page.context().clearCookies()
  await backOnline(page, line)
  await expect(page.getByLabel('Användarnamn')).toBeVisible()

  await signInAgain(page, line, 'linnea')
  await page.goto(`${line.origin}/dashboard/fordonskontroll`)
  await expect(page.getByRole('heading', { name: 'Mina felrapporter' })).toBeVisible()
  await expect(page.getByText(/väntar på att skickas|kunde inte skickas/)).toHaveCount(0)
  expect(await faultsOf(page, text)).toBe(0)
  expect(await unsent(page)).toBe(1)
  await signOut(page)

  await signInAgain(page, line, 'yusuf')
  await expect.poll(() => unsent(page), { timeout: 20_000 }).toBe(0)
  expect(await faultsOf(page, text)).toBe(1)
})

async function signInAgain(page: Page, line: Line, userName: string): Promise<void> {
  if (!(await page.getByLabel('Användarnamn').isVisible())) await page.goto(line.origin)
  await page.getByLabel('Användarnamn').fill(userName)
  await page.getByLabel('Lösenord').fill('demo')
  await page.getByRole('button', { name: 'Logga in', exact: true }).click()
  await page.waitForURL(`${line.origin}/dashboard/**`)
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Meny' }).click()
  await page.getByRole('button', { name: 'Logga ut' }).click()
  await expect(page.getByText('Du är nu utloggad')).toBeVisible()
}

test(
  'an item that the server refuses later says why, and is tried again or removed by hand',
  { tag: '@prove' },
  async ({ line, ready }, info) => {
    test.slow()
    const page = await ready('zahra')
    line.cut()
    await reportFault(page, line.origin, words('Kommer tillbaka', info))
    await expect(keptOnPhone(page)).toBeVisible()
    const refusal = {
      result: null,
      timestamp: '',
      errorMessage: 'Fel',
      modelState: { vehicleNumber: ['Bussen är såld.'] },
    }
    await page.route('**/api/fordonskontroll/addfault', (route) => route.fulfill({ status: 400, json: refusal }))
    await backOnline(page, line)
    await expect(page.getByText('En sak kunde inte skickas.')).toBeVisible()
    await page.getByRole('button', { name: 'Visa', exact: true }).click()
    const list = page.getByRole('dialog', { name: 'Att skicka' })
    await expect(list.getByText('Kunde inte skickas', { exact: true })).toBeVisible()
    await expect(list.getByText('Bussen är såld.')).toBeVisible()
    await page.unroute('**/api/fordonskontroll/addfault')
    await list.getByRole('button', { name: 'Försök igen' }).click()
    await expect(list.getByText('Skickat', { exact: true })).toBeVisible()
  },
)

test('a deviation that the server refuses later is opened from the list with its photos, corrected and sent once', async ({
  line,
  ready,
}, info) => {
  test.slow()
  const page = await ready('linnea')
  const text = words('Hotad, på en buss som inte finns', info)
  // Without the list of buses the form accepts any text, and the server refuses it later.
  await forgetCopies(page, '/api/fordonskontroll/vehicles')
  line.cut()
  await reportThreat(page, line.origin, text, 'Buss 21155')
  await expect(page.getByRole('heading', { name: /^Avvikelsen är sparad på (telefonen|datorn)$/ })).toBeVisible()
  await page.goto(`${line.origin}/dashboard/start`)
  await backOnline(page, line)
  await expect(page.getByText('En sak kunde inte skickas.')).toBeVisible({ timeout: 20_000 })
  await page.getByRole('button', { name: 'Visa', exact: true }).click()
  const list = page.getByRole('dialog', { name: 'Att skicka' })
  await expect(list.getByText('Ett giltigt fordon måste väljas från listan')).toBeVisible()
  // Sent again unchanged, the report is refused again.
  await list.getByRole('button', { name: 'Försök igen' }).click()
  await expect(list.getByText('Kunde inte skickas', { exact: true })).toBeVisible()
  await expectNoViolations(page)

  await list.getByRole('button', { name: 'Öppna och ändra' }).click()
  await expect(page).toHaveURL(/\/nyavvikelse\?typ=hot-och-vald/)
  await expect(page.getByLabel('Händelsebeskrivning')).toHaveValue(text)
  await expect(page.getByRole('button', { name: /^Ta bort bild \d$/ })).toHaveCount(2)
  expect(await unsent(page)).toBe(0)
  await page.getByLabel('Fordon').fill('Buss 2115')
  await page.getByRole('button', { name: 'Spara', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Avvikelse har sparats' })).toBeVisible({ timeout: 20_000 })
  const [stored, ...more] = await threatsOf(page, text)
  expect(stored?.bilder).toHaveLength(2)
  expect(more).toEqual([])
  expect(await unsent(page)).toBe(0)
})

test(
  'a photo that the server refuses later does not hold back its report',
  { tag: '@prove' },
  async ({ line, ready }, info) => {
    test.slow()
    const page = await ready('zahra')
    const text = words('Hotad, med en trasig bild', info)
    line.cut()
    await reportThreat(page, line.origin, text)
    await expect(page.getByRole('heading', { name: /^Avvikelsen är sparad på (telefonen|datorn)$/ })).toBeVisible()
    const refusal = {
      result: null,
      timestamp: '',
      errorMessage: 'Fel',
      modelState: { file: ['Bilden går inte att läsa.'] },
    }
    await page.route('**/api/incident/uploadimage', (route) => route.fulfill({ status: 400, json: refusal }), {
      times: 1,
    })
    await backOnline(page, line)
    await expect(page.getByText('En sak kunde inte skickas.')).toBeVisible()
    await page.getByRole('button', { name: 'Visa', exact: true }).click()
    const list = page.getByRole('dialog', { name: 'Att skicka' })
    await expect(list.getByText('Bilden går inte att läsa.')).toBeVisible()
    await list.getByRole('button', { name: 'Skicka utan bilden' }).click()
    await expect(list.getByText('Skickat', { exact: true })).toBeVisible()
    const [stored, ...more] = await threatsOf(page, text)
    expect(stored?.bilder).toHaveLength(1)
    expect(more).toEqual([])
  },
)
