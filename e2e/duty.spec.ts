import type { Page, Route } from '@playwright/test'
import { unconfirmedDuty } from './next-duty.ts'
import { serverFails } from './portal.ts'
import { expect, test } from './sign-in.ts'

// Both widths run at once on one portal: each uses its own driver.
const driverOf = (project: string) => (project === 'phone' ? 'anna' : 'jonas')

const card = (page: Page, name: RegExp | string) => page.getByRole('region', { name })

test(
  'the driver confirms the next duty, withdraws the confirmation, and finds the same after a reload',
  { tag: '@wide' },
  async ({ openAs }, info) => {
    const page = await openAs(driverOf(info.project.name))
    const duty = await unconfirmedDuty(page)
    await duty.getByRole('button', { name: 'Bekräfta', exact: true }).click()
    await expect(duty.getByRole('button', { name: 'Bekräftat', exact: true })).toBeVisible()
    // A confirmed duty shows when it was confirmed and a button that withdraws the confirmation.
    await expect(duty).toContainText(/Bekräftat\d\d:\d\dÅngra/)
    await page.reload()
    await expect(duty.getByRole('button', { name: 'Bekräftat', exact: true })).toBeVisible()
    await duty.getByRole('button', { name: 'Ångra', exact: true }).click()
    await expect(duty.getByRole('button', { name: 'Bekräfta', exact: true })).toBeVisible()
  },
)

test('a double tap confirms once and stays confirmed', { tag: '@wide' }, async ({ openAs }, info) => {
  const page = await openAs(info.project.name === 'phone' ? 'bertil' : 'ida')
  const duty = await unconfirmedDuty(page)
  const accepts: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/bpl/schema/accept')) accepts.push(request.postData() ?? '')
  })
  await duty.getByRole('button', { name: 'Bekräfta', exact: true }).dblclick()
  await expect(duty.getByRole('button', { name: 'Bekräftat', exact: true })).toBeVisible()
  expect(accepts).toHaveLength(1)
})

test(
  'while it is being saved the button says so; a failure is reported and does not change the duty',
  { tag: '@wide' },
  async ({ openAs }, info) => {
    const page = await openAs(info.project.name === 'phone' ? 'cecilia' : 'gunilla')
    test.skip(info.project.name === 'phone', 'cecilia drives no bus')
    let answer: (() => void) | undefined
    await page.route('**/api/bpl/schema/accept', async (route) => {
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      await route.fulfill(serverFails)
    })
    const duty = card(page, /^(Nästa|Pågående) tjänst$/)
    await duty.getByRole('button', { name: 'Bekräfta', exact: true }).click()
    await expect(duty.getByRole('button', { name: 'Sparar..' })).toBeVisible()
    // The confirmation goes through the phone's outbox first.
    await expect.poll(() => answer !== undefined).toBe(true)
    answer?.()
    await expect(page.getByText('Skicka acceptera uppdrag misslyckades')).toBeVisible()
    await expect(duty.getByRole('button', { name: 'Bekräfta', exact: true })).toBeEnabled()
  },
)

for (const [how, days] of [
  ['ahead', 4],
  ['behind', -4],
] as const) {
  test(
    `a phone whose clock is days ${how} shows the next duty according to the server`,
    { tag: '@wide' },
    async ({ openAs }, info) => {
      const page = await openAs(driverOf(info.project.name), { path: '/dashboard/schema' })
      await page.clock.setSystemTime(Date.now() + days * 86_400_000)
      await page.goto('/dashboard/start')
      const duty = card(page, /^(Nästa|Pågående) tjänst$/)
      await expect(duty.getByRole('button', { name: /^Bekräfta/ })).toBeEnabled()
      await page.reload()
      await expect(duty.getByRole('button', { name: /^Bekräfta/ })).toBeEnabled()
      await expect(page.getByText('Du har ingen planerad tjänst.')).toBeHidden()
    },
  )
}

