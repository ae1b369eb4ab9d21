import { describe, expect, it } from 'vitest'
import { addDays } from '#platform/contract/wall-clock.ts'
import { datesOf, dayNumber, demoWindow, serviceOn } from './days.ts'
import type { Service } from './networks/network.ts'
import { networkOf } from './networks/networks.ts'
import { demoCompanies, demoEmployees } from './people.ts'
import { endOf, rosterOn, startOf } from './roster.ts'
import type { Run, Timetable } from './timetable.ts'
import { timetableOf } from './timetable.ts'

const services: readonly Service[] = ['vardag', 'lordag', 'sondag']
// Four whole years: every weekday that a holiday can fall on, and a leap year.
const years = datesOf({ from: '2026-01-01', to: '2029-12-31' })

const depots = demoCompanies.flatMap(({ id: company }) => {
  const network = networkOf(company)
  return network.depots.map((depot) => ({
    company,
    depot,
    drivers: demoEmployees.filter(
      ({ company: of, area, positions }) =>
        of === company && area === depot.area && positions.includes(network.driverPosition),
    ),
    timetables: Object.fromEntries(
      services.map((service) => [service, timetableOf(network, depot, service)]),
    ) as Record<Service, Timetable>,
  }))
})
const runs = depots.flatMap(({ timetables }) => Object.values(timetables).flatMap((timetable) => timetable.runs))

interface Duty {
  readonly date: string
  readonly run: Run
}

/** Every duty of four years, by employee number. */
const duties = new Map<string, Duty[]>()
for (const { drivers, timetables } of depots) {
  for (const date of years) {
    const assignments = rosterOn(date, drivers, timetables[serviceOn(date)].runs)
    if (new Set(assignments.map(({ run }) => run)).size !== assignments.length) throw new Error(`two drivers, ${date}`)
    for (const { employeeNumber, run } of assignments) {
      duties.set(employeeNumber, [...(duties.get(employeeNumber) ?? []), { date, run }])
    }
  }
}

function dutiesOf(userName: string): Duty[] {
  const number = demoEmployees.find((employee) => employee.userName === userName)?.number ?? ''
  return duties.get(number) ?? []
}

describe('runs', () => {
  it('read well on a phone', () => {
    for (const { events } of runs) {
      expect(events.length).toBeGreaterThanOrEqual(8)
      expect(events.length).toBeLessThanOrEqual(16)
    }
  })

  it('have no gap in place and no overlap in time', () => {
    for (const { events } of runs) {
      for (const [index, event] of events.entries()) {
        const before = events[index - 1]
        expect(event.end).toBeGreaterThanOrEqual(event.start)
        if (!before) continue
        expect(event.start).toBeGreaterThanOrEqual(before.end)
        expect(event.from).toBe(before.to)
      }
    }
  })

  it('leave a few minutes between two trips, and drive on after every rest', () => {
    for (const { id, events } of runs) {
      for (const [index, event] of events.entries()) {
        const next = events[index + 1]
        if (event.type === 'Linjekörning' && next?.type === 'Linjekörning') {
          expect(next.start - event.end, `${id} at ${event.end}`).toBeGreaterThanOrEqual(9)
        }
        if (!['Rast', 'Paus', 'Delad tjänst, uppehåll'].includes(event.type)) continue
        expect(events.slice(index).filter(({ type }) => type === 'Linjekörning').length, id).toBeGreaterThanOrEqual(1)
      }
    }
    const types = new Set(runs.flatMap(({ events }) => events.map(({ type }) => type)))
    expect([...types]).toEqual(
      expect.arrayContaining(['Rast', 'Paus', 'Delad tjänst, uppehåll', 'Avlösning', 'Förflyttning']),
    )
  })

  it('never drive more than four and a half hours without 45 minutes of break, 15 and 30 counting as one', () => {
    // EU 561/2006 article 7: stricter than the law for local bus lines.
    for (const { id, events } of runs) {
      let driven = 0
      let hasQuarter = false
      for (const { type, trip, start, end } of events) {
        const minutes = end - start
        if (trip) driven += minutes
        expect(driven, `${id} at ${end}`).toBeLessThanOrEqual(270)
        if (!['Rast', 'Paus', 'Delad tjänst, uppehåll'].includes(type)) continue
        if (minutes >= 45 || (hasQuarter && minutes >= 30)) [driven, hasQuarter] = [0, false]
        else if (minutes >= 15) hasQuarter = true
      }
    }
  })

  it('never have more than six hours of work without a break of 30 minutes, or ten in total', () => {
    // Lag (2005:395) om arbetstid vid visst vägtransportarbete, 17 § (breaks) and 14 § (night work).
    for (const { id, events } of runs) {
      const rests = events.filter(({ type }) => type === 'Rast' || type === 'Delad tjänst, uppehåll')
      expect(rests.length).toBeGreaterThan(0)
      const limits = [
        events[0]?.start ?? 0,
        ...rests.flatMap(({ start, end }) => [start, end]),
        events.at(-1)?.end ?? 0,
      ]
      let worked = 0
      for (let index = 0; index < limits.length; index += 2) {
        const stretch = (limits[index + 1] ?? 0) - (limits[index] ?? 0)
        expect(stretch, `${id} works ${stretch} minutes on end`).toBeLessThanOrEqual(360)
        worked += stretch
      }
      expect(worked).toBeLessThanOrEqual(600)
      expect(worked).toBeGreaterThan(300)
      expect(rests.every(({ start, end }) => end - start >= 30)).toBe(true)
    }
  })

  it('include every kind, and one past midnight on each working day', () => {
    const kinds = runs.filter(({ service }) => service === 'vardag').map(({ kind }) => kind)
    expect(new Set(kinds)).toEqual(new Set(['early', 'late', 'night', 'split', 'day']))
    for (const { timetables, depot } of depots) {
      const past = timetables.vardag.runs.filter((run) => endOf(run) > 1440)
      expect(past.length, depot.name).toBe(depot.area === 'Skellefteå' ? 0 : 1)
    }
  })

  it('share buses correctly: one block is never in two places, and the fleet is large enough', () => {
    for (const { depot, timetables } of depots) {
      for (const { trips, blocks } of Object.values(timetables)) {
        expect(blocks.length).toBeLessThanOrEqual(depot.fleet[1] - depot.fleet[0] + 1)
        for (const block of blocks) {
          const calls = trips.filter((trip) => trip.block === block).flatMap((trip) => trip.calls)
          for (const [index, call] of calls.entries()) {
            expect(call.at).toBeGreaterThanOrEqual(calls[index - 1]?.at ?? 0)
          }
          expect([calls[0]?.stop, calls.at(-1)?.stop]).toEqual([depot.name, depot.name])
        }
      }
    }
  })
})

