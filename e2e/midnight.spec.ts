// A page after midnight, and one that was left open past midnight.
import type { CurrentAssignment, DayGroup } from '../areas/assignments/contract.ts'
import type { TimeReport } from '../areas/time-report/contract.ts'
import { clockAround, instantsOf } from '../platform/contract/instants.ts'
import { addDays, defaultTimeZone } from '../platform/contract/wall-clock.ts'
import { dateOf } from './driver.ts'
import { at } from './moment.ts'
import { expect, test } from './sign-in.ts'

test('after midnight the list opens on the day of the run under way', async ({ openAs }) => {
  const page = await openAs('klara', { path: '/dashboard/schema' })
  const yesterday = dateOf('today')
  const today = addDays(yesterday, 1)
  await at(page, `${today}T00:50:00`)
  const offset = clockAround(defaultTimeZone, today)
  const [starttid, sluttid] = [`${yesterday}T22:00:00`, `${today}T03:30:00`]
  const times = {
    starttid,
    sluttid,
    startForskjutning: offset(starttid, null).offset,
    slutForskjutning: offset(sluttid, null).offset,
  }
  const duty: CurrentAssignment = {
    ...times,
    passStartSchemapostId: 1,
    beskrivning: 'Tjänst 900, linje 7',
    bekraftad: true,
    canBekrafta: true,
    datum: yesterday,
    tjanst: '900',
    startplats: 'Depån',
    slutplats: 'Depån',
    fordonStr: 'Buss 2120',
    linjer: [{ namn: '7', farg: null, textfarg: null }],
    raster: [],
    bekraftadTid: `${yesterday}T12:00:00`,
  }
  const group: DayGroup = {
    datum: yesterday,
    uppdrag: [
      {
        ...times,
        id: 1,
        turStarttid: null,
        beskrivning: 'Linjekörning 7 mot Ersboda',
        tjanst: '900',
        fordonStr: 'Buss 2120',
        startplats: 'Depån',
        slutplats: 'Depån',
        anmarkning: '',
        ejFramAterkorning: true,
        linje: { namn: '7', farg: null, textfarg: null },
        slag: 'tur',
        harTur: false,
        aterrapporterad: null,
      },
    ],
  }
  const timestamp = instantsOf(defaultTimeZone, `${today}T00:50:00`)[0].toISOString()
  await page.route('**/api/bpl/aktuelltuppdrag', (route) => route.fulfill({ json: { result: duty, timestamp } }))
  await page.route('**/api/bpl/uppdrag?*', (route) => {
    const date = new URL(route.request().url()).searchParams.get('date')
    return route.fulfill({ json: { result: date === yesterday ? [group] : [], timestamp } })
  })
  for (const path of ['start', 'minauppdrag']) {
    await page.goto(`/dashboard/${path}`)
    await expect(page.getByLabel('Datum', { exact: true })).toHaveValue(yesterday)
    await expect(page.getByText('Linjekörning 7 mot Ersboda')).toBeVisible()
    await expect(page.getByText('Inga uppdrag den här dagen')).toHaveCount(0)
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('a page left open past midnight loads the time report again', async ({ openAs }) => {
  const page = await openAs('lennart', { path: '/dashboard/schema' })
  await at(page, `${dateOf('today')}T23:59:05`)
  let midnight = false
  await page.route('**/api/bpl/tidrapport/getsenaste', async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { result: TimeReport }
    const result = { ...answer.result, period: midnight ? 'Maj 2027' : 'April 2027' }
    await route.fulfill({ response, json: { ...answer, result } })
  })
  await page.goto('/dashboard/start')
  const report = page.getByRole('region', { name: 'Tidrapport' })
  await expect(report.getByText('April 2027')).toBeVisible()
  midnight = true
  await page.clock.fastForward(60_000)
  await expect(report.getByText('Maj 2027')).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})
