// Without coverage: over a real line that is cut. What was fetched is there to be read, and what is made meets the server once.
import type { Page, TestInfo } from '@playwright/test'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expectNoViolations } from './accessible.ts'
import { picture } from './hand.ts'
import { type Line, openLine } from './line.ts'
import { expect, test as base } from './sign-in.ts'

const port = Number(process.env.E2E_PORT)

const photos = [picture('ett.png', [200, 40, 40]), picture('två.png', [40, 160, 60])]

interface Fixtures {
  readonly line: Line
  /** A page over the line, with the worker and all that is fetched ahead in place. */
  readonly ready: (userName: string) => Promise<Page>
}

const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures out of it
  line: async ({}, use) => {
    const line = await openLine(port)
    await use(line)
    await line.close()
  },
  ready: async ({ browser, line }, use) => {
    const pages: Page[] = []
    await use(async (userName) => {
      const context = await browser.newContext({ serviceWorkers: 'allow' })
      const page = await context.newPage()
      pages.push(page)
      await signInOver(page, line, userName)
      await settled(page)
      return page
    })
    for (const page of pages) await page.context().close()
  },
})

async function signInOver(page: Page, line: Line, userName: string): Promise<void> {
  await page.goto(line.origin)
  await page.getByLabel('Användarnamn').fill(userName)
  await page.getByLabel('Lösenord').fill('demo')
  await page.getByRole('button', { name: 'Logga in', exact: true }).click()
  await page.waitForURL(`${line.origin}/dashboard/start`)
}

/** The worker is in charge and holds the whole portal, and the phone what it will need. */
async function settled(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state), {
      timeout: 20_000,
    })
    .toBe('activated')
  await expect.poll(() => copies(page), { timeout: 20_000 }).toContain('/api/krishantering/bossinfo')
  await expect.poll(() => copies(page), { timeout: 20_000 }).toContain('/api/incident/formoptions')
}

/** The addresses whose answers the phone keeps. */
function copies(page: Page): Promise<string[]> {
  return rows(page, 'linjen-copies', 'copies').then((found) => found.map((row) => String(row['address'])))
}

/** All rows of a store in the phone's database. */
function rows(page: Page, database: string, store: string): Promise<Record<string, unknown>[]> {
  return page.evaluate(
    async ([name, table]) => {
      // To open it before the portal has made it would make it, empty.
      if (!(await indexedDB.databases()).some((each) => each.name === name)) return []
      return new Promise<Record<string, unknown>[]>((resolve, reject) => {
        const opening = indexedDB.open(name)
        opening.addEventListener('error', () => reject(opening.error ?? new Error(name)))
        opening.addEventListener('success', () => {
          const reading = opening.result.transaction(table).objectStore(table).getAll()
          reading.addEventListener('success', () => {
            opening.result.close()
            resolve(reading.result as Record<string, unknown>[])
          })
        })
      })
    },
    [database, store] as const,
  )
}

interface Told {
  readonly status: number
  readonly result: unknown
}

/** What the portal itself says to whoever is signed in on the page. */
function asked(page: Page, path: string): Promise<Told> {
  return page.evaluate(async (address) => {
    const key = Object.keys(localStorage).find((name) => name.startsWith('oidc.user')) ?? ''
    const { id_token: token } = JSON.parse(localStorage.getItem(key) ?? '{}') as { id_token?: string }
    const response = await fetch(address, { headers: { Authorization: `Bearer ${token}` } })
    return { status: response.status, result: ((await response.json()) as { result: unknown }).result }
  }, path)
}

const faultsOf = async (page: Page, text: string) =>
  ((await asked(page, '/api/fordonskontroll/mina')).result as { items: { text: string }[] }).items.filter(
    (fault) => fault.text === text,
  ).length

const threatsOf = async (page: Page, text: string) =>
  (
    (await asked(page, '/api/incident/list')).result as {
      hotOchVald?: { handelseBeskrivning: string }
      bilder: unknown[]
    }[]
  ).filter(({ hotOchVald }) => hotOchVald?.handelseBeskrivning === text)

