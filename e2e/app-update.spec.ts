// A new version, a reset and a missing worker: the app starts over, and unsent reports stay.
import { driverWhoseRunLasts } from './driver.ts'
import { backOnline, copies, faultsOf, keptOnPhone, reportFault, test, unsent, words } from './phone.ts'
import { expect } from './sign-in.ts'

test('what waits survives a reset of the app', { tag: '@prove' }, async ({ line, ready }, info) => {
  test.slow()
  const page = await ready('marta')
  const text = words('Överlever en återställning', info)
  line.spoil('/api/fordonskontroll/addfault', 'refused', 100)
  await reportFault(page, line.origin, text)
  await expect(keptOnPhone(page)).toBeVisible()
  await page.goto(`${line.origin}/dashboard/help`)
  await expect(page.getByText(/det som väntar på att skickas, ligger kvar på (telefonen|datorn)/)).toBeVisible()
  await page.getByRole('button', { name: 'Återställ', exact: true }).click()
  await expect(page.getByText('Appen är nu återställd')).toBeVisible()
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
  expect(await copies(page)).toEqual([])
  expect(await unsent(page)).toBe(1)
  line.spoil('/api/fordonskontroll/addfault', 'refused', 0)
  await page.getByRole('link', { name: 'Till startsidan' }).click()
  // The sign-in is restored by the provider, whose session is still open.
  await expect(page.getByRole('link', { name: 'Vid kris klicka här' })).toBeVisible()
  await expect.poll(() => unsent(page), { timeout: 20_000 }).toBe(0)
  expect(await faultsOf(page, text)).toBe(1)
})

test('a new version is announced, and installed without losing what waits or is half typed', async ({
  line,
  ready,
}, info) => {
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
  // A reply to the workshop or the office (core/cases/web/drafts.ts).
  const reply = await page.evaluate(() => {
    const [user = ''] = Object.keys(localStorage).filter((key) => key.startsWith('oidc.user:'))
    const { profile } = JSON.parse(localStorage.getItem(user) ?? '') as { profile: { sub: string } }
    const key = `linjen.case.${profile.sub}.svar.F-1151.answer`
    sessionStorage.setItem(key, 'Bromsen tar igen')
    return key
  })
  await page.goto(`${line.origin}/dashboard/nyavvikelse?typ=trafikinformation`)
  await expect(page.getByLabel('Händelsebeskrivning')).toHaveValue('Halvskriven')
  await expect(page.getByText('Det finns en ny version av appen')).toBeVisible()
  line.cut()
  await page.getByRole('button', { name: 'Uppdatera', exact: true }).click()
  await expect(page.getByText('Uppdateringen kräver täckning. Försök igen när du har det.')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('gammalt'))).toBe('ja')
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(1)
  line.mend()
  const loaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Uppdatera', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Uppdaterar..' })).toBeVisible()
  await loaded
  // Local storage has been cleared, and the stored sign-in with it. The provider restores the sign-in.
  await expect(page.getByLabel('Händelsebeskrivning')).toHaveValue('Halvskriven')
  expect(await page.evaluate((key) => sessionStorage.getItem(key), reply)).toBe('Bromsen tar igen')
  expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain('linjen.started-over')
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
  'a report made while the app is being updated is kept, and sent',
  { tag: '@prove' },
  async ({ line, ready }, info) => {
    test.slow()
    const page = await ready('henrik')
    const text = words('Mitt i en uppdatering', info)
    line.say('/version.txt', () => '20991231.7')
    line.spoil('/api/fordonskontroll/addfault', 'refused', 100)
    await page.goto(`${line.origin}/dashboard/fordonskontroll`)
    await page.getByRole('button', { name: 'Uppdatera', exact: true }).click()
    const loaded = page.waitForEvent('load')
    await page.getByRole('combobox', { name: 'Fordon' }).fill('Buss 2115')
    await page.getByLabel('Kategori').selectOption({ index: 1 })
    await page.getByLabel('Felrapport', { exact: true }).fill(text)
    await page.getByRole('button', { name: /^Skicka/ }).click()
    await expect(keptOnPhone(page)).toBeVisible()
    await loaded
    await expect(page.getByRole('heading', { name: 'Mina felrapporter' })).toBeVisible()
    line.spoil('/api/fordonskontroll/addfault', 'refused', 0)
    await expect.poll(() => unsent(page), { timeout: 20_000 }).toBe(0)
    expect(await faultsOf(page, text)).toBe(1)
  },
)

test(
  'a worker that the server no longer has, or that is not a script, is unregistered, and the page reloaded',
  { tag: '@prove' },
  async ({ line, ready }) => {
    test.slow()
    const page = await ready(driverWhoseRunLasts(['anna', 'tesfaye']))
    line.say('/service-worker.js', () => '<!doctype html>', 'text/html')
    const again = page.waitForEvent('load').then(() => page.waitForEvent('load'))
    await page.goto(`${line.origin}/dashboard/start`)
    await again
    await expect(page.getByRole('button', { name: /^Bekräfta/ })).toBeVisible()
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
  },
)

test('a new worker that waits, or could not be installed, does not affect the old page', async ({ line, ready }) => {
  test.slow()
  const page = await ready(driverWhoseRunLasts(['sirpa', 'anna']))
  const main = /main-[\w-]+\.js/.exec((await page.locator('#main').getAttribute('href')) ?? '')?.[0]
  const newer = (text: string) => text.replaceAll(main ?? '', 'main-nyare.js')
  line.say('/', newer)
  line.say('/service-worker.js', newer)
  line.say('/assets/main-nyare.js', () => 'document.title = "Nyare"', 'text/javascript')
  const opens = async () => {
    line.cut()
    await page.goto(`${line.origin}/dashboard/start`)
    await expect(page.getByRole('button', { name: /^Bekräfta/ })).toBeVisible()
    await backOnline(page, line)
  }
  const update = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration()
      const found = await registration?.update()
      const worker = found?.installing ?? found?.waiting
      if (worker?.state === 'installing') {
        await new Promise((resolve) => worker.addEventListener('statechange', resolve, { once: true }))
      }
      return worker?.state
    })

  line.spoil('/assets/main-nyare.js', 'refused', 100)
  expect(await update()).toBe('redundant')
  await opens()
  line.spoil('/assets/main-nyare.js', 'refused', 0)
  expect(await update()).toBe('installed')
  await opens()
})
