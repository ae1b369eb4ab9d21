import type { Page } from '@playwright/test'
import type { FollowUp } from '../areas/insurance-follow-up/contract.ts'
import { cost, kronor } from '../areas/insurance-follow-up/web/kronor.ts'
import { expectNoViolations } from './accessible.ts'
import { serverFails } from './portal.ts'
import { expect, test } from './sign-in.ts'

const path = '/dashboard/forsakringuppfoljning'
const call = '**/api/incident/forsakringuppfoljning?*'
const monthNames = 'Januari Februari Mars April Maj Juni Juli Augusti September Oktober November December'.split(' ')

/** The portal's answer to the call that `act` causes: opening the page, or choosing another month. */
async function answerTo(page: Page, act: () => Promise<unknown>): Promise<FollowUp> {
  const [response] = await Promise.all([page.waitForResponse(call), act()])
  return ((await response.json()) as { result: FollowUp }).result
}

/** Goes back month by month, as a person would, to a month with a case that has a cost. */
async function findCases(page: Page): Promise<FollowUp> {
  let found = await answerTo(page, () => page.goto(path))
  let year = Number(await page.getByLabel('År').inputValue())
  let month = Number(await page.getByLabel('Månad').inputValue())
  for (let left = 8; found.totalPersonal === 0 && left > 0; left--) {
    if (month === 1) {
      year--
      found = await answerTo(page, () => page.getByLabel('År').fill(String(year)))
    }
    month = month === 1 ? 12 : month - 1
    found = await answerTo(page, () => page.getByLabel('Månad').selectOption(monthNames[month - 1] ?? ''))
  }
  return found
}

test('a month shows the employee’s own cases, their sum and that of the area', async ({ openAs }, info) => {
  const page = await openAs('anna')
  const { resultList, totalPersonal, totalDepa } = await findCases(page)
  expect(totalPersonal).toBeGreaterThan(0)
  await expect(page.getByRole('region', { name: 'Personliga' })).toContainText(kronor(totalPersonal))
  await expect(page.getByRole('region', { name: 'Trafikområde' })).toContainText(kronor(totalDepa))
  const name = 'Personliga försäkringsärenden'
  const wide = info.project.name === 'desktop'
  const list = wide ? page.getByRole('table', { name }) : page.getByRole('list', { name })
  const rows = list.getByRole(wide ? 'row' : 'listitem')
  if (wide) {
    const heads = ['Rubrik', 'Datum', 'Kategori', 'Beskrivning', 'Kostnad']
    await expect(list.getByRole('columnheader')).toHaveText(heads)
  }
  for (const { rubrik, skapadDatum, fordonsskada } of resultList) {
    const row = rows.filter({ hasText: fordonsskada.handelseBeskrivning })
    for (const text of [rubrik, skapadDatum.slice(0, 10), fordonsskada.forsakringsKategori]) {
      await expect(row).toContainText(text)
    }
    await expect(row).toContainText(cost(fordonsskada.reparationskostnad))
  }
  await expect(rows.last()).toContainText('Summa')
  await expect(rows.last()).toContainText(kronor(totalPersonal))
  await expectNoViolations(page)
})

test(
  'no year out of range is requested, and another month is chosen by keyboard alone',
  { tag: '@wide' },
  async ({ openAs }) => {
    const page = await openAs('david', { path })
    await expect(page.getByText('Inga försäkringsärenden den här månaden')).toBeVisible()
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/api/incident/forsakringuppfoljning')) asked.push(new URL(request.url()).search)
    })
    const year = Number(await page.getByLabel('År').inputValue())
    await page.getByLabel('År').focus()
    for (const wrong of [year - 6, year + 6]) {
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type(String(wrong))
      await expect(page.getByText('Felaktigt årtal')).toBeVisible()
    }
    expect(asked).toEqual([])
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(String(year - 5))
    await expect(page.getByText('Felaktigt årtal')).toBeHidden()
    await expect.poll(() => asked.length).toBe(1)
    await page.keyboard.press('Tab')
    await page.keyboard.type('Ja')
    await expect.poll(() => asked.at(-1)).toBe(`?year=${year - 5}&month=1`)
  },
)

test('a failed load is reported and can be tried again', async ({ openAs }) => {
  const page = await openAs('david')
  await page.route(call, (route) => route.fulfill(serverFails))
  await page.goto(path)
  await expect(page.getByText('Hämta försäkringsuppföljning misslyckades')).toBeVisible()
  await expect(page.getByText('Ett fel inträffade')).toBeVisible()
  await page.unroute(call)
  await page.getByRole('button', { name: 'Försök igen' }).click()
  await expect(page.getByText('Inga försäkringsärenden den här månaden')).toBeVisible()
  await expect(page.getByText('Hämta försäkringsuppföljning misslyckades')).toBeHidden()
})

test('Öst has neither menu entry, page nor call', async ({ openAs }, info) => {
  const page = await openAs('jonas', { host: 'ost.localhost', path })
  await expect(page.getByText(/^Sidan kan inte visas\./)).toBeVisible()
  if (info.project.name === 'phone') await page.getByRole('button', { name: 'Meny' }).click()
  await expect(page.getByRole('link', { name: 'Förslag' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Försäkringsuppföljning' })).toHaveCount(0)
})
