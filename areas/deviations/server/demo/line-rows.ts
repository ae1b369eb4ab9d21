import { addDays, wallClockIn } from '#platform/contract/wall-clock.ts'
import type { Ports } from '#platform/server/area.ts'
import type { DemoBus } from './account.ts'
import { lineDamages } from './line-damages.ts'
import { type DemoReporter, type DemoRow, demoRow } from './rows.ts'

const DAYS_BACK = 60
const DRIVERS = 20
/** The numbers of reports for the lines with the most drivers. Lines with reports of fewer than five people are not shown in figures. */
const reportsOfLine = [9, 7, 6, 5, 3]
const HOURS = ['07:35', '09:20', '11:25', '14:10', '16:45', '19:05']

interface Where {
  readonly company: string
  readonly today: string
  readonly timeZone: string
  readonly linesAt: Ports['duties']['linesAt']
}

/** Small damages that drivers have reported from the lines that they drove, for the figures by line. */
export async function lineRows(
  drivers: readonly DemoReporter[],
  buses: readonly DemoBus[],
  { company, today, timeZone, linesAt }: Where,
): Promise<DemoRow[]> {
  const moments = drivers.slice(0, DRIVERS).flatMap((reporter) =>
    Array.from({ length: DAYS_BACK }, (_, before) =>
      HOURS.map((hour) => ({
        reporter,
        daysAgo: before + 1,
        at: `${addDays(today, -before - 1)}T${hour}:00`,
      })),
    ).flat(),
  )
  const lines = await linesAt(moments.map(({ reporter, at }) => ({ employeeId: reporter.id, at })))
  const byLine = Map.groupBy(moments.keys(), (index) => lines[index] ?? null)
  byLine.delete(null)
  const ofDrivers = [...byLine].map(([line, driven]) => ({
    line: String(line),
    driven,
    byDriver: [...Map.groupBy(driven, (index) => moments[index]?.reporter.id).values()],
  }))
  const busiest = ofDrivers
    .toSorted(
      (a, b) =>
        b.byDriver.length - a.byDriver.length ||
        b.driven.length - a.driven.length ||
        a.line.localeCompare(b.line, 'sv'),
    )
    .slice(0, reportsOfLine.length)
  return busiest.flatMap(({ driven, byDriver }, line) => {
    const count = Math.min(driven.length, reportsOfLine[line] ?? 0)
    return Array.from({ length: count }, (_, nth) => {
      // Each report is of the next driver, and of an earlier day.
      const own = byDriver[nth % byDriver.length] ?? []
      const moment = moments[own[Math.floor((nth * own.length) / count)] ?? 0]
      const account = lineDamages[(line + nth) % lineDamages.length]
      const bus = buses[(line * 7 + nth) % buses.length]
      if (!moment || !account || !bus) return []
      const { reporter, daysAgo, at: driving } = moment
      // Its numbers are not used by the other reports.
      const row = demoRow(account, { company, reporter, nth: 200 + line * 20 + nth, daysAgo, today, timeZone, bus })
      const reported = new Date(`${driving.slice(0, 10)}T18:30:00Z`)
      return {
        ...row,
        date: driving.slice(0, 10),
        time: driving.slice(11, 16),
        at: reported,
        atLocal: wallClockIn(timeZone, reported),
      }
    }).flat()
  })
}
