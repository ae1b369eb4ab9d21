// Which call each employee may make: every call of the contract with every credential, compared with the gates. The expectation
// is computed here from the variants' files, the employees' rows and the definition of a gate, without any code of the product.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Call } from '#platform/contract/call.ts'
import type { Gate } from '#platform/contract/claims.ts'
import { effort, seed, tried } from '../../checks/effort.ts'
import { credentials, type Credential } from './test-credentials.ts'
import { testIssuer, type TestIssuer } from './test-issuer.ts'
import { testPortal, type TestPortal } from './test-portal.ts'
import { readRolesPage } from './test-roles-page.ts'

type AnyCall = Call<unknown, unknown, unknown>

const patience = effort({ sample: 180_000, full: 1_800_000 })
const most = effort({ sample: 1000, full: Infinity })

let issuer: TestIssuer
let portal: TestPortal
let asked: Credential[]
const people = new Map<string, { readonly company: string; readonly claims: ReadonlyMap<string, readonly string[]> }>()
/** The features that the variants' files switch off, by host and by company. */
const offOnHost = new Map<string, readonly string[]>()
const offInCompany = new Map<string, readonly string[]>()

beforeAll(async () => {
  issuer = await testIssuer({
    entra: { company: 'norr', signIn: { subjectClaim: 'oid' } },
    keycloak: { company: 'norr' },
  })
  portal = await testPortal({ VARIANTS_DIR: issuer.variantsDir, WRITES_PER_MINUTE: '100000000' })
  asked = await credentials(portal, issuer)
  for (const name of ['local', 'dev', 'norr', 'vast', 'ost', 'syd', 'entra', 'keycloak']) {
    const file = await readFile(join(issuer.variantsDir, name, 'variant.json'), 'utf8')
    const variant = JSON.parse(file) as { hosts: string[]; company: { id: string } | null; switchedOff?: string[] }
    for (const host of variant.hosts) offOnHost.set(host, variant.switchedOff ?? [])
    if (variant.company) offInCompany.set(variant.company.id, variant.switchedOff ?? [])
  }
  const { rows } = await sql<{ userName: string; company: string; type: string; value: string }>`
    select e.user_name as "userName", e.company, c.type, c.value from employees e join employee_claims c on c.employee_id = e.id`.execute(
    portal.db,
  )
  const { permits } = await readRolesPage()
  const held = await sql<{ userName: string; company: string; role: string }>`
    select e.user_name as "userName", e.company, r.role from employees e join role_assignments r on r.employee_id = e.id`.execute(
    portal.db,
  )
  const permitted = held.rows.flatMap(({ userName, company, role }) =>
    [...(permits.get(role) ?? [])].map((value) => ({ userName, company, type: 'Kontor', value })),
  )
  // A deviation that names an employee as responsible is handled without a role (docs/decisions/0093).
  const naming = await sql<{ userName: string; company: string }>`
    select distinct e.user_name as "userName", e.company from employees e
    join cases c on c.responsible_id = e.id and c.company = e.company where c.kind = 'avvikelser'`.execute(portal.db)
  const named = naming.rows.flatMap((who) =>
    ['deviations.see', 'deviations.handle'].map((value) => ({ ...who, type: 'Kontor', value })),
  )
  for (const { userName, company, type, value } of [...rows, ...permitted, ...named]) {
    const claims = new Map(people.get(userName)?.claims)
    people.set(userName, { company, claims: claims.set(type, [...(claims.get(type) ?? []), value]) })
  }
}, patience)
afterAll(async () => {
  await portal.close()
  await issuer.close()
})

/** A gate, implemented from its description. */
function opens(gate: Gate | undefined, userName: string, host: string): boolean {
  const { company, claims } = people.get(userName)!
  if (!gate) return true
  if (gate.feature && [...(offOnHost.get(host) ?? []), ...(offInCompany.get(company) ?? [])].includes(gate.feature))
    return false
  const present = (gate.anyOf ?? []).filter((type) =>
    gate.value === undefined ? claims.has(type) : claims.get(type)?.includes(gate.value),
  )
  if (gate.anyOf && present.length === 0) return false
  return !(gate.unlessBlacklisted && claims.has('BlacklistEnabled') && !claims.has(gate.unlessBlacklisted))
}

function expected({ gate }: AnyCall, { expected: who, host }: Credential): 'taken' | 401 | 403 {
  if (typeof who === 'number') return who
  return opens(gate, who.userName, host) ? 'taken' : 403
}

async function found(call: AnyCall, credential: Credential): Promise<number | 'taken'> {
  const { host, header, renewed } = credential
  // The call that ends a sign-in gets a token of its own.
  const authorization = call.path === '/api/user/loggaut' ? await renewed() : header
  const { statusCode, headers } = await portal.app.inject({
    method: call.method,
    url: call.path.replaceAll(/:\w+/g, '1'),
    headers: { host, ...(authorization !== undefined && { authorization }) },
    ...(call.method === 'POST' && { payload: {} }),
  })
  if (statusCode === 401 && !String(headers['www-authenticate']).startsWith('Bearer')) return -1
  // 'taken' means that the gate let the request through. The request may still be invalid, or its object absent.
  return [200, 400, 404, 406, 415].includes(statusCode) ? 'taken' : statusCode
}

test(
  'every call is open to exactly those whom its gate admits',
  async (context) => {
    expect(asked.length).toBeGreaterThan(200)
    const calls: readonly AnyCall[] = portal.app.calls
    const cells = calls.flatMap((call) => asked.map((credential) => ({ call, credential })))
    const [order = []] = fc.sample(fc.shuffledSubarray(cells, { minLength: cells.length }), { seed, numRuns: 1 })
    // A sample that has each call and each credential at least once.
    const chosen = new Set([
      ...calls.map((call) => order.find((cell) => cell.call === call)!),
      ...asked.map((credential) => order.find((cell) => cell.credential === credential)!),
      ...order.slice(0, most),
    ])
    const differences: string[] = []
    const counts = { taken: 0, 401: 0, 403: 0 }
    for (const { call, credential } of chosen) {
      const should = expected(call, credential)
      counts[should]++
      const is = await found(call, credential)
      if (is !== should)
        differences.push(`${call.method} ${call.path} with ${credential.what}: ${is}, should be ${should}`)
    }
    expect(differences).toEqual([])
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(50)
    tried(context, chosen.size)
  },
  patience,
)
