import type { Page } from '@playwright/test'
import { instantsOf } from '../platform/contract/instants.ts'
import { addDays, defaultTimeZone } from '../platform/contract/wall-clock.ts'
import { expectNoViolations } from './accessible.ts'
import { draftsOnPhone } from './drafts.ts'
import { dateOf, driverAtWork } from './driver.ts'
import { expect, test } from './sign-in.ts'

test('the day is shown simple and detailed, with and without positioning', async ({ openAs }, info) => {
  const page = await openAs(driverAtWork(info), { path: '/dashboard/minauppdrag' })
  const wide = info.project.name === 'desktop'
  const list = wide ? page.getByRole('table', { name: 'Uppdrag' }) : page.getByRole('list', { name: 'Uppdrag' })
  await expect(list.getByText(/^Tomkörning/).first()).toBeVisible()
  await page.getByRole('switch', { name: 'Fram-/återkörningar' }).click()
  await expect(list.getByText(/^Tomkörning/)).toHaveCount(0)
  await expect(list.getByText(/^Linjekörning/).first()).toBeVisible()
  if (wide) {
    const heads = list.getByRole('columnheader')
    await expect(heads).toContainText(['Datum', 'Start', 'Avg.tid', 'Slut', 'Beskrivning', 'Fordon', 'Notering'])
    await page.getByRole('switch', { name: 'Detaljer' }).click()
    for (const head of ['Tjänst', 'Startplats', 'Slutplats']) {
      await expect(list.getByRole('columnheader', { name: head })).toBeVisible()
    }
  } else {
    await page.getByRole('switch', { name: 'Detaljer' }).click()
    await expect(list.getByText(/^Tjänst \d+/).first()).toBeVisible()
  }
})

test('another date is typed, stepped to and picked from the calendar', async ({ openAs }) => {
  const page = await openAs('anna', { path: '/dashboard/minauppdrag' })
  const date = page.getByLabel('Datum', { exact: true })
  const today = await date.inputValue()
  await page.getByRole('button', { name: 'Nästa dag' }).click()
  await expect(date).not.toHaveValue(today)
  await date.fill('2026-02-31')
  await expect(page.getByText('Datum har fel format')).toBeVisible()
  await date.fill('19990101')
  await expect(date).toHaveValue('1999-01-01')
  await expect(page.getByText('Felaktigt årtal')).toBeVisible()
  await date.fill(today)
  await page.getByRole('button', { name: 'Öppna kalendern' }).click()
  const calendar = page.getByRole('dialog', { name: 'Välj datum' })
  await calendar.getByRole('gridcell', { name: /15/ }).getByRole('button').click()
  await expect(calendar).toBeHidden()
  await expect(date).toHaveValue(`${today.slice(0, 8)}15`)
})

test(
  'Uppdrag in the bar leads back to today from a linked and from a chosen day',
  { tag: '@wide' },
  async ({ openAs }, info) => {
    const page = await openAs(driverAtWork(info), { path: '/dashboard/minauppdrag' })
    const date = page.getByLabel('Datum', { exact: true })
    const tab = page.getByRole('navigation').getByRole('link', { name: /^(Mina u|U)ppdrag$/ })
    await expect(date).toHaveValue(/^\d{4}-/)
    const today = await date.inputValue()
    const linked = addDays(today, 3)
    await page.goto(`/dashboard/minauppdrag?datum=${linked}`)
    await expect(date).toHaveValue(linked)
    await page.getByRole('button', { name: 'Nästa dag' }).click()
    await expect(date).toHaveValue(addDays(linked, 1))
    await tab.click()
    await expect(date).toHaveValue(today)
    await page.getByRole('button', { name: 'Nästa dag' }).click()
    await expect(date).toHaveValue(addDays(today, 1))
    await tab.click()
    await expect(date).toHaveValue(today)
  },
)

/** '05:42' two minutes after '05:40'. */
const later = (clock: string, minutes: number) =>
  new Date(Date.parse(`2026-01-01T${clock}Z`) + minutes * 60_000).toISOString().slice(11, 16)

