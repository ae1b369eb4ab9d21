import { createHash } from 'node:crypto'
import { addDays, wallClockIn } from '#platform/contract/wall-clock.ts'
import type { Detail } from '../detail.ts'
import { accountOf, kindsOfAccounts } from './accounts.ts'
import { officeReports } from './office-accounts.ts'
import { demoPicture, type DemoPicture } from '#core/pictures/server/demo/photos.ts'
import type { Account, DemoBus } from './account.ts'

export interface DemoReporter {
  readonly id: string
  readonly userName: string
  readonly area: string
}

export type DemoRow = Detail & {
  readonly externalId: string
  readonly reporterId: string
  readonly rubrik: string
  readonly date: string
  readonly time: string | null
  readonly place: string
  readonly status: string
  readonly action: string
  readonly cost: number | null
  readonly at: Date
  readonly atLocal: string
  readonly pictures: readonly DemoPicture[]
  readonly alert: boolean
  readonly alertRead: boolean
}

/** The demo's own first employee and each company's first driver have one of each type; the others one to three. */
const WITH_ALL_TYPES = 'anna'
const DAYS_BACK = 150

// Each company has its own accidents, on its own days.
const companies = ['norr', 'vast', 'syd', 'ost']

/** The reports of a company's employees in the months before `today`; deterministic. */
export function demoRows(
  company: string,
  reporters: readonly DemoReporter[],
  buses: readonly DemoBus[],
  { today, timeZone }: { today: string; timeZone: string },
): DemoRow[] {
  const own = Math.max(0, companies.indexOf(company))
  const bus = (seed: number): DemoBus => buses[seed % buses.length] ?? { name: 'Buss 1', number: '1', plate: '' }
  return reporters.flatMap((reporter, index) => {
    const seed = numberOf(`${company} ${reporter.userName}`)
    const all = index === 0 || reporter.userName === WITH_ALL_TYPES
    const count = all ? kindsOfAccounts : 1 + (seed % 3)
    return Array.from({ length: count }, (_, nth) => {
      const daysAgo = all ? 2 + nth * 17 + own * 3 : 1 + (((seed >> 3) + nth * 53) % DAYS_BACK)
      const date = addDays(today, -daysAgo)
      const account = all ? accountOf(nth, own, date) : accountOf(index * 5 + nth * 3 + 1, own + index, date)
      return demoRow(account, { company, reporter, nth, daysAgo, today, timeZone, bus: bus(seed + nth) })
    })
  })
}

/** The reports of individual employees of a company, most of whom do not drive. */
export function officeRows(
  company: string,
  reporters: readonly DemoReporter[],
  buses: readonly DemoBus[],
  { today, timeZone }: { today: string; timeZone: string },
): DemoRow[] {
  const [bus = { name: 'Buss 1', number: '1', plate: '' }] = buses
  return reporters.flatMap((reporter) =>
    (officeReports[reporter.userName] ?? []).map(({ daysAgo, account }, nth) =>
      // Its numbers are not used by the drivers' reports.
      demoRow(account, { company, reporter, nth: 100 + nth, daysAgo, today, timeZone, bus }),
    ),
  )
}

interface Case {
  readonly company: string
  readonly reporter: DemoReporter
  readonly nth: number
  readonly daysAgo: number
  readonly today: string
  readonly timeZone: string
  readonly bus: DemoBus
}

/** A report of the event that an account describes. */
export function demoRow(account: Account, { company, reporter, nth, daysAgo, today, timeZone, bus }: Case): DemoRow {
  const externalId = `demo-${reporter.userName}-${nth}`
  const seed = numberOf(`${company} ${externalId}`)
  const happened = new Date(`${addDays(today, -daysAgo)}T05:00:00Z`)
  happened.setUTCMinutes(seed % 660)
  const at = new Date(happened.getTime() + (20 + (seed % 180)) * 60_000)
  const happenedLocal = wallClockIn(timeZone, happened)
  const detail = account.detailOf(bus)
  const ended = daysAgo > 25
  return {
    ...detail,
    externalId,
    reporterId: reporter.id,
    rubrik: account.rubrik,
    date: happenedLocal.slice(0, 10),
    time: detail.typ === 'Fordonsskada' ? happenedLocal.slice(11, 16) : null,
    place: account.place(reporter.area),
    status: daysAgo < 4 ? 'Ny' : daysAgo < 12 ? 'Mottagen' : ended ? 'Avslutad' : 'Åtgärdas',
    action: ended ? account.action : '',
    cost: account.cost && daysAgo > 1 ? account.cost + (seed % 40) * 25 : null,
    at,
    atLocal: wallClockIn(timeZone, at),
    pictures: (account.scenes ?? []).map((scene, position) =>
      demoPicture(`${company} ${externalId}`, position, `IMG_${1000 + (seed % 8000) + position}.jpg`, scene),
    ),
    alert: account.alert ?? false,
    alertRead: daysAgo > 10,
  }
}

const numberOf = (text: string) => createHash('sha256').update(text).digest().readUInt32BE() >>> 1