const unsent = async (page: Page) =>
  (await rows(page, 'linjen-outbox', 'items')).filter(({ state }) => state !== 'sent').length

/** The test's own words, so that what others leave on the shared portal is not taken for it. */
const words = (what: string, { project, repeatEachIndex, retry }: TestInfo) =>
  `${what} (${project.name} ${repeatEachIndex}.${retry})`

async function reportFault(page: Page, origin: string, text: string): Promise<void> {
  await page.goto(`${origin}/dashboard/fordonskontroll`)
  await page.getByRole('combobox', { name: 'Fordon' }).fill('Buss 2115')
  await page.getByLabel('Kategori').selectOption({ index: 1 })
  await page.getByLabel('Felrapport', { exact: true }).fill(text)
  await page.getByRole('button', { name: /^Skicka/ }).click()
}

async function reportThreat(page: Page, origin: string, text: string): Promise<void> {
  await page.goto(`${origin}/dashboard/nyavvikelse?typ=hot-och-vald`)
  await page.getByLabel('Plats', { exact: true }).fill('Resecentrum')
  await page.getByLabel('Fordon').fill('Buss 2115')
  await page.getByLabel('Händelsebeskrivning').fill(text)
  await page.getByLabel('Ta eller välj bilder').setInputFiles(photos)
  await expect(page.getByRole('button', { name: /^Ta bort bild \d$/ })).toHaveCount(2)
  await page.getByRole('button', { name: 'Spara', exact: true }).click()
}

const keptOnPhone = (page: Page) => page.getByText('Felrapporten är sparad på telefonen')
const backOnline = async (page: Page, line: Line) => {
  line.mend()
  await page.evaluate(() => dispatchEvent(new Event('online')))
}

