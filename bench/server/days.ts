import { cp } from 'node:fs/promises'
import { namesOf } from '../../areas/assignments/server/duty-months.ts'
import { eventsOfDay } from '../../areas/assignments/server/store.ts'
import { startChild, temporaryFolder } from '../processes.ts'
import type { Line } from '../results.ts'
import type { Undo } from '../undo.ts'
import type { Right } from './answers.ts'
import { bareRoute, inRounds, line, onAverage, portalOn, type Loading, type ServerPlan } from './contenders.ts'
import { emptyDatabase, filledBy } from './databases.ts'
import type { FilledDays } from './fill-days.ts'
import { eventsADay } from './rows.ts'
import { statementOf } from './statement.ts'

const secondsEachWay = 3
/** Processes of each kind. */
const three = [1, 2, 3] as const

/** Compares GET /api/bpl/uppdrag of the real portal with a bare route with the same statement, on both engines. */
export async function measureDays(plan: ServerPlan, undo: Undo, load: Loading): Promise<Line[]> {
  plan.log('Server: filling PostgreSQL with 100,000 and 10,000,000 rows …')
  const small = await filledPostgres(plan, undo, 100_000)
  const large = await filledPostgres(plan, undo, 10_000_000)
  const portalsOn = async ({ address, filled }: typeof small, name: string) => {
    // Processes of one installation share its folder.
    const settings = { DATABASE_URL: address, DATA_DIR: await temporaryFolder(undo) }
    return Array.fromAsync(three, (n) => portalDays(undo, `${name} ${n}`, settings, filled))
  }
  const bare = await Array.fromAsync(three, (n) => bareDays(undo, `bare route ${n}`, small.address, small.filled))
  const portal = await portalsOn(small, 'portal')
  const portalLarge = await portalsOn(large, 'portal, 10,000,000 rows,')
  await inRounds([...bare, ...portal, ...portalLarge], plan, load, secondsEachWay)

  plan.log('Server: filling PGlite with 100,000 rows …')
  const folder = await temporaryFolder(undo)
  const filled = await fill(undo, folder, 100_000)
  const copy = await temporaryFolder(undo)
  await cp(folder, copy, { recursive: true })
  const bareEmbedded = await bareDays(undo, 'bare route, PGlite', copy, filled)
  const portalEmbedded = await portalDays(undo, 'portal, PGlite', { DATA_DIR: folder }, filled)
  await inRounds([bareEmbedded, portalEmbedded], plan, load, secondsEachWay)

  return [
    line(
      'A day’s assignments against the bare statement, PostgreSQL, 100,000 rows',
      onAverage(portal),
      onAverage(bare),
      1.25,
      'own',
    ),
    line(
      'A day’s assignments, 10,000,000 rows against 100,000',
      onAverage(portalLarge),
      onAverage(portal),
      1.05,
      'withDatabase',
    ),
    line(
      'A day’s assignments against the bare statement, PGlite, 100,000 rows',
      portalEmbedded,
      bareEmbedded,
      1.4,
      'own',
    ),
  ]
}

const isDay = (starts: readonly string[], path: string) => {
  const date = /\d{4}-\d\d-\d\d/.exec(path)?.[0] ?? ''
  return starts.length === eventsADay && starts.every((start) => start.startsWith(date))
}
const bareIsRight: Right = (body, path) =>
  isDay(
    (body as { starts_at: string }[]).map((row) => row.starts_at),
    path,
  )
const portalIsRight: Right = (body, path) => {
  const [day] = (body as { result: { uppdrag: { starttid: string }[] }[] }).result
  return isDay(
    (day?.uppdrag ?? []).map(({ starttid }) => starttid),
    path,
  )
}

const bareDays = async (undo: Undo, name: string, where: string, { days }: FilledDays) =>
  bareRoute(undo, name, {
    where,
    statements: await Promise.all(
      days.map(({ employee, date }) => statementOf((db) => eventsOfDay(db, employee, date, namesOf(date)))),
    ),
    isRight: bareIsRight,
  })

async function portalDays(
  undo: Undo,
  name: string,
  settings: Record<string, string>,
  { signingKey, days }: FilledDays,
) {
  const portal = await portalOn(undo, settings, signingKey)
  const asks = days.map(({ employee, date }) => ({ employee, path: `/api/bpl/uppdrag?date=${date}` }))
  return portal.ask(name, asks, portalIsRight)
}

async function filledPostgres({ postgres }: ServerPlan, undo: Undo, rows: number) {
  const address = await emptyDatabase(postgres, undo)
  return { address, filled: await fill(undo, address, rows) }
}

const fill = (undo: Undo, where: string, rows: number) =>
  filledBy<FilledDays>(startChild(undo, 'bench/server/fill-days.ts', [where, String(rows)]))
