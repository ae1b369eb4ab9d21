import { randomUUID } from 'node:crypto'
import { cp } from 'node:fs/promises'
import { importJWK, SignJWT } from 'jose'
import pg from 'pg'
import { median, medianRatio } from '../figures.ts'
import { messageOf, startChild, startPortal, temporaryFolder } from '../processes.ts'
import type { Line } from '../results.ts'
import type { Undo } from '../undo.ts'
import type { Filled } from './fill.ts'
import { checkedSize, type Rows } from './answers.ts'
import type { Ask, Load, Loaded } from './load.ts'

export interface ServerPlan {
  readonly rounds: number
  readonly postgres: string
  readonly tell: (line: string) => void
}

const connections = 32
const secondsARound = 4
const warmUpSeconds = 2
const fillMs = 180_000

/** One server under load: whom to ask, and what each round gave. */
interface Contender {
  readonly name: string
  readonly origin: string
  readonly asks: readonly Ask[]
  readonly perSecond: number[]
}

/** GET /api/bpl/uppdrag of the real portal against a bare route with the same statement, on both engines. */
export async function measureServer(plan: ServerPlan, undo: Undo): Promise<Line[]> {
  const loader = startChild(undo, 'bench/server/load.ts', [])
  const load = async (contender: Contender, seconds: number) => {
    const asked: Load = { origin: contender.origin, asks: contender.asks, connections, seconds }
    loader.send(asked)
    const loaded = await messageOf<Loaded>(loader)
    if ('failed' in loaded) throw new Error(`${contender.name}: ${loaded.failed}`)
    return loaded.perSecond
  }

  plan.tell('Server: fyller PostgreSQL med 100 000 och 1 000 000 rader …')
  const small = await filledPostgres(plan, undo, 100_000)
  const large = await filledPostgres(plan, undo, 1_000_000)
  const bare = await bareRoute(undo, 'bar väg, PostgreSQL', small.address, small.filled)
  const portal = await portalRoute(undo, 'portalen, PostgreSQL', { DATABASE_URL: small.address }, small.filled)
  const portalLarge = await portalRoute(
    undo,
    'portalen, 1 000 000 rader',
    { DATABASE_URL: large.address },
    large.filled,
  )
  await inRounds([bare, portal, portalLarge], plan, load)

  plan.tell('Server: fyller PGlite med 100 000 rader …')
  const folder = await temporaryFolder(undo)
  const filled = await fill(undo, folder, 100_000)
  const copy = await temporaryFolder(undo)
  await cp(folder, copy, { recursive: true })
  const bareEmbedded = await bareRoute(undo, 'bar väg, PGlite', copy, filled)
  const portalEmbedded = await portalRoute(undo, 'portalen, PGlite', { DATA_DIR: folder }, filled)
  await inRounds([bareEmbedded, portalEmbedded], plan, load)

  return [
    line('Portalen mot bar väg, PostgreSQL, 100 000 rader', portal, bare, 0.7),
    line('Portalen med 1 000 000 rader mot 100 000', portalLarge, portal, 0.95),
    line('Portalen mot bar väg, PGlite, 100 000 rader', portalEmbedded, bareEmbedded, 0.85),
  ]
}

function line(name: string, contender: Contender, floor: Contender, atLeast: number): Line {
  return {
    name,
    value: median(contender.perSecond),
    floor: median(floor.perSecond),
    unit: 'svar/s',
    ratio: medianRatio(contender.perSecond, floor.perSecond),
    limit: { atLeast },
  }
}

/** All contenders in every round, each time the other way round, so that none always goes first. */
async function inRounds(
  contenders: readonly Contender[],
  { rounds, tell }: ServerPlan,
  load: (contender: Contender, seconds: number) => Promise<number>,
): Promise<void> {
  for (const contender of contenders) {
    const bytes = await checkedSize(
      contender.origin,
      contender.asks,
      contender.name.startsWith('bar') ? bareRows : portalRows,
    )
    tell(`Server: ${contender.name}: ${contender.asks.length} dagar rätt besvarade, ${Math.round(bytes)} byte var`)
    await load(contender, warmUpSeconds)
  }
  for (let round = 0; round < rounds; round++) {
    for (const contender of round % 2 ? contenders.toReversed() : contenders) {
      contender.perSecond.push(await load(contender, secondsARound))
    }
    tell(
      `Server: omgång ${round + 1} av ${rounds}: ${contenders.map(({ name, perSecond }) => `${name} ${Math.round(perSecond.at(-1) ?? 0)}/s`).join(', ')}`,
    )
  }
}

const bareRows: Rows = (body) => body as { starts_at: string }[]
const portalRows: Rows = (body) => {
  const [day] = (body as { result: { uppdrag: { starttid: string }[] }[] }).result
  return (day?.uppdrag ?? []).map(({ starttid }) => ({ starts_at: starttid }))
}

async function bareRoute(undo: Undo, name: string, where: string, { days }: Filled): Promise<Contender> {
  const origin = await messageOf<string>(startChild(undo, 'bench/server/bare.ts', [where]))
  const asks = days.map(({ employee, date }) => ({ path: `/uppdrag/${employee}/${date}`, headers: {} }))
  return { name, origin, asks, perSecond: [] }
}

async function portalRoute(
  undo: Undo,
  name: string,
  settings: Record<string, string>,
  filled: Filled,
): Promise<Contender> {
  const origin = await startPortal(undo, { DEMO: 'off', ...settings })
  const key = await importJWK(filled.signingKey, 'ES256')
  const employees = [...new Set(filled.days.map(({ employee }) => employee))]
  const tokens = new Map(
    await Promise.all(employees.map(async (id) => [id, await token(id, origin, filled.signingKey.kid, key)] as const)),
  )
  const asks = filled.days.map(({ employee, date }) => ({
    path: `/api/bpl/uppdrag?date=${date}`,
    headers: { authorization: `Bearer ${tokens.get(employee)}` },
  }))
  return { name, origin, asks, perSecond: [] }
}

/** An ID token as the portal's own provider signs it: same key, issuer and audience. */
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

async function filledPostgres({ postgres }: ServerPlan, undo: Undo, rows: number) {
  const database = `linjen_bench_${randomUUID().replaceAll('-', '')}`
  const address = new URL(postgres)
  await onServer(postgres, `create database ${database}`)
  undo.add(() => onServer(postgres, `drop database ${database} with (force)`))
  address.pathname = `/${database}`
  return { address: address.href, filled: await fill(undo, address.href, rows) }
}

async function fill(undo: Undo, where: string, rows: number): Promise<Filled> {
  const child = startChild(undo, 'bench/server/fill.ts', [where, String(rows)])
  const filled = await messageOf<Filled>(child, fillMs)
  await new Promise((resolve) => (child.exitCode === null ? child.once('exit', resolve) : resolve(null)))
  return filled
}

async function onServer(postgres: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: postgres })
  await client.connect()
  await client.query(statement)
  await client.end()
}