test('what is needed is there without coverage, with the time it is from; what pays and what is private is not', async ({
  line,
  ready,
}) => {
  test.slow()
  const page = await ready('anna')
  const item = page.getByRole('link', { name: /^Läs mer/ }).first()
  await item.click()
  await expect(page.getByRole('heading', { name: 'Kommentarer' })).toBeVisible()
  const title = await page.getByRole('heading', { level: 1 }).textContent()
  await expect.poll(() => copies(page)).toContainEqual(expect.stringMatching(/getcomments/))
  const read = page.url()
  for (const path of ['konteklonebesked', 'userinfo', 'avvikelser']) {
    await page.goto(`${line.origin}/dashboard/${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')
  }
  line.cut()

  await page.goto(`${line.origin}/dashboard/start`)
  await expect(page.getByText(/^Ingen täckning/)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Bekräfta/ })).toBeVisible()
  await expect(page.getByText(/^Uppdaterad \d\d:\d\d$/).first()).toBeVisible()
  // One line says it all: no list of what could not be loaded.
  await expect(page.getByRole('log', { name: 'Varningar' })).toBeEmpty()

  await page.goto(`${line.origin}/dashboard/minauppdrag`)
  for (let day = 0; day < 14; day++) {
    await page.getByRole('button', { name: 'Nästa dag' }).click()
    await expect(page.getByText('Ett fel inträffade')).toBeHidden()
    await expect(page.getByText(/^Uppdaterad/)).toBeVisible()
  }

  await page.goto(`${line.origin}/dashboard/krishantering`)
  await expect(page.getByRole('link', { name: /112/ }).first()).toHaveAttribute('href', 'tel:112')
  await expect(page.getByRole('checkbox').first()).toBeVisible()
  await expect(page.getByText('Närmaste chef')).toBeVisible()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Ladda ned' }).first().click(),
  ])
  expect(file.suggestedFilename()).toMatch(/\.(pdf|docx)$/)

  await page.goto(read)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title ?? '')

  for (const path of ['konteklonebesked', 'userinfo', 'avvikelser']) {
    await page.goto(`${line.origin}/dashboard/${path}`)
    await expect(page.getByRole('button', { name: 'Försök igen' })).toBeVisible()
  }
  expect(
    (await copies(page)).filter((address) => /lonespec|details|incident\/list|larm|undersokning/.test(address)),
  ).toEqual([])

  // Back again, the screen mends by itself.
  await page.goto(`${line.origin}/dashboard/minauppdrag`)
  await expect(page.getByText(/^Uppdaterad/)).toBeVisible()
  await backOnline(page, line)
  await expect(page.getByText(/^Uppdaterad/)).toBeHidden()
  await expect(page.getByText(/^Ingen täckning/)).toBeHidden()
})

test('a sign-in that ran out overnight still opens the duty without coverage, and is renewed with it', async ({
  line,
  ready,
}) => {
  const page = await ready('nermin')
  await expire(page)
  line.cut()
  await page.goto(`${line.origin}/dashboard/start`)
  await expect(page.getByText(/^Ingen täckning/)).toBeVisible()
  await expect(page.getByText(/^Uppdaterad/).first()).toBeVisible()
  await backOnline(page, line)
  await expect(page.getByText(/^Uppdaterad/)).toHaveCount(0)
  expect((await asked(page, '/api/user/profile')).status).toBe(200)
})

/** The token has run out; the provider may still know who it was. */
function expire(page: Page): Promise<void> {
  return page.evaluate(() => {
    for (const key of Object.keys(localStorage).filter((name) => name.startsWith('oidc.user'))) {
      const user = JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, unknown>
      localStorage.setItem(key, JSON.stringify({ ...user, expires_at: 1 }))
    }
  })
}

test('a fault, a deviation with two photos and a confirmation made without coverage meet the server once each', async ({
  line,
  ready,
}, info) => {
  test.slow()
  const page = await ready('tesfaye')
  const [fault, threat] = [words('Dörren går inte igen', info), words('Hotad i bussen', info)]
  line.cut()
  await page.goto(`${line.origin}/dashboard/start`)
  const confirm = page.getByRole('button', { name: /^Bekräfta/ })
  const before = await confirm.textContent()
  await confirm.click()
  await expect(confirm).not.toHaveText(before ?? '')
  await expect(page.getByText('Skickas när du har täckning.').first()).toBeVisible()
  await reportFault(page, line.origin, fault)
  await expect(keptOnPhone(page)).toBeVisible()
  await reportThreat(page, line.origin, threat)
  await expect(page.getByRole('heading', { name: 'Avvikelsen är sparad på telefonen' })).toBeVisible()

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

test(
  'a comment, a time report and a report-back made without coverage are shown as made, and sent once',
  { tag: '@prove' },
  async ({ line, ready }, info) => {
    test.slow()
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
    for (let day = 0; day < 10; day++) {
      await before.click()
      await page.waitForLoadState('networkidle')
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

test('what waits survives a reset of the app', { tag: '@prove' }, async ({ line, ready }, info) => {
  test.slow()
  const page = await ready('marta')
  const text = words('Överlever en återställning', info)
  line.spoil('/api/fordonskontroll/addfault', 'refused', 100)
  await reportFault(page, line.origin, text)
  await expect(keptOnPhone(page)).toBeVisible()
  await page.goto(`${line.origin}/dashboard/help`)
  await expect(page.getByText(/det som väntar på att skickas, ligger kvar på telefonen/)).toBeVisible()
  await page.getByRole('button', { name: 'Återställ', exact: true }).click()
  await expect(page.getByText('Appen är nu återställd')).toBeVisible()
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
  expect(await copies(page)).toEqual([])
  expect(await unsent(page)).toBe(1)
  line.spoil('/api/fordonskontroll/addfault', 'refused', 0)
  await page.getByRole('link', { name: 'Till startsidan' }).click()
  await expect.poll(() => unsent(page), { timeout: 20_000 }).toBe(0)
  expect(await faultsOf(page, text)).toBe(1)
})

test('a screen whose script is gone leaves no white page', async ({ openAs }) => {
  const page = await openAs('anna', { path: '/dashboard/krishantering' })
  for (const path of ['/assets/main-gammal.js', '/gammal.js']) {
    const missing = await page.request.get(path)
    expect([path, missing.status()]).toEqual([path, 404])
    expect(await missing.text()).not.toContain('<html')
  }
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.route('**/assets/ScheduleScreen*', (route) => route.fulfill({ status: 404, body: 'Finns inte' }))
  await page.goto('/dashboard/schema')
  await expect(page.getByRole('heading', { name: 'Något gick fel.' })).toBeVisible()
  await page.unroute('**/assets/ScheduleScreen*')
  await page.getByRole('button', { name: 'Ladda om sidan' }).click()
  await expect(page.getByRole('heading', { name: 'Schema' })).toBeVisible()
})

test('an answer that is lost, and one that is cut in the middle, leave one record', async ({ line, ready }, info) => {
  test.slow()
  const page = await ready('anders')
  for (const fate of ['lost', 'broken'] as const) {
    const text = words(`Svaret kom bort: ${fate}`, info)
    const sent = line.arrived('/api/fordonskontroll/addfault')
    // More than once: the browser itself sends again what was lost on a connection that it had kept.
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

test('two tabs that come back at once send each thing once', { tag: '@prove' }, async ({ line, ready }, info) => {
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

test('what waits when the sign-in is gone goes when the same employee is back, and never in another one’s name', async ({
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
  // The provider no longer knows anybody either.
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

test('signing out asks about what waits, and wipes what was read', { tag: '@prove' }, async ({ line, ready }, info) => {
  test.slow()
  const page = await ready('lars-goran')
  line.spoil('/api/fordonskontroll/addfault', 'refused', 100)
  await reportFault(page, line.origin, words('Ska inte försvinna', info))
  await expect(keptOnPhone(page)).toBeVisible()
  await page.getByRole('button', { name: 'Meny' }).click()
  await page.getByRole('button', { name: 'Logga ut' }).click()
  const question = page.getByRole('dialog', { name: 'En rapport är inte skickad' })
  await question.getByRole('button', { name: 'Stanna kvar' }).click()
  await expect(question).toBeHidden()
  expect(await unsent(page)).toBe(1)
  await page.getByRole('button', { name: 'Logga ut' }).click()
  await question.getByRole('button', { name: 'Ta bort den och logga ut' }).click()
  await expect(page.getByText('Du är nu utloggad')).toBeVisible()
  expect(await unsent(page)).toBe(0)
  expect(await copies(page)).toEqual([])
})

test(
  'what the server refuses later says why, and is tried again or taken away by hand',
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

test('a new version is told, and taken without losing what waits or is half typed', async ({ line, ready }, info) => {
  test.slow()
  const page = await ready('henrik')
  const text = words('Väntar över en uppdatering', info)
  line.spoil('/api/fordonskontroll/addfault', 'refused', 100)
  await reportFault(page, line.origin, text)
  await expect(keptOnPhone(page)).toBeVisible()
  await page.goto(`${line.origin}/dashboard/nyavvikelse?typ=trafikinformation`)
  await page.getByLabel('Händelsebeskrivning').fill('Halvskriven')
  const old = await page.evaluate(
    () => (document.querySelector('#variant')?.textContent ?? '').match(/\d{8}\.\d+/)?.[0],
  )

  line.say('/version.txt', () => '20991231.7')
  line.say('/service-worker.js', (script) => `${script}\n// 20991231.7`)
  for (const path of ['/', '/login', '/callback', '/dashboard/nyavvikelse']) {
    line.say(path, (html) => html.replaceAll(old ?? '', '20991231.7'))
  }
  await page.evaluate(() => localStorage.setItem('gammalt', 'ja'))
  await page.goto(`${line.origin}/dashboard/nyavvikelse?typ=trafikinformation`)
  await expect(page.getByLabel('Händelsebeskrivning')).toHaveValue('Halvskriven')
  await expect(page.getByText('Det finns en ny version av appen')).toBeVisible()
  const loaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Uppdatera', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Uppdaterar..' })).toBeVisible()
  await loaded
  // Local storage is gone, and with it the sign-in, which the provider gives back.
  await expect(page.getByLabel('Händelsebeskrivning')).toHaveValue('Halvskriven')
  expect(await page.evaluate(() => localStorage.getItem('gammalt'))).toBeNull()
  expect(await page.evaluate(() => document.querySelector('#variant')?.textContent)).toContain('20991231.7')
  await expect(page.getByText('Det finns en ny version av appen')).toBeHidden()
  expect(await unsent(page)).toBe(1)
  line.spoil('/api/fordonskontroll/addfault', 'refused', 0)
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await expect.poll(() => unsent(page), { timeout: 20_000 }).toBe(0)
  expect(await faultsOf(page, text)).toBe(1)
})

