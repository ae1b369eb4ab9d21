import { randomBytes } from 'node:crypto'
import type { Database } from '#platform/server/area.ts'
import { listReports } from '../../areas/deviations/server/store.ts'
import { PAGE_SIZE } from '../../areas/news/rules.ts'
import { pageOf } from '../../areas/news/server/pages.ts'
import { activeFaults } from '../../areas/vehicle-faults/server/store.ts'
import { startChild } from '../processes.ts'
import type { Line } from '../results.ts'
import type { Undo } from '../undo.ts'
import type { Right } from './answers.ts'
import { bareRoute, inRounds, line, portalOn, type Loading, type ServerPlan } from './contenders.ts'
import { emptyDatabase, filledBy } from './databases.ts'
import type { FilledLists, Subject } from './fill-lists.ts'
import { listArea, ownRows, sizes, type Size } from './rows.ts'
import { statementOf } from './statement.ts'

interface Measured {
  readonly name: string
  /** The description of the data in the result line. */
  readonly filled: Readonly<Record<Size, string>>
  readonly path: (subject: Subject) => string
  readonly isRight: (result: unknown) => boolean
  /** The store's own statement, for the bare route; absent if the limit concerns only the size. */
  readonly statement?: (db: Database, subject: Subject) => Promise<unknown>
  readonly bareRows?: number
  /** The largest ratio of an answer's processor time to that on little data (`flat`), and to the bare route's (`ofBare`). */
  readonly flat?: number
  readonly ofBare?: number
}

const company = 'norr'
const hasRows = (rows: number) => (result: unknown) => Array.isArray(result) && result.length === rows
const isNewsPage = (result: unknown) => hasRows(PAGE_SIZE)((result as { items?: unknown }).items)
const number = (count: number) => count.toLocaleString('en')
const ofSize = (count: (of: (typeof sizes)[Size]) => number, unit: string) => ({
  small: `${number(count(sizes.small))} ${unit}`,
  large: `${number(count(sizes.large))} ${unit}`,
})

const reports = ofSize((of) => of.reports, 'rows')
const items = ofSize((of) => of.news, 'items')
const employees = ofSize((of) => of.payslipEmployees, `employees with ${ownRows.payslips} each`)

/** The lists that must not become slower however much is stored: companies grow, and nothing is deleted. */
const lists: readonly Measured[] = [
  {
    name: 'Deviations',
    filled: reports,
    path: () => '/api/incident/list',
    isRight: hasRows(ownRows.reports),
    statement: (db, { employee }) => listReports(db, { id: employee, company }, 0),
    bareRows: ownRows.reports,
  },
  {
    name: 'Active fault reports',
    filled: reports,
    path: ({ vehicleNo }) => `/api/fordonskontroll/faultreports?vehicleNo=${vehicleNo}`,
    isRight: hasRows(ownRows.reports),
    statement: (db, { vehicleId }) =>
      activeFaults(db, { company, vehicleId, timeZone: 'Europe/Stockholm' }, { page: 0, size: 200 }),
    bareRows: ownRows.reports,
    // The portal first checks which company the bus belongs to: one statement more than the bare route.
    ofBare: 3.5,
  },
  {
    name: 'News of a region',
    filled: items,
    path: ({ page }) => `/api/nyheter/getregion?page=${page}`,
    isRight: isNewsPage,
    statement: (db, { page }) => pageOf(db, { company, area: listArea }, { page, compact: false }),
    bareRows: PAGE_SIZE,
  },
  {
    name: 'News of the group',
    filled: items,
    path: ({ page }) => `/api/nyheter/getkoncern?page=${page}`,
    isRight: isNewsPage,
    statement: (db, { page }) => pageOf(db, 'group', { page, compact: false }),
    bareRows: PAGE_SIZE,
  },
  {
    name: 'News, pages all through the list',
    filled: items,
    path: ({ anyPage }) => `/api/nyheter/getkoncern?page=${anyPage}`,
    isRight: isNewsPage,
    // A thousand items are read from the beginning; a million from the nearest cursor (docs/decisions/0016).
    flat: 1.25,
  },
  {
    name: 'Payslips, the list',
    filled: employees,
    path: () => '/api/lonespec/kontek/getspeclist',
    isRight: hasRows(ownRows.payslips),
  },
  {
    name: 'Payslips, opening one',
    filled: employees,
    path: ({ payslip }) => `/api/lonespec/kontek/downloadspec/?salaryPeriodId=${payslip}`,
    isRight: (result) =>
      Buffer.from((result as { pdfStr: string }).pdfStr, 'base64')
        .toString('latin1')
        .startsWith('%PDF'),
  },
]

const secondsEachWay = 2
/** The limits unless a list has its own: `flat` as far as such short rounds can show, `ofBare` for a token, the claims and a validated answer. */
const usual = { flat: 1.1, ofBare: 2.5 }

/** Compares the portal with much data to the portal with little, and to a bare route with the same statement and as much data. */
export async function measureLists(plan: ServerPlan, undo: Undo, load: Loading): Promise<Line[]> {
  const payslipKey = randomBytes(32).toString('base64')
  const started = async (size: Size) => {
    const address = await emptyDatabase(plan.postgres, undo)
    const filling = startChild(undo, 'bench/server/fill-lists.ts', [address, size], { PAYSLIP_KEY: payslipKey })
    const { signingKey, subjects } = await filledBy<FilledLists>(filling)
    const portal = await portalOn(undo, { DATABASE_URL: address, PAYSLIP_KEY: payslipKey }, signingKey)
    return { address, subjects, portal }
  }
  const [most] = lists.map(({ filled }) => filled)
  plan.log(`Server: filling PostgreSQL with lists, ${most?.small} and ${most?.large} …`)
  const small = await started('small')
  const large = await started('large')

  const lines: Line[] = []
  for (const measured of lists) {
    const { name, filled, path, isRight, statement, bareRows = 0, flat, ofBare } = { ...usual, ...measured }
    const right: Right = (body) => isRight((body as { result: unknown }).result)
    const [little, much] = await Promise.all(
      (
        [
          ['small', small],
          ['large', large],
        ] as const
      ).map(([size, { subjects, portal }]) =>
        portal.ask(
          `${name}, ${filled[size]}`,
          subjects.map((subject) => ({ employee: subject.employee, path: path(subject) })),
          right,
        ),
      ),
    )
    if (!little || !much) throw new Error('nothing to ask')
    const bare =
      statement &&
      (await bareRoute(undo, `${name}, bare statement`, {
        where: large.address,
        statements: await Promise.all(large.subjects.map((subject) => statementOf((db) => statement(db, subject)))),
        isRight: hasRows(bareRows),
      }))
    await inRounds([little, much, ...(bare ? [bare] : [])], plan, load, secondsEachWay)
    lines.push(line(`${name}, ${filled.large} against ${filled.small}`, much, little, flat, 'withDatabase'))
    if (bare) lines.push(line(`${name} against the bare statement, ${filled.large}`, much, bare, ofBare, 'own'))
  }
  return lines
}
