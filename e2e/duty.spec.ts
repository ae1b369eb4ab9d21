import type { Page } from '@playwright/test'
import { serverFails } from './portal.ts'
import { expect, test } from './sign-in.ts'

// Both widths run at once on one portal: each has a driver of its own.
const driverOf = (project: string) => (project === 'phone' ? 'anna' : 'jonas')

const card = (page: Page, name: RegExp | string) => page.getByRole('region', { name })

test('the driver confirms the next duty, takes it back, and finds it so after a reload', async ({ openAs }, info) => {
  const page = await openAs(driverOf(info.project.name))
  const duty = card(page, /^(Nästa|Pågående) tjänst$/)
  await duty.getByRole('button', { name: 'Bekräfta', exact: true }).click()
  await expect(duty.getByRole('button', { name: 'Bekräftat', exact: true })).toBeVisible()
  await page.reload()
  await duty.getByRole('button', { name: 'Bekräftat', exact: true }).click()
  await expect(duty.getByRole('button', { name: 'Bekräfta', exact: true })).toBeVisible()
})

test('a double tap confirms once and stays confirmed', async ({ openAs }, info) => {
  const page = await openAs(info.project.name === 'phone' ? 'bertil' : 'ida')
  const accepts: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/bpl/schema/accept')) accepts.push(request.postData() ?? '')
  })
  const duty = card(page, /^(Nästa|Pågående) tjänst$/)
  await duty.getByRole('button', { name: 'Bekräfta', exact: true }).dblclick()
  await expect(duty.getByRole('button', { name: 'Bekräftat', exact: true })).toBeVisible()
  expect(accepts).toHaveLength(1)
})

test('while it is being saved the button says so; a failure is told and leaves the duty as it was', async ({
  openAs,
}, info) => {
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
  // It goes by the phone's outbox first.
  await expect.poll(() => answer !== undefined).toBe(true)
  answer?.()
  await expect(page.getByText('Skicka acceptera uppdrag misslyckades')).toBeVisible()
  await expect(duty.getByRole('button', { name: 'Bekräfta', exact: true })).toBeEnabled()
})

test('the time report is handed in and taken back', async ({ openAs }, info) => {
  const page = await openAs(driverOf(info.project.name))
  const report = card(page, 'Tidrapport')
  await expect(report.getByText('Öppen')).toBeVisible()
  await report.getByRole('button', { name: 'Lämna in' }).click()
  await expect(report.getByRole('button', { name: 'Inlämnad' })).toBeVisible()
  await page.reload()
  await report.getByRole('button', { name: 'Inlämnad' }).click()
  await expect(report.getByRole('button', { name: 'Lämna in' })).toBeVisible()
})

test('a load that fails says so, warns, and can be tried again', async ({ openAs }, info) => {
  const page = await openAs(driverOf(info.project.name), { path: '/dashboard/schema' })
  let down = true
  await page.route('**/api/bpl/aktuelltuppdrag', (route) => (down ? route.fulfill(serverFails) : route.continue()))
  await page.goto('/dashboard/start')
  await expect(page.getByText('Hämta aktuellt uppdrag misslyckades')).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: 'Ett fel inträffade' })).toBeVisible()
  down = false
  await page.getByRole('button', { name: 'Försök igen' }).first().click()
  await expect(card(page, /^(Nästa|Pågående) tjänst$/)).toBeVisible()
  await expect(page.getByText('Hämta aktuellt uppdrag misslyckades')).toBeHidden()
})

test('a view that crashes leaves the shell standing', async ({ openAs }, info) => {
  const page = await openAs(driverOf(info.project.name), { path: '/dashboard/schema' })
  await page.route('**/api/bpl/schema*', (route) =>
    route.fulfill({ json: { result: [{ starttid: null }], timestamp: '' } }),
  )
  await page.reload()
  await expect(page.getByText('Något gick fel.')).toBeVisible()
  await page.getByRole('navigation').getByRole('link', { name: 'Hem', exact: true }).click()
  await expect(card(page, 'Tidrapport')).toBeVisible()
})