test('a row opens its report-back, which is saved with the duty', async ({ openAs }, info) => {
  const page = await openAs(driverAtWork(info, 'yesterday'), { path: '/dashboard/minauppdrag' })
  const note = `Kö vid järnvägen (${info.project.name})`
  await page.getByLabel('Datum', { exact: true }).fill(dateOf('yesterday'))
  await expect(page.getByText('Klicka på en rad för att återrapportera')).toBeVisible()
  const row = page.getByRole('button', { name: /^Återrapportera .*Linjekörning/ }).first()
  // A row that can be opened has an icon that shows it, on a phone too.
  const line = page
    .getByRole(info.project.name === 'phone' ? 'listitem' : 'row')
    .filter({ has: row })
    .last()
  await expect(line.locator('svg').last()).toBeVisible()
  const planned = await row.evaluate(
    (button) => /\d\d:\d\d/.exec(button.textContent + (button.ariaLabel ?? ''))?.[0] ?? '',
  )
  await row.click()
  const dialog = page.getByRole('dialog', { name: 'Återrapportera' })
  await dialog.getByLabel('Faktisk starttid').fill('25:00')
  await expect(dialog.getByText('Tid har fel format')).toBeVisible()
  const [start, end] = [later(planned, 2), later(planned, 33)]
  await dialog.getByLabel('Faktisk starttid').fill(start.replace(':', ''))
  await dialog.getByLabel('Faktisk sluttid').fill(end)
  await dialog.getByLabel('Notering').fill(note)
  await dialog.getByRole('button', { name: 'Spara' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(note)).toBeVisible()
  await expect(page.getByText(`Återrapporterad ${start}–${end}`).first()).toBeVisible()

  // An unlikely time is not refused: the employee is asked to confirm it. The form is filled with the reported times.
  await row.click()
  await expect(dialog.getByLabel('Faktisk starttid')).toHaveValue(start)
  const much = later(planned, 5 * 60)
  await dialog.getByLabel('Faktisk sluttid').fill(much)
  await dialog.getByRole('button', { name: 'Spara' }).click()
  await expect(dialog.getByText('Stämmer det?')).toBeVisible()
  await expect(dialog.getByText(/^Sluttiden .* är mer än två timmar efter den planerade\.$/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Ändra' }).click()
  await expect(dialog.getByText('Stämmer det?')).toBeHidden()
  await dialog.getByRole('button', { name: 'Spara' }).click()
  await dialog.getByRole('button', { name: 'Ja, det stämmer' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(`Återrapporterad ${start}–${much}`).first()).toBeVisible()
})

test('the draft of a report-back survives a reload, until it is discarded', async ({ openAs }, info) => {
  const page = await openAs(driverAtWork(info, 'yesterday'), { path: '/dashboard/minauppdrag' })
  const row = page.getByRole('button', { name: /^Återrapportera .*Linjekörning/ }).last()
  const dialog = page.getByRole('dialog', { name: 'Återrapportera' })
  const note = dialog.getByLabel('Notering')
  const open = async () => {
    await page.getByLabel('Datum', { exact: true }).fill(dateOf('yesterday'))
    await row.click()
  }
  await open()
  const planned = await dialog.getByLabel('Faktisk sluttid').inputValue()
  const [noteBefore, late] = [await note.inputValue(), later(planned, 7)]
  await dialog.getByLabel('Faktisk sluttid').fill(late)
  await note.fill('Halvskriven')
  await expect.poll(async () => (await draftsOnPhone(page))[0]?.value.fields.notering).toBe('Halvskriven')
  await page.reload()
  await open()
  await expect(dialog.getByText('Ditt påbörjade utkast är kvar.')).toBeVisible()
  await expect(dialog.getByLabel('Faktisk sluttid')).toHaveValue(late)
  await expect(note).toHaveValue('Halvskriven')
  await dialog.getByRole('button', { name: 'Avbryt' }).click()
  await expect(dialog).toBeHidden()
  await row.click()
  await expect(note).toHaveValue(noteBefore)
  await expect(dialog.getByLabel('Faktisk sluttid')).toHaveValue(planned)
  expect(await draftsOnPhone(page)).toEqual([])
})

/** Opens 'Mina uppdrag' in Väst on the day of gunilla's current duty, so that the list has rows. */
async function onDutyDay(page: Page): Promise<void> {
  const current = page.waitForResponse('**/api/bpl/aktuelltuppdrag')
  await page.getByRole('navigation').getByRole('link', { name: 'Hem', exact: true }).click()
  const { result } = (await (await current).json()) as { result: { datum: string } }
  await page.goto(page.url().replace('start', 'minauppdrag'))
  await page.getByLabel('Datum', { exact: true }).fill(result.datum)
}

test('if the variant has a scheduling system, a row opens it with a token', async ({ openAs }) => {
  const page = await openAs('gunilla', { host: 'vast.localhost', path: '/dashboard/schema' })
  await page.context().route('https://*.example/**', (route) => route.fulfill({ body: 'planering' }))
  await onDutyDay(page)
  const row = page.getByRole('button', { name: /^Återrapportera/ }).first()
  await expect(page.getByText('Klicka på en rad för att återrapportera')).toBeVisible()
  const [popup] = await Promise.all([page.waitForEvent('popup'), row.click()])
  const address = new URL(popup.url())
  expect(address.searchParams.get('username')).toBe('gunilla')
  expect(address.searchParams.get('token')).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
  expect(address.searchParams.get('returnUrl')).toContain('/dashboard/minauppdrag')
})

test('a token that has been in a pocket too long opens nothing until a new one has come', async ({ openAs }) => {
  const page = await openAs('gunilla', { host: 'vast.localhost', path: '/dashboard/schema' })
  await page.clock.install()
  await onDutyDay(page)
  const usable = page.getByText('Klicka på en rad för att återrapportera')
  await expect(usable).toBeVisible()
  const date = page.getByLabel('Datum', { exact: true })
  const dutyDay = await date.inputValue()
  await page.getByRole('navigation').getByRole('link', { name: 'Hem', exact: true }).click()
  await expect(usable).toHaveCount(0)
  await page.clock.fastForward('04:30')
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route('**/api/bpl/linktoken/', async (route) => {
    await held
    await route.continue()
  })
  await page.goBack()
  await date.fill(dutyDay)
  const row = page.getByRole('button', { name: /^Återrapportera/ }).first()
  await expect(row).toBeDisabled()
  await expect(row).toHaveAccessibleDescription('Laddar..')
  letGo()
  await expect(usable).toBeVisible()
  await expect(row).toBeEnabled()
})

test('if its token cannot be fetched, the rows are inactive and say why, also by keyboard; then it is tried again', async ({
  openAs,
}) => {
  const page = await openAs('gunilla', { host: 'vast.localhost', path: '/dashboard/schema' })
  await page.context().route('https://*.example/**', (route) => route.fulfill({ body: 'planering' }))
  await page.route('**/api/bpl/linktoken/', (route) => route.abort())
  await onDutyDay(page)
  const why = 'Återrapporteringen kan inte öppnas just nu: planeringssystemet svarar inte.'
  await expect(page.getByText(why)).toBeVisible()
  const row = page.getByRole('button', { name: /^Återrapportera/ }).first()
  await expect(row).toBeDisabled()
  await expect(row).toHaveAccessibleDescription(why)
  await expectNoViolations(page)

  // Neither a click nor Enter opens a tab or the portal's own form.
  await row.focus()
  await expect(row).toBeFocused()
  await page.keyboard.press('Enter')
  await row.click({ force: true })
  expect(page.context().pages()).toHaveLength(1)
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.unroute('**/api/bpl/linktoken/')
  await page.getByRole('main').getByRole('button', { name: 'Försök igen' }).click()
  await expect(page.getByText(why)).toHaveCount(0)
  const [popup] = await Promise.all([page.waitForEvent('popup'), row.click()])
  expect(new URL(popup.url()).searchParams.get('username')).toBe('gunilla')
})

test('the schedule lists a month, and no year out of range', async ({ openAs }, info) => {
  const page = await openAs('anna', { path: '/dashboard/schema?vy=lista' })
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/bpl/schema?')) asked.push(new URL(request.url()).search)
  })
  const list =
    info.project.name === 'desktop'
      ? page.getByRole('table', { name: 'Schema' }).getByRole('row')
      : page.getByRole('list', { name: 'Schema' }).getByRole('listitem')
  await expect.poll(() => list.count()).toBeGreaterThan(10)
  await page.getByLabel('År').fill('1999')
  await expect(page.getByText('Felaktigt årtal')).toBeVisible()
  expect(asked.filter((search) => search.includes('1999'))).toEqual([])
  const month = page.getByLabel('Månad')
  const other = (await month.inputValue()) === '1' ? '2' : '1'
  await month.selectOption(other)
  await expect.poll(() => asked.some((search) => new URLSearchParams(search).get('month') === other)).toBe(true)
})

test('on the first of a month the schedule opens on the previous month until its last duty has ended', async ({
  openAs,
}) => {
  const page = await openAs('anna', { path: '/dashboard/start' })
  const now = new Date()
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString().slice(0, 10)
  const last = new Date(Date.parse(first) - 86_400_000).toISOString().slice(0, 10)
  const night = {
    datum: last,
    starttid: `${first}T00:10:00`,
    sluttid: `${first}T08:00:00`,
    starttidDayName: '',
    passId: 1,
    tjanst: '900',
    linjer: [],
    startplats: '',
    slutplats: '',
    startForskjutning: '+01:00',
    slutForskjutning: '+01:00',
  }
  await page.route('**/api/bpl/schema?*', (route) => {
    const { searchParams } = new URL(route.request().url())
    const ofLast = Number(searchParams.get('month')) === Number(last.slice(5, 7))
    const result = ofLast ? [{ ...night, beskrivning: 'Tjänst 900, linje 7' }] : []
    return route.fulfill({ json: { result, timestamp: '' } })
  })
  await page.clock.setSystemTime(instantsOf(defaultTimeZone, `${first}T00:03:00`)[0])
  await page.goto('/dashboard/schema?vy=lista')
  await expect(page.getByLabel('Månad')).toHaveValue(String(Number(last.slice(5, 7))))
  await expect(page.getByText('00:10 +1')).toBeVisible()
  await expect(page.getByText('08:00 +1')).toBeVisible()
  await page.clock.setSystemTime(instantsOf(defaultTimeZone, `${first}T08:00:00`)[0])
  await page.reload()
  await expect(page.getByLabel('Månad')).toHaveValue(String(Number(first.slice(5, 7))))
  await expect(page.getByText('Inga tjänster den här månaden')).toBeVisible()
})

test('diagnostics show the configuration, and no secret', async ({ openAs }) => {
  const page = await openAs('cecilia', { path: '/diagnostics' })
  await expect(page.getByRole('heading', { name: 'Diagnostik' })).toBeVisible()
  await expect(page.getByText('local', { exact: true })).toBeVisible()
  await expect(page.getByText('Inbyggd PostgreSQL', { exact: true })).toBeVisible()
})
