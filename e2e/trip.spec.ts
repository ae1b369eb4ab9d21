// The day by the clock, and one of its trips in full.
import type { Assignment, DayGroup } from '../areas/assignments/contract.ts'
import { clockAround } from '../platform/contract/instants.ts'
import { defaultTimeZone } from '../platform/contract/wall-clock.ts'
import { expectNoViolations } from './accessible.ts'
import { dateOf, driverAtWork } from './driver.ts'
import { at } from './moment.ts'
import { expect, test } from './sign-in.ts'

test('a trip shows its stops and where they are, from the row and from its report-back, by keyboard @wide', async ({
  openAs,
}, info) => {
  const page = await openAs(driverAtWork(info), { path: '/dashboard/minauppdrag' })
  const show = page.getByRole('button', { name: /^Visa turen \d\d:\d\d Linjekörning/ }).first()
  const [, clock = '', what = ''] =
    /^Visa turen (\d\d:\d\d) (.*)$/.exec((await show.getAttribute('aria-label')) ?? '') ?? []
  await show.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: what })
  const stops = dialog.getByRole('list', { name: 'Hållplatser' }).getByRole('listitem')
  await expect(stops.first()).toContainText(clock)
  expect(await stops.count()).toBeGreaterThan(3)
  await expect(stops.last()).toContainText(what.replace(/.* mot /, ''))
  await expect(dialog.getByRole('link', { name: /^Visa på karta/ }).first()).toHaveAttribute('href', /63\.\d+|64\.\d+/)
  await expectNoViolations(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(show).toBeFocused()

  await page.getByRole('button', { name: `Återrapportera ${clock} ${what}` }).click()
  const report = page.getByRole('dialog', { name: 'Återrapportera' })
  await report.getByRole('button', { name: /^Visa turen/ }).click()
  await expect(report).toBeHidden()
  await expect(stops.first()).toContainText(clock)
})

test('the day moves with the clock, without a reload', async ({ openAs }, { project }) => {
  const page = await openAs('klara', { path: '/dashboard/schema' })
  const date = dateOf('today')
  await at(page, `${date}T12:00:00`)
  const offset = clockAround(defaultTimeZone, date)
  const event = (id: number, from: string, to: string, beskrivning: string): Assignment => {
    const [starttid, sluttid] = [`${date}T${from}:00`, `${date}T${to}:00`]
    return {
      id,
      starttid,
      sluttid,
      startForskjutning: offset(starttid, null).offset,
      slutForskjutning: offset(sluttid, null).offset,
      turStarttid: null,
      beskrivning,
      tjanst: '900',
      fordonStr: '',
      startplats: 'Depån',
      slutplats: 'Depån',
      anmarkning: '',
      ejFramAterkorning: true,
      linje: null,
      slag: 'annat',
      harTur: false,
      aterrapporterad: null,
    }
  }
  const group: DayGroup = {
    datum: date,
    uppdrag: [
      event(1, '10:00', '11:00', 'Tillsyn'),
      event(2, '11:30', '12:30', 'Tankning'),
      event(3, '12:30', '13:30', 'Tvätt'),
      event(4, '14:00', '15:00', 'Uppställning'),
    ],
  }
  await page.route('**/api/bpl/uppdrag?*', (route) => {
    const timestamp = new Date(Date.parse(`${date}T12:00:00${offset(`${date}T12:00:00`, null).offset}`)).toISOString()
    return route.fulfill({ json: { result: [group], timestamp } })
  })
  await page.goto('/dashboard/minauppdrag')
  const events =
    project.name === 'desktop'
      ? page.getByRole('main').locator('tbody').getByRole('row')
      : page.getByRole('list', { name: 'Uppdrag' }).getByRole('listitem')
  const standing = () =>
    events.evaluateAll((items) => items.map((item) => /Nu|Härnäst|Avslutat/.exec(item.textContent)?.[0] ?? ''))
  await expect.poll(standing).toEqual(['Avslutat', 'Nu', 'Härnäst', ''])
  await page.clock.fastForward('31:00')
  await expect.poll(standing).toEqual(['Avslutat', 'Avslutat', 'Nu', 'Härnäst'])
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})