test('the time report is submitted and withdrawn', { tag: '@wide' }, async ({ openAs }, info) => {
  const page = await openAs(driverOf(info.project.name))
  const report = card(page, 'Tidrapport')
  await expect(report.getByText('Öppen')).toBeVisible()
  await report.getByRole('button', { name: 'Lämna in' }).click()
  await expect(report.getByRole('button', { name: 'Inlämnad' })).toBeVisible()
  await page.reload()
  await report.getByRole('button', { name: 'Inlämnad' }).click()
  await expect(report.getByRole('button', { name: 'Lämna in' })).toBeVisible()
})

for (const apart of [250, 400, 700]) {
  test(
    `taps ${apart} ms apart confirm, and do not withdraw the confirmation`,
    { tag: '@wide' },
    async ({ openAs }, info) => {
      test.skip(info.project.name !== 'phone', 'a thumb')
      const page = await openAs({ 250: 'zahra', 400: 'emil', 700: 'birgitta' }[apart] ?? '')
      const duty = await unconfirmedDuty(page)
      const button = duty.getByRole('button', { name: /^(Bekräfta|Sparar\.\.|Bekräftat)$/ })
      // Taps at the same place like a thumb, whatever the button shows meanwhile.
      await button.evaluate(async (element, pause) => {
        const { x, y } = element.getBoundingClientRect()
        for (let tap = 0; tap < 3; tap++) {
          document
            .elementFromPoint(x + 20, y + 20)
            ?.closest('button')
            ?.click()
          await new Promise((resolve) => setTimeout(resolve, pause))
        }
      }, apart)
      await expect(duty.getByRole('button', { name: 'Bekräftat', exact: true })).toBeVisible()
      await page.reload()
      await expect(duty.getByRole('button', { name: 'Bekräftat', exact: true })).toBeVisible()
    },
  )
}

test('a withdrawn confirmation says so, and can be restored', { tag: '@wide' }, async ({ openAs }, info) => {
  const page = await openAs(info.project.name === 'phone' ? 'per-olov' : 'linnea')
  const duty = await unconfirmedDuty(page)
  await duty.getByRole('button', { name: 'Bekräfta', exact: true }).click()
  const confirmed = duty.getByRole('button', { name: 'Bekräftat', exact: true })
  await expect(confirmed).toHaveAccessibleDescription('Tryck igen för att ångra')
  await expect(duty.getByRole('status').filter({ hasText: 'Tjänsten är bekräftad.' })).toBeAttached()
  // A tap within two seconds after a save does nothing.
  await page.reload()
  await confirmed.dblclick()
  await expect(duty.getByRole('status').filter({ hasText: 'Bekräftelsen är ångrad.' })).toBeVisible()
  await expect(duty.getByRole('button', { name: 'Bekräfta', exact: true })).toBeVisible()
  // A tap on the offered remedy is no second tap on 'Ångra'.
  await duty.getByRole('button', { name: 'Bekräfta igen' }).click()
  await expect(confirmed).toBeVisible()
  await expect(duty.getByText('Bekräftelsen är ångrad.')).toBeHidden()
})

test('a refused confirmation shows the server’s message', { tag: '@wide' }, async ({ openAs }, info) => {
  const page = await openAs(driverOf(info.project.name))
  const reason = 'Tjänsten har redan slutat.'
  await page.route('**/api/bpl/schema/accept', (route) =>
    route.fulfill({
      status: 400,
      json: {
        result: null,
        timestamp: '',
        errorMessage: 'Uppgifterna kunde inte sparas.',
        modelState: { x: [reason] },
      },
    }),
  )
  const duty = card(page, /^(Nästa|Pågående) tjänst$/)
  await duty.getByRole('button', { name: /^Bekräfta(t)?$/ }).click()
  await expect(duty.getByRole('alert')).toHaveText(reason)
})

