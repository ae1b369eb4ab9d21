import { availableParallelism } from 'node:os'
import { formOf, photo } from '#core/pictures/server/form-fixture.ts'
import { namesOf } from '../../areas/assignments/server/duty-months.ts'
import { eventsOfDay, setConfirmedOn } from '../../areas/assignments/server/store.ts'
import { payloads } from '../../areas/deviations/server/payloads-fixture.ts'
import { median, medianRatio, spreadOfRatios } from '../figures.ts'
import { messageOf, startChild, temporaryFolder } from '../processes.ts'
import type { Line } from '../results.ts'
import type { Undo } from '../undo.ts'
import type { Arrivals, Arrived, Visit, Visited } from './arrivals.ts'
import { portalOn, type ServerPlan } from './contenders.ts'
import { emptyDatabase, filledBy } from './databases.ts'
import type { FilledShift } from './fill-shift.ts'
import { statementOf } from './statement.ts'

const employees = 10_000
/** Of the portal, and of the floor: one for each core (docs/scaling.md), but only as many as PostgreSQL's default of 100 connections allows. */
const processes = Math.min(availableParallelism(), 5)
/** The share of the machine's cores that the measured rate of arrivals uses, the client's work included. */
const share = 0.6
/** Arrivals a second in the trial run, which measures the processor time of one arrival. */
const tried = 40
const warmUpSeconds = 10
const longest = 100
const READS = 3
const CONFIRMS_ONE_IN = 3
const REPORTS_ONE_IN = 50

/** Visitors go to the processes in turn, as behind a load balancer. The second term gives each process its share of the reports. */
const processOf = (visitor: number) => (visitor + Math.floor(visitor / REPORTS_ONE_IN)) % processes

/**
 * The minutes in which a shift begins: everybody opens home, a third confirms the duty, one in fifty reports with a photo. They arrive at
 * random, and the same arrivals go to bare servers that read and write the same data (docs/decisions/0101).
 */
export async function measureShift(plan: ServerPlan, undo: Undo): Promise<Line[]> {
  plan.log(`Server: filling PostgreSQL with ${employees.toLocaleString('en')} employees on duty …`)
  const address = await emptyDatabase(plan.postgres, undo)
  const { signingKey, people } = await filledBy<FilledShift>(
    startChild(undo, 'bench/server/fill-shift.ts', [address, String(employees)]),
  )
  const settings = { DATABASE_URL: address, DATA_DIR: await temporaryFolder(undo), WRITES_PER_MINUTE: '100000' }
  const home = people.flatMap(({ employee, date }) =>
    ['/api/user/profile', '/api/bpl/aktuelltuppdrag', `/api/bpl/uppdrag?date=${date}`].map((path) => ({
      employee,
      path,
    })),
  )
  const portals = await Array.fromAsync({ length: processes }, async () =>
    (await portalOn(undo, settings, signingKey)).ask('home', home, () => true),
  )
  const picture = await photo({ width: 1600, height: 1200 })
  const form = formWith(picture)
  const visits = people.map(({ duty }, n): Visit => {
    const { origin, asks: all } = portals[processOf(n)]!
    const asks = all.slice(n * READS, (n + 1) * READS)
    const headers = asks[0]?.headers ?? {}
    const json = { ...headers, 'content-type': 'application/json' }
    const confirms: Visited = {
      path: '/api/bpl/schema/accept',
      method: 'POST',
      headers: json,
      body: JSON.stringify({ schemaPostId: duty, undo: false }),
    }
    const requests = [
      ...asks,
      ...(n % CONFIRMS_ONE_IN === 0 ? [confirms] : []),
      ...(n % REPORTS_ONE_IN === 0 ? reportWith(form, headers) : []),
    ]
    return { origin, requests }
  })
  const bare = await bareShift(undo, address, people, picture)
  const { coreSecondsEach } = await arrive(undo, { visits, perSecond: tried, seconds: 15, seed: 99 })
  const arrivals = (availableParallelism() * share) / coreSecondsEach
  const seconds = Math.min(longest, Math.ceil(visits.length / arrivals))
  const rounds: { portal: Arrived; floor: Arrived }[] = []
  for (let seed = 1; seed <= plan.rounds; seed++) {
    const floor = await arrive(undo, { visits: bare, perSecond: arrivals, seconds, seed })
    const own = await arrive(undo, { visits, perSecond: arrivals, seconds, seed })
    rounds.push({ portal: own, floor })
    plan.log(
      `Server: shift change, ${arrivals.toFixed(0)} arrivals/s for ${seconds.toFixed(0)} s: ${textOf(own)}; bare: ${textOf(floor)}`,
    )
  }
  const series = (which: 'portal' | 'floor', figure: Exclude<keyof Arrived, 'times'>) =>
    rounds.map((round) => round[which][figure])
  const what = `Shift change, ${arrivals.toFixed(0)} arrivals a second`
  const line = (name: string, figure: 'p50' | 'p99' | 'p999', limit?: Line['limit']): Line => ({
    name: `${what}: ${name}`,
    value: median(series('portal', figure)),
    floor: median(series('floor', figure)),
    ratio: medianRatio(series('portal', figure), series('floor', figure)),
    spread: spreadOfRatios(series('portal', figure), series('floor', figure)),
    unit: 'ms',
    digits: 1,
    ...(limit && { limit }),
  })
  return [
    line('half of the answers within', 'p50'),
    line('99 of 100 within', 'p99', { atMost: 1.3 }),
    line('999 of 1,000 within', 'p999'),
    // The sum of all rounds, because the median would hide a round that failed.
    {
      name: `${what}: errors`,
      value: series('portal', 'errors').reduce((sum, each) => sum + each, 0),
      unit: '',
      limit: { atMost: 0 },
    },
  ]
}

