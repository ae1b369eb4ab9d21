import { importJWK, SignJWT } from 'jose'
import { median, medianRatio, spreadOfRatios } from '../figures.ts'
import { messageOf, pidOf, startChild, startPortal } from '../processes.ts'
import { processorTime, type Servers, spentSince } from '../processor.ts'
import type { Line } from '../results.ts'
import type { Undo } from '../undo.ts'
import { checkedSize, type Right } from './answers.ts'
import type { SigningKey } from './filling.ts'
import type { Ask, Load, Loaded } from './load.ts'
import type { Statement } from './statement.ts'

export interface ServerPlan {
  readonly rounds: number
  readonly postgres: string
  readonly log: (line: string) => void
}

/** One server under load: what to request, and the result of each round. */
export interface Contender {
  readonly name: string
  readonly origin: string
  readonly asks: readonly Ask[]
  readonly isRight: Right
  readonly servers: Servers
  readonly costs: Cost[]
}

/** Processor time per answer, in microseconds. */
interface Cost {
  /** Of the answering process alone: shows the cost of the portal's code. */
  readonly own: number
  /** With the database's part: shows the cost of a missing index. */
  readonly withDatabase: number
}

// V8 is still compiling after two seconds: its helper threads then cost the portal 90 µs an answer, after twelve seconds 37 µs.
const warmUpSeconds = 12

export type Loading = (contender: Contender, seconds: number) => Promise<Measured>

interface Measured extends Cost {
  readonly perSecond: number
}

/** The client; measures the cost of an answer and the answers per second. */
export function loader(undo: Undo, connections = 32): Loading {
  const child = startChild(undo, 'bench/server/load.ts', [])
  return async (contender, seconds) => {
    const asked: Load = { origin: contender.origin, asks: contender.asks, connections, seconds }
    const before = await processorTime(contender.servers)
    child.send(asked)
    const loaded = await messageOf<Loaded>(child)
    const after = await processorTime(contender.servers)
    if ('failed' in loaded) throw new Error(`${contender.name}: ${loaded.failed}`)
    const { own, withDatabase } = spentSince(before, after)
    const { answers, perSecond } = loaded
    return { own: own / answers, withDatabase: withDatabase / answers, perSecond }
  }
}

/**
 * Runs all contenders in every round, in order and in reverse, `seconds` each time, so that a shared machine that becomes slower
 * or faster meanwhile affects all of them equally.
 */
export async function inRounds(
  contenders: readonly Contender[],
  { rounds, log }: ServerPlan,
  load: Loading,
  seconds: number,
): Promise<void> {
  for (const contender of contenders) {
    const bytes = await checkedSize(contender.origin, contender.asks, contender.isRight)
    log(
      `Server: ${contender.name}: ${contender.asks.length} asked and rightly answered, ${Math.round(bytes)} bytes each`,
    )
    await load(contender, warmUpSeconds)
  }
  for (let round = 0; round < rounds; round++) {
    const loads = new Map<Contender, Measured[]>(contenders.map((contender) => [contender, []]))
    for (const contender of [...contenders, ...contenders.toReversed()]) {
      loads.get(contender)?.push(await load(contender, seconds))
    }
    const results: string[] = []
    for (const [{ name, costs }, both] of loads) {
      const own = mean(both.map((each) => each.own))
      const withDatabase = mean(both.map((each) => each.withDatabase))
      costs.push({ own, withDatabase })
      const perSecond = Math.round(mean(both.map((each) => each.perSecond)))
      results.push(`${name} ${Math.round(own)} µs, with the database ${Math.round(withDatabase)} µs (${perSecond}/s)`)
    }
    log(`Server: round ${round + 1} of ${rounds}: ${results.join(', ')}`)
  }
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** Averages several processes of one kind: V8 compiles the same code anew in each, and one may answer a tenth cheaper than the next. */
export function onAverage(processes: readonly Contender[]): Contender {
  const [first] = processes
  if (!first) throw new Error('no process')
  const costs = first.costs.map((_, round): Cost => {
    const ofRound = processes.flatMap(({ costs: each }) => each[round] ?? [])
    return { own: mean(ofRound.map(({ own }) => own)), withDatabase: mean(ofRound.map((each) => each.withDatabase)) }
  })
  return { ...first, costs }
}

/**
 * Compares the processor time per answer with the floor's. `of` is `own` against a bare route with the same statement, and
 * `withDatabase` for much data against little, because the database's time depends on the data.
 */
export function line(name: string, contender: Contender, floor: Contender, atMost: number, of: keyof Cost): Line {
  const costs = contender.costs.map((cost) => cost[of])
  const floors = floor.costs.map((cost) => cost[of])
  return {
    name,
    value: median(costs),
    floor: median(floors),
    unit: 'µs',
    ratio: medianRatio(costs, floors),
    spread: spreadOfRatios(costs, floors),
    limit: { atMost },
  }
}

interface Bare {
  readonly where: string
  /** Each has the values of one request. They differ in their text only by the month whose partition is read. */
  readonly statements: readonly Statement[]
  readonly isRight: Right
}

export async function bareRoute(undo: Undo, name: string, bare: Bare): Promise<Contender> {
  const { where, statements, isRight } = bare
  const texts = [...new Set(statements.map(({ text }) => text))]
  if (new Set(texts.map((text) => text.replaceAll(/_\d{4}_\d\d\b/g, ''))).size !== 1)
    throw new Error(`${name}: ${texts.length} statements for one route`)
  const child = startChild(undo, 'bench/server/bare.ts', [where, ...texts])
  const origin = await messageOf<string>(child)
  const asks = statements.map(({ text, values }) => ({
    path: `/${[...values, String(texts.indexOf(text))].map(encodeURIComponent).join('/')}`,
    headers: {},
  }))
  return { name, origin, asks, isRight, servers: { pid: pidOf(child), database: databaseOf(where) }, costs: [] }
}

/** The portal on a filled database, with a contender for each of its calls. */
export interface RunningPortal {
  readonly pid: number
  ask(name: string, asks: readonly { employee: string; path: string }[], isRight: Right): Promise<Contender>
}

export async function portalOn(
  undo: Undo,
  settings: Record<string, string>,
  signingKey: SigningKey,
): Promise<RunningPortal> {
  const { origin, pid } = await startPortal(undo, { DEMO: 'off', ...settings })
  const key = await importJWK(signingKey, 'ES256')
  return {
    pid,
    async ask(name, wanted, isRight) {
      const employees = [...new Set(wanted.map(({ employee }) => employee))]
      const tokens = new Map(
        await Promise.all(employees.map(async (id) => [id, await token(id, origin, signingKey.kid, key)] as const)),
      )
      const asks = wanted.map(({ employee, path }) => ({
        path,
        headers: { authorization: `Bearer ${tokens.get(employee)}` },
      }))
      return { name, origin, asks, isRight, servers: { pid, database: databaseOf(settings.DATABASE_URL) }, costs: [] }
    },
  }
}

/** The database's name in an address; undefined for a folder. */
const databaseOf = (where = '') => (where.startsWith('postgres') ? new URL(where).pathname.slice(1) : undefined)

/** An ID token like those of the portal's own provider: same key, issuer and audience. */
function token(
  employee: string,
  origin: string,
  kid: string,
  key: Awaited<ReturnType<typeof importJWK>>,
): Promise<string> {
  return new SignJWT({})
    .setProtectedHeader({ alg: 'ES256', kid })
    .setIssuer(`${origin}/oidc`)
    .setAudience('linjen-local')
    .setSubject(employee)
    .setIssuedAt()
    .setExpirationTime('1 hour')
    .sign(key)
}
