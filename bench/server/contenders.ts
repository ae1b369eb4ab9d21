import { importJWK, SignJWT } from 'jose'
import { median, medianRatio } from '../figures.ts'
import { messageOf, startChild, startPortal } from '../processes.ts'
import type { Line } from '../results.ts'
import type { Undo } from '../undo.ts'
import { checkedSize, type Right } from './answers.ts'
import type { SigningKey } from './filling.ts'
import type { Ask, Load, Loaded } from './load.ts'
import type { Statement } from './statement.ts'

export interface ServerPlan {
  readonly rounds: number
  readonly postgres: string
  readonly tell: (line: string) => void
}

/** One server under load: whom to ask, and what each round gave. */
export interface Contender {
  readonly name: string
  readonly origin: string
  readonly asks: readonly Ask[]
  readonly isRight: Right
  readonly perSecond: number[]
}

const connections = 32
const warmUpSeconds = 2

export type Loading = (contender: Contender, seconds: number) => Promise<number>

/** The client; answers a second. */
export function loader(undo: Undo): Loading {
  const child = startChild(undo, 'bench/server/load.ts', [])
  return async (contender, seconds) => {
    const asked: Load = { origin: contender.origin, asks: contender.asks, connections, seconds }
    child.send(asked)
    const loaded = await messageOf<Loaded>(child)
    if ('failed' in loaded) throw new Error(`${contender.name}: ${loaded.failed}`)
    return loaded.perSecond
  }
}

/**
 * All contenders in every round, there and back again, `seconds` each time: a machine that grows slower or faster meanwhile, as shared
 * ones do, then does so for all alike.
 */
export async function inRounds(
  contenders: readonly Contender[],
  { rounds, tell }: ServerPlan,
  load: Loading,
  seconds: number,
): Promise<void> {
  for (const contender of contenders) {
    const bytes = await checkedSize(contender.origin, contender.asks, contender.isRight)
    tell(`Server: ${contender.name}: ${contender.asks.length} frågor rätt besvarade, ${Math.round(bytes)} byte var`)
    await load(contender, warmUpSeconds)
  }
  for (let round = 0; round < rounds; round++) {
    const loads = new Map(contenders.map((contender) => [contender, 0]))
    for (const contender of [...contenders, ...contenders.toReversed()]) {
      loads.set(contender, (loads.get(contender) ?? 0) + (await load(contender, seconds)))
    }
    for (const [contender, both] of loads) contender.perSecond.push(both / 2)
    const told = contenders.map(({ name, perSecond }) => `${name} ${Math.round(perSecond.at(-1) ?? 0)}/s`)
    tell(`Server: omgång ${round + 1} av ${rounds}: ${told.join(', ')}`)
  }
}

export function line(name: string, contender: Contender, floor: Contender, atLeast: number): Line {
  return {
    name,
    value: median(contender.perSecond),
    floor: median(floor.perSecond),
    unit: 'svar/s',
    ratio: medianRatio(contender.perSecond, floor.perSecond),
    limit: { atLeast },
  }
}

interface Bare {
  readonly where: string
  /** The same text each time, with the values of each ask. */
  readonly statements: readonly Statement[]
  readonly isRight: Right
}

export async function bareRoute(undo: Undo, name: string, bare: Bare): Promise<Contender> {
  const { where, statements, isRight } = bare
  const [text, ...others] = new Set(statements.map((statement) => statement.text))
  if (text === undefined || others.length > 0) throw new Error(`${name}: ${others.length + 1} statements for one route`)
  const origin = await messageOf<string>(startChild(undo, 'bench/server/bare.ts', [where, text]))
  const asks = statements.map(({ values }) => ({
    path: `/${values.map(encodeURIComponent).join('/')}`,
    headers: {},
  }))
  return { name, origin, asks, isRight, perSecond: [] }
}

/** The portal on a filled database: gives contenders, one for each of its calls. */
export interface RunningPortal {
  ask(name: string, asks: readonly { employee: string; path: string }[], isRight: Right): Promise<Contender>
}

export async function portalOn(
  undo: Undo,
  settings: Record<string, string>,
  signingKey: SigningKey,
): Promise<RunningPortal> {
  const origin = await startPortal(undo, { DEMO: 'off', ...settings })
  const key = await importJWK(signingKey, 'ES256')
  return {
    async ask(name, wanted, isRight) {
      const employees = [...new Set(wanted.map(({ employee }) => employee))]
      const tokens = new Map(
        await Promise.all(employees.map(async (id) => [id, await token(id, origin, signingKey.kid, key)] as const)),
      )
      const asks = wanted.map(({ employee, path }) => ({
        path,
        headers: { authorization: `Bearer ${tokens.get(employee)}` },
      }))
      return { name, origin, asks, isRight, perSecond: [] }
    },
  }
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