test(
  'a worker that the server no longer has, or that is no script, is unregistered, and the page loaded anew',
  { tag: '@prove' },
  async ({ line, ready }) => {
    test.slow()
    const page = await ready('anna')
    line.say('/service-worker.js', () => '<!doctype html>', 'text/html')
    const again = page.waitForEvent('load').then(() => page.waitForEvent('load'))
    await page.goto(`${line.origin}/dashboard/start`)
    await again
    await expect(page.getByRole('button', { name: /^Bekräfta/ })).toBeVisible()
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
  },
)

test(
  'a portal that is killed in the middle of a save, and started again, has it once',
  { tag: '@prove' },
  async ({ line, ready }, info) => {
    test.setTimeout(120_000)
    const folder = await mkdtemp(join(tmpdir(), 'linjen-e2e-killed-'))
    let portal = await startPortal(folder)
    try {
      line.leadTo(portal.port)
      const page = await ready('emil')
      const text = words('Portalen dog mitt i', info)
      line.spoil('/api/fordonskontroll/addfault', 'lost', 100)
      await reportFault(page, line.origin, text)
      await expect(keptOnPhone(page)).toBeVisible()
      portal.process.kill('SIGKILL')
      await once(portal.process, 'exit')
      portal = await startPortal(folder)
      line.leadTo(portal.port)
      line.spoil('/api/fordonskontroll/addfault', 'lost', 0)
      await page.evaluate(() => dispatchEvent(new Event('focus')))
      await expect.poll(() => unsent(page), { timeout: 40_000 }).toBe(0)
      expect(await faultsOf(page, text)).toBe(1)
    } finally {
      portal.process.kill('SIGKILL')
      await rm(folder, { recursive: true, force: true })
    }
  },
)

