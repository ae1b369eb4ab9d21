import type { Page, TestInfo } from '@playwright/test'
import { callAs } from './call.ts'
import { expect, test } from './sign-in.ts'

// Lists longer than a page of 200. Each width uses an employee whose lists no other journey fills.
const driverOf = ({ project }: TestInfo) => (project.name === 'phone' ? 'marika' : 'linnea')

const PAGE = 200
const atATime = 20

async function fill(page: Page, count: number, path: string, bodyOf: (n: number) => object): Promise<void> {
  for (let from = 0; from < count; from += atATime) {
    const some = Array.from({ length: Math.min(atATime, count - from) }, (_, at) => from + at)
    const stored = await Promise.all(some.map((n) => callAs(page, 'POST', path, bodyOf(n))))
    expect(new Set(stored.map(([status]) => status))).toEqual(new Set([200]))
  }
}

test('deviations beyond the first 200 are shown with ‘Visa fler’, each once', async ({ openAs }, info) => {
  test.setTimeout(120_000)
  const page = await openAs(driverOf(info), { path: '/dashboard/avvikelser' })
  const [, options] = await callAs<{ hallplatskategori: { value: string }[] }>(page, 'GET', '/api/incident/formoptions')
  await fill(page, PAGE + 5, '/api/incident/addtrafikinformation', (n) => ({
    Hallplatskategori: options.hallplatskategori[0]?.value,
    Datum: '2026-11-20',
    Plats: `Hållplats ${n}`,
    HandelseBeskrivning: 'Väderskyddet är nedskräpat.',
    AttachmentUploadBlobNames: [],
  }))
  const [[, first], [, second]] = await Promise.all([
    callAs<{ nummer: string }[]>(page, 'GET', '/api/incident/list'),
    callAs<unknown[]>(page, 'GET', '/api/incident/list?page=1'),
  ])
  expect([first.length, second.length]).toEqual([PAGE, expect.any(Number)])
  expect(second.length).toBeGreaterThanOrEqual(5)

  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/incident/list')) asked.push(new URL(request.url()).search)
  })
  await page.reload()
  const reports = page.getByRole('button', { name: 'Detaljer', exact: true })
  const more = page.getByRole('button', { name: 'Visa fler' })
  await expect(reports).toHaveCount(30)
  // The button keeps the focus while the list grows above it.
  for (let shown = 60; shown < first.length + second.length; shown += 30) {
    await more.click()
    await expect(reports).toHaveCount(shown)
  }
  await more.click()
  await expect(reports).toHaveCount(first.length + second.length)
  await expect(more).toHaveCount(0)
  expect(asked).toEqual(['', '?page=1'])
  await reports.last().click()
  await expect(page.getByRole('dialog', { name: 'Detaljer' })).toBeVisible()
  await page.keyboard.press('Escape')

  // Until the whole list has been fetched, a search says how many items it went through.
  await page.getByLabel('Sök i listan').fill(`HÅLLPLATS ${first[7]?.nummer}`)
  await expect(page.getByRole('main').getByText('En träff', { exact: true })).toBeVisible()
  await expect(reports).toHaveCount(1)
  await page.reload()
  await page.getByLabel('Sök i listan').fill('hållplats 2')
  const main = page.getByRole('main')
  await expect(main.getByText(/^\d+ träffar bland de 200 som är hämtade$/)).toBeVisible()
  await page.getByLabel('Sök i listan').fill('finns inte alls')
  await expect(main.getByText('Inga träffar bland de 200 som är hämtade').first()).toBeVisible()
  await page.getByRole('button', { name: 'Visa hela listan' }).click()
  await page.getByLabel('Sortera').selectOption('Äldst först')
  await expect(page.getByText('Sorterat bland de 200 som är hämtade')).toBeVisible()
})

test('active faults of a bus beyond the first 200 are on the next page', async ({ openAs }, info) => {
  test.setTimeout(120_000)
  const page = await openAs(driverOf(info), { path: '/dashboard/fordonskontroll' })
  const [, vehicles] = await callAs<{ name: string; number: string }[]>(page, 'GET', '/api/fordonskontroll/vehicles')
  // A bus on which no other journey reports.
  const own = info.project.name === 'phone' ? '2132' : '2134'
  const bus = vehicles.find(({ number }) => number === own)
  const [, categories] = await callAs<{ id: number }[]>(page, 'GET', '/api/fordonskontroll/categories')
  await fill(page, PAGE + 1, '/api/fordonskontroll/addfault', (n) => ({
    faultCategoryNumber: categories[0]?.id,
    vehicleNumber: bus?.number,
    text: `Fel ${n}`,
  }))
  await page.reload()
  await page.getByRole('combobox', { name: 'Fordon' }).fill(bus?.name ?? '')
  const active = page.getByRole('region', { name: 'Aktiva felrapporter' })
  const rows = active.getByRole('listitem').or(active.getByRole('rowgroup').last().getByRole('row'))
  await expect(rows).toHaveCount(PAGE)
  const older = active.getByRole('button', { name: 'Äldre' })
  await older.click()
  // One of the reports that were stored first, several at a time.
  await expect(active.getByText(/^Fel 1?\d$/)).toHaveCount(1)
  // It keeps the focus, also when it has nothing more to show.
  await expect(older).toBeDisabled()
  await expect(older).toBeFocused()
  await active.getByRole('button', { name: 'Nyare' }).click()
  await expect(rows).toHaveCount(PAGE)
  await expect(active.getByText('Fel 200', { exact: true })).toBeVisible()
})