/** The same visits to bare servers on the same database. */
async function bareShift(
  undo: Undo,
  address: string,
  people: FilledShift['people'],
  picture: Buffer,
): Promise<Visit[]> {
  const now = new Date()
  const statements = await Promise.all(
    people.map(async ({ employee, date, duty }) => ({
      read: await statementOf((db) => eventsOfDay(db, employee, date, namesOf(date))),
      confirm: await statementOf((db) => setConfirmedOn(db, employee, date, { schemaPostId: duty, undo: false }, now)),
    })),
  )
  const { read, confirm } = statements[0]!
  const origins = await Array.fromAsync({ length: processes }, async () => {
    const folder = await temporaryFolder(undo)
    return messageOf<string>(startChild(undo, 'bench/server/bare-shift.ts', [address, folder, read.text, confirm.text]))
  })
  const json = { 'content-type': 'application/json' }
  const post = (path: string, body: unknown): Visited => ({
    path,
    method: 'POST',
    headers: json,
    body: JSON.stringify(body),
  })
  const photo: Visited = {
    path: '/photo',
    method: 'POST',
    headers: { 'content-type': 'image/jpeg' },
    body: new Uint8Array(picture),
  }
  return statements.map((own, n) => {
    const path = `/${own.read.values.map(encodeURIComponent).join('/')}`
    const requests = [
      ...Array.from({ length: READS }, () => ({ path, headers: {} })),
      ...(n % CONFIRMS_ONE_IN === 0 ? [post('/confirm', own.confirm.values)] : []),
      ...(n % REPORTS_ONE_IN === 0 ? [photo, post('/report', payloads.addtrafikinformation())] : []),
    ]
    return { origin: origins[processOf(n)]!, requests }
  })
}

interface Form {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array<ArrayBuffer>
}

/** One form for all reports: a copy for each would be 300 MB that the client has to hold and to collect while it measures. */
function formWith(picture: Buffer): Form {
  const { headers, payload } = formOf({ name: 'file', fileName: 'bild.jpg', content: picture })
  return { headers, body: new Uint8Array(payload) }
}

function reportWith(form: Form, headers: Visited['headers']): Visited[] {
  return [
    { path: '/api/incident/uploadimage', method: 'POST', headers: { ...headers, ...form.headers }, body: form.body },
    {
      path: '/api/incident/addtrafikinformation',
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(payloads.addtrafikinformation()),
      uploadedInto: 'AttachmentUploadBlobNames',
    },
  ]
}

async function arrive(undo: Undo, given: Omit<Arrivals, 'warmUpSeconds'>): Promise<Arrived> {
  const client = startChild(undo, 'bench/server/arrivals.ts', [])
  client.send({ warmUpSeconds, ...given } satisfies Arrivals)
  const arrived = await messageOf<Arrived>(client, (warmUpSeconds + given.seconds + 120) * 1000)
  client.kill()
  return arrived
}

const textOf = ({ requests, errors, p50, p99, p999 }: Arrived) =>
  `${requests} requests, p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)}, p99.9 ${p999.toFixed(1)} ms, ${errors} errors`