describe('rosters', () => {
  it('give everybody eleven hours of rest between two duties', () => {
    for (const [number, list] of duties) {
      for (const [index, { date, run }] of list.entries()) {
        const before = list[index - 1]
        if (!before) continue
        const minutes = (dayNumber(date) - dayNumber(before.date)) * 1440 + startOf(run) - endOf(before.run)
        expect(minutes, `${number} rests ${minutes} minutes before ${date}`).toBeGreaterThanOrEqual(660)
      }
    }
  })

  it('give everybody 36 hours of rest in every seven days', () => {
    // Arbetstidslagen 14 §, checked for every seven consecutive days and not only for calendar weeks.
    const week = 7 * 1440
    for (const [number, list] of duties) {
      const work = list.map(({ date, run }) => ({
        start: dayNumber(date) * 1440 + startOf(run),
        end: dayNumber(date) * 1440 + endOf(run),
      }))
      let lastLongRest = work[0]?.start ?? 0
      for (const [index, { start, end }] of work.entries()) {
        const before = work[index - 1]
        if (before && start - before.end >= 36 * 60) lastLongRest = start
        expect(end - lastLongRest, `${number} before day ${Math.floor(start / 1440)}`).toBeLessThanOrEqual(
          week - 36 * 60,
        )
      }
    }
  })

  it.each(['anna', 'bertil', 'gunilla', 'ida', 'jonas'])(
    'give %s about five days a week, with all kinds of turns',
    (userName) => {
      const list = dutiesOf(userName)
      expect(list.length / years.length).toBeGreaterThan(0.55)
      expect(list.length / years.length).toBeLessThan(0.73)
      const kinds = new Set(list.map(({ run }) => run.kind))
      expect([...kinds]).toEqual(expect.arrayContaining(['early', 'day', 'late', 'night', 'split']))
      const idle = list.map(({ date }, index) => dayNumber(date) - dayNumber(list[index - 1]?.date ?? date))
      expect(Math.max(...idle)).toBeLessThanOrEqual(6)
    },
  )

  it('give no driver more than six consecutive days', () => {
    for (const [number, list] of duties) {
      let onEnd = 0
      for (const [index, { date }] of list.entries()) {
        onEnd = dayNumber(date) - dayNumber(list[index - 1]?.date ?? '2000-01-01') === 1 ? onEnd + 1 : 1
        expect(onEnd, `${number} at ${date}`).toBeLessThanOrEqual(6)
      }
    }
  })

  it('give anna a duty under way or next at every hour, for eight weeks after a start', () => {
    const list = dutiesOf('anna')
    let next = 0
    for (const date of years.slice(0, -100)) {
      for (let hour = 0; hour < 24; hour++) {
        const now = dayNumber(date) * 1440 + hour * 60
        const isOver = ({ date: of, run }: Duty) => dayNumber(of) * 1440 + endOf(run) <= now
        while (list[next] && isOver(list[next] as Duty)) next++
        const duty = list[next]?.date ?? '9999'
        // Within the feed written at a start on that day, and at one eight weeks earlier.
        expect(duty <= demoWindow(date).to, `${date} ${hour}:00`).toBe(true)
        expect(duty <= demoWindow(addDays(date, -56)).to, `${date} ${hour}:00`).toBe(true)
      }
    }
  })

  it('give runs only to drivers', () => {
    const drivers = new Set(depots.flatMap((depot) => depot.drivers.map(({ number }) => number)))
    expect(new Set(duties.keys())).toEqual(drivers)
    expect(drivers.size).toBe(34)
  })
})