test('a duty that was replaced meanwhile is loaded anew, and the driver told to read it', async ({ openAs }, info) => {
  const page = await openAs(info.project.name === 'phone' ? 'anna' : 'jonas')
  const duty = await unconfirmedDuty(page)
  const accepted: number[] = []
  await page.route('**/api/bpl/schema/accept', async (route) => {
    accepted.push((route.request().postDataJSON() as { schemaPostId: number }).schemaPostId)
    await route.fulfill({
      status: accepted.length === 1 ? 404 : 400,
      json: { result: null, timestamp: '', errorMessage: 'Det du söker finns inte.' },
    })
  })
  await page.route('**/api/bpl/aktuelltuppdrag', async (route) => {
    const response = await route.fetch()
    const { result, ...rest } = (await response.json()) as { result: { passStartSchemapostId: number } }
    const replaced = { ...result, passStartSchemapostId: result.passStartSchemapostId + 1 }
    await route.fulfill({ response, json: { ...rest, result: replaced } })
  })
  const confirm = duty.getByRole('button', { name: 'Bekräfta', exact: true })
  await confirm.click()
  await expect(duty.getByText('Tjänsten har ändrats. Läs igenom den och bekräfta igen.')).toBeVisible()
  await expect(duty.getByText('Det du söker finns inte.')).toHaveCount(0)
  // The tap confirmed the former duty. The new one needs another tap.
  expect(accepted).toHaveLength(1)
  await confirm.click()
  await expect.poll(() => accepted).toEqual([accepted[0], accepted[0]! + 1])
})

test('a load that fails says so, warns, and can be tried again', { tag: '@wide' }, async ({ openAs }, info) => {
  const page = await openAs(driverOf(info.project.name), { path: '/dashboard/userinfo' })
  const call = '**/api/bpl/aktuelltuppdrag'
  let answers = false
  await page.route(call, (route) => (answers ? route.continue() : route.fulfill(serverFails)))
  // Removes the phone's copy.
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.endsWith('aktuelltuppdrag')) localStorage.removeItem(key)
  })
  await page.goto('/dashboard/start')
  await expect(page.getByText('Hämta aktuellt uppdrag misslyckades')).toBeVisible()
  await expect(page.getByText('Ett fel inträffade')).toBeVisible()
  // A screen reader announces the failure once, from the list of warnings.
  await expect(page.getByRole('alert')).toHaveCount(0)
  // The screen also tries again by itself, perhaps at this moment. The key press is then ignored.
  const waiting: Route[] = []
  await page.route(call, (route) => (answers ? route.fallback() : void waiting.push(route)))
  await page.getByRole('button', { name: 'Försök igen' }).first().press('Enter')
  await expect.poll(() => waiting.length).toBeGreaterThan(0)
  answers = true
  for (const route of waiting) await route.continue()
  // The call that was held may have been the screen's own attempt, with the key press ignored. So the key is pressed
  // again.
  const again = page.getByRole('button', { name: 'Försök igen' }).first()
  await expect(async () => {
    await again.press('Enter', { timeout: 1000 }).catch(() => undefined)
    await expect(card(page, /^(Nästa|Pågående) tjänst$/)).toBeVisible({ timeout: 3000 })
  }).toPass()
  await expect(page.getByText('Hämta aktuellt uppdrag misslyckades')).toBeHidden()
})

test('a view that crashes leaves the shell standing', { tag: '@wide' }, async ({ openAs }, info) => {
  const page = await openAs(driverOf(info.project.name), { path: '/dashboard/schema' })
  await page.route('**/api/bpl/schema*', (route) => route.fulfill({ json: { result: {}, timestamp: '' } }))
  await page.reload()
  await expect(page.getByText('Något gick fel.')).toBeVisible()
  await page.getByRole('navigation').getByRole('link', { name: 'Hem', exact: true }).click()
  await expect(card(page, 'Tidrapport')).toBeVisible()
})
