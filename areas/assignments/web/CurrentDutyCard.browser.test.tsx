// A driver on standby from 6 to 18 drives from 8 to 10: the home shows the run under way, also while the server cannot be asked.
import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { queryClient } from '#platform/web/calls/query-client.ts'
import { signInText } from '#platform/web/page/test-variant.ts'
import { writeCopies } from '#platform/web/phone/copy-store.ts'
import { setCopySchemas } from '#platform/web/phone/copies.ts'
import { openPhone } from '#platform/web/phone/database.ts'
import { startKey } from '#platform/web/phone/start-copies.ts'
import { addressOf } from '#platform/web/wire/address.ts'
import { announceUser, userKey } from '#platform/web/who/stored-user.ts'
import { getAssignments, getCurrentAssignment } from '../calls.ts'
import type { Assignment, CurrentAssignment } from '../contract.ts'
import { CurrentDutyCard } from './CurrentDutyCard.tsx'
import DayBlock from './DayBlock.tsx'
import { keptAssignments } from './kept.ts'

setCopySchemas(() => Promise.resolve(keptAssignments))

const datum = '2026-11-21'
const at = (time: string) => Date.parse(`${datum}T${time}:00+01:00`)

const run = (tjanst: string, from: string, to: string) => ({
  tjanst,
  beskrivning: tjanst,
  starttid: `${datum}T${from}:00`,
  sluttid: `${datum}T${to}:00`,
  startForskjutning: '+01:00',
  slutForskjutning: '+01:00',
  startplats: 'Depån',
  slutplats: 'Depån',
  fordonStr: `Buss för ${tjanst}`,
})
const runs = [run('Beredskap', '06:00', '18:00'), run('Kort', '08:00', '10:00')]

const [standby, short] = runs.map((each, index): CurrentAssignment => ({
  ...each,
  passStartSchemapostId: index + 1,
  bekraftad: false,
  canBekrafta: true,
  datum,
  linjer: [],
  raster: [],
  bekraftadTid: null,
}))
const events = runs.map((each, index): Assignment => ({
  ...each,
  id: index + 1,
  turStarttid: null,
  anmarkning: '',
  ejFramAterkorning: true,
  linje: null,
  slag: 'annat',
  harTur: false,
  aterrapporterad: null,
}))

let answer: () => Promise<Response>
let asked: number
const noCoverage = () => Promise.reject(new TypeError('Failed to fetch'))

/** Somebody signs in at `time`. The server has returned the standby at `heard`, and the phone has kept the day. */
async function itIs(time: string, heard: string): Promise<void> {
  vi.setSystemTime(at(time))
  localStorage.setItem(userKey, signInText('anna'))
  announceUser()
  localStorage.setItem(startKey('anna', getCurrentAssignment.path), JSON.stringify({ answer: standby, at: at(heard) }))
  const address = addressOf(getAssignments.path, { date: datum })
  await writeCopies([{ subject: 'anna', address, answer: [{ datum, uppdrag: events }], at: at(heard) }])
}

/** Waits until nothing more happens by itself: what an answer leads to, and what is read from the phone. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 500))

const open = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <CurrentDutyCard />
      </MemoryRouter>
    </QueryClientProvider>,
  )

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  queryClient.clear()
  await (await openPhone()).clear('answers')
  answer = noCoverage
  asked = 0
  vi.stubGlobal('fetch', (path: string) => {
    if (path !== getCurrentAssignment.path) return noCoverage()
    asked++
    return answer()
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('without coverage it shows the run of the kept day that has begun since, and the standby again when it has ended', async () => {
  await itIs('08:30', '07:50')
  const screen = await open()
  await expect.element(screen.getByText('Tjänst Kort')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Bekräfta' })).not.toBeInTheDocument()
  vi.advanceTimersByTime(at('10:00') - at('08:30'))
  await expect.element(screen.getByText('Beredskap', { exact: true })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Bekräfta' })).toBeVisible()
})

it('what the server has said since the run began holds', async () => {
  await itIs('08:30', '08:10')
  const screen = await open()
  await expect.element(screen.getByText('Uppdaterad 08:10')).toBeVisible()
  vi.advanceTimersByTime(60_000)
  await settled()
  await expect.element(screen.getByText('Beredskap', { exact: true })).toBeVisible()
})

it('with coverage it asks again when the run begins, in a page that stays open', async () => {
  await itIs('07:50', '07:50')
  const answered = (result: unknown) => Promise.resolve(Response.json({ result, timestamp: new Date().toISOString() }))
  answer = () => answered(Date.now() < at('08:00') ? standby : short)
  const screen = await open()
  await expect.element(screen.getByText('Beredskap', { exact: true })).toBeVisible()
  await settled()
  asked = 0
  vi.advanceTimersByTime(at('07:59') - at('07:50'))
  await settled()
  expect(asked).toBe(0)
  vi.advanceTimersByTime(at('08:00') - at('07:59'))
  await expect.element(screen.getByText('Kort', { exact: true })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Bekräfta' })).toBeVisible()
  vi.advanceTimersByTime(at('08:10') - at('08:00'))
  await settled()
  expect(asked).toBe(1)
})

it('without coverage the list below it shows the day of the kept duty that is next', async () => {
  await itIs('18:30', '17:50')
  const next = '2026-11-23'
  const onNext = (time: string) => time.replace(datum, next)
  const [first] = events
  const event = { ...first!, starttid: onNext(first!.starttid), sluttid: onNext(first!.sluttid), tjanst: 'Nästa' }
  const address = addressOf(getAssignments.path, { date: next })
  const answer = [{ datum: next, uppdrag: [event] }]
  await writeCopies([{ subject: 'anna', address, answer, at: at('17:50') }])
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <CurrentDutyCard />
        <DayBlock />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await expect.element(screen.getByText('Tjänst Nästa')).toBeVisible()
  await expect.element(screen.getByLabelText('Datum', { exact: true })).toHaveValue(next)
})