/** A portal of its own, on a port of its own. */
async function startPortal(folder: string): Promise<{ process: ChildProcess; port: number }> {
  const portal = spawn(process.execPath, ['app/server/main.ts'], {
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1', DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  for await (const part of portal.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    said += String(part)
    const started = /Linjen är igång: \S+:(\d+)/.exec(said)
    if (!started) continue
    portal.stdout.resume()
    return { process: portal, port: Number(started[1]) }
  }
  throw new Error(`the portal did not start: ${said}`)
}

test('a restart of the browser keeps what waits', { tag: '@prove' }, async ({ playwright, line }, info) => {
  test.slow()
  const folder = info.outputPath('phone')
  const { launchOptions } = info.project.use
  const open = () =>
    playwright.chromium.launchPersistentContext(folder, {
      ...launchOptions,
      serviceWorkers: 'allow',
      locale: 'sv-SE',
      timezoneId: 'Europe/Stockholm',
      viewport: info.project.use.viewport ?? null,
    })
  const text = words('Överlever en omstart', info)
  let phone = await open()
  let page = phone.pages()[0] ?? (await phone.newPage())
  await signInOver(page, line, 'roger')
  await settled(page)
  line.cut()
  await reportFault(page, line.origin, text)
  await expect(keptOnPhone(page)).toBeVisible()
  await phone.close()
  phone = await open()
  page = phone.pages()[0] ?? (await phone.newPage())
  await page.goto(`${line.origin}/dashboard/start`)
  await expect(page.getByText(/En sak väntar på att skickas/)).toBeVisible()
  await backOnline(page, line)
  await expect.poll(() => unsent(page), { timeout: 20_000 }).toBe(0)
  expect(await faultsOf(page, text)).toBe(1)
  await phone.close()
})
