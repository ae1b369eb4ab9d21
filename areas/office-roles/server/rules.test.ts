// Rules that give roles by the claims of a sign-in, as Entra and Keycloak send them: rules, sign-ins, and what both store.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { holdersOf } from '#core/people/server/roles/holders.ts'
import { followRoleRules, ruleStateOf } from '#core/people/server/roles/role-rules.ts'
import { findByUserName } from '#core/people/server/store.ts'
import { testIssuer, type TestIssuer } from '../../../app/server/test-issuer.ts'
import { testPortal, type TestPortal } from '../../../app/server/test-portal.ts'
import { giveDeputy, giveRole } from '../../../app/server/test-roles.ts'
import { importers } from '../../../app/server/run-command.ts'
import { testPlatform } from '../../../app/server/test-platform.ts'
import { testNow } from '../../../app/server/test-template.ts'

let issuer: TestIssuer
let portal: TestPortal
const host = 'katalog.localhost'
beforeAll(async () => {
  issuer = await testIssuer({ katalog: { company: 'norr', signIn: { apiAudience: 'api://linjen' } } })
  portal = await testPortal({ VARIANTS_DIR: issuer.variantsDir })
  for (const userName of [
    'bertil',
    'amina',
    'emil',
    'zahra',
    'tesfaye',
    'omar',
    'jenny',
    'eva',
    'yusuf',
    'nermin',
    'linnea',
    'birgitta',
    'samir',
  ])
    await sql`
      insert into identities (issuer, subject, employee_id)
      select ${issuer.issuer}, user_name, id from employees where company = 'norr' and user_name = ${userName}`.execute(
      portal.db,
    )
}, 60_000)
afterAll(async () => {
  await portal.close()
  await issuer.close()
})
beforeEach(() => {
  later(31)
})

const later = (seconds: number) => {
  portal.clock.now = new Date(portal.clock.now.getTime() + seconds * 1000)
}
/** A token of the company's own provider. */
const tokenOf = (userName: string, claims: object) =>
  portal.token(userName, { host, claims: { iss: issuer.issuer, sub: userName, aud: 'linjen-katalog', ...claims } })
/** The keys of the roles that a token's employee has, or the status of the refusal. */
async function rolesWith(token: string) {
  const answer = await portal.app.inject({
    url: '/api/kontor/minaroller',
    headers: { host, authorization: `Bearer ${token}` },
  })
  if (answer.statusCode !== 200) return answer.statusCode
  return (answer.json().result as { roll: string }[]).map(({ roll }) => roll)
}
const signsIn = async (userName: string, claims: object) => rolesWith(await tokenOf(userName, claims))
/** What an employee may do in the office with a token. */
async function permissionsOf(userName: string, claims: object): Promise<string[]> {
  const headers = { host, authorization: `Bearer ${await tokenOf(userName, claims)}` }
  const answer = await portal.app.inject({ url: '/api/user/profile', headers })
  const found = answer.json().result as { type: string; value: string }[]
  return found.filter(({ type }) => type === 'Kontor').map(({ value }) => value)
}
const post = (by: string, path: string, body: object) => portal.send(by, 'POST', `/api/kontor/${path}`, { body })
async function rule(fields: object): Promise<number> {
  const { status, body } = await post('jenny', 'rollregler', fields)
  expect([status, body.modelState]).toEqual([200, undefined])
  return body.result.id
}
const remove = (id: number, by = 'jenny') => post(by, 'rollregler/ta-bort', { id })
const audited = async (userName: string) =>
  (
    await sql<{ what: string; by: string | null; because: string | null }>`
      select a.what, a.by_id as by, a.after->>'because' as because from audit a join employees e on e.id = a.about_id
      where e.user_name = ${userName} and a.object_kind = 'role' order by a.id`.execute(portal.db)
  ).rows

describe('a rule gives the role at the sign-in', () => {
  test('by an app role of Entra, and says why', async () => {
    await rule({ claim: 'roles', varde: 'verkstad.norr', roll: 'verkstad', utfardare: `${issuer.issuer}/` })
    expect(await signsIn('bertil', { roles: ['annat', 'verkstad.norr'] })).toEqual(['verkstad'])
    const token = await tokenOf('bertil', { roles: 'verkstad.norr' })
    const { body } = await portal.send(null, 'GET', '/api/kontor/minaroller', {
      host,
      headers: { authorization: `Bearer ${token}` },
    })
    expect(body.result).toEqual([
      expect.objectContaining({ roll: 'verkstad', kalla: 'claim', grund: 'roles = verkstad.norr', omrade: null }),
    ])
    // A later token of another provider does not end a role whose rule names this provider.
    later(1)
    const ofAnother = { authorization: `Bearer ${await portal.token('bertil')}` }
    const { body: there } = await portal.send(null, 'GET', '/api/kontor/minaroller', { headers: ofAnother })
    expect(there.result).toEqual([expect.objectContaining({ roll: 'verkstad' })])
    expect(await audited('bertil')).toEqual([{ what: 'rule.gave', by: null, because: 'roles = verkstad.norr' }])
  })

  test('by the path of a group in Keycloak, in one area', async () => {
    await rule({ claim: 'groups', varde: '/norr/kiruna/verkstad', roll: 'trafikledare', omrade: 'Umeå' })
    expect(await signsIn('amina', { groups: ['/norr/kiruna'] })).toBe(403)
    later(1)
    expect(await signsIn('amina', { groups: ['/norr/kiruna', '/norr/kiruna/verkstad'] })).toEqual(['trafikledare'])
    const list = (await portal.send('jenny', 'GET', '/api/kontor/roller')).body.result
    expect(list).toContainEqual(
      expect.objectContaining({ anstalld: expect.stringMatching(/^Amina/), omrade: 'Umeå', kanAvslutas: false }),
    )
  })

  test('by a nested claim, and by one that has dots in its name', async () => {
    await rule({ claim: 'realm_access.roles', varde: 'facket', roll: 'facklig' })
    await rule({ claim: 'https://linjen.se/roll', varde: 'info', roll: 'kommunikator' })
    const claims = { realm_access: { roles: ['facket'] }, 'https://linjen.se/roll': 'info' }
    expect(await signsIn('emil', claims)).toEqual(['facklig', 'kommunikator'])
  })

  test('and ends it when the claim is gone, once', async () => {
    await rule({ claim: 'groups', varde: 'trafik', roll: 'trafikledare' })
    expect(await signsIn('zahra', { groups: ['trafik'] })).toEqual(['trafikledare'])
    later(31)
    for (let times = 0; times < 3; times++) expect(await signsIn('zahra', { groups: ['trafik'] })).toHaveLength(1)
    later(31)
    expect(await signsIn('zahra', {})).toBe(403)
    later(31)
    expect(await signsIn('zahra', {})).toBe(403)
    expect((await audited('zahra')).map(({ what }) => what)).toEqual(['rule.gave', 'rule.ended'])
  })

  test('within 30 seconds of when it is made, and no longer when it is removed', async () => {
    const token = await tokenOf('tesfaye', { groups: ['kommunikation'] })
    expect(await rolesWith(token)).toBe(403)
    const id = await rule({ claim: 'groups', varde: 'kommunikation', roll: 'kommunikator' })
    later(31)
    expect(await rolesWith(token)).toEqual(['kommunikator'])
    expect((await remove(id)).status).toBe(200)
    later(31)
    expect(await rolesWith(token)).toBe(403)
    expect((await remove(id)).status).toBe(404)
  })
})

describe('it never', () => {
  test('ends a deputy’s role because another rule gives the same one', async () => {
    const live = async () =>
      (
        await sql<{ who: string; because: string }>`
          select e.user_name as who, h.given_because as because from role_assignments r
          join employees e on e.id = r.employee_id
          join role_assignments h on h.company = r.company and h.id = r.deputy_of and h.ended_at is null
          where r.ended_at is null and h.employee_id = (select id from employees where user_name = 'linnea')`.execute(
          portal.db,
        )
      ).rows
    for (const varde of ['lag-1', 'lag-2']) await rule({ claim: 'groups', varde, roll: 'verkstad', omrade: 'Umeå' })
    expect(await signsIn('linnea', { groups: ['lag-2'] })).toEqual(['verkstad'])
    const { rows } = await sql<{ id: number }>`
      select id from role_assignments where ended_at is null
        and employee_id = (select id from employees where user_name = 'linnea')`.execute(portal.db)
    await giveDeputy(portal.db, 'anders', rows[0]!.id, { from: '2026-11-01', to: '2027-01-31' })
    later(1)
    expect(await signsIn('linnea', { groups: ['lag-1', 'lag-2'] })).toEqual(['verkstad'])
    expect(await live()).toEqual([{ who: 'anders', because: 'groups = lag-1' }])
    expect((await audited('linnea')).map(({ what }) => what)).toEqual(['rule.gave', 'rule.gave', 'rule.ended'])
    expect((await audited('anders')).map(({ what }) => what)).toEqual(['role.kept'])
    later(1)
    expect(await signsIn('linnea', { groups: [] })).toBe(403)
    expect(await live()).toEqual([])
  })

  test('ends the role of whoever has it by another rule too, or that of the deputy, when it is removed itself', async () => {
    const place = { roll: 'verkstad', omrade: 'Skellefteå' }
    const [first, second] = [
      await rule({ claim: 'groups', varde: 'gamla-laget', ...place }),
      await rule({ claim: 'groups', varde: 'nya-laget', ...place }),
    ]
    expect(await signsIn('birgitta', { groups: ['gamla-laget', 'nya-laget'] })).toEqual(['verkstad'])
    expect(await signsIn('samir', { groups: ['gamla-laget'] })).toContain('verkstad')
    const { rows } = await sql<{ id: number }>`
      select r.id from role_assignments r join employees e on e.id = r.employee_id
      where e.user_name in ('birgitta', 'samir') and r.source = 'claim' and r.ended_at is null order by e.user_name`.execute(
      portal.db,
    )
    await giveDeputy(portal.db, 'anders', rows[0]!.id, { from: '2026-11-01', to: '2027-01-31' })
    await giveDeputy(portal.db, 'per-olov', rows[1]!.id, { from: '2026-11-01', to: '2027-01-31' })
    const handlers = async () => {
      const scope = { area: 'Skellefteå', category: null }
      const ids = await holdersOf(portal.db, 'norr', 'faults.handle', { scope, today: '2026-11-21' })
      const found = await sql<{ name: string }>`
        select user_name as name from employees where id = any(${ids})
          and user_name in ('birgitta', 'anders', 'samir', 'per-olov') order by user_name`.execute(portal.db)
      return found.rows.map(({ name }) => name)
    }
    expect(await handlers()).toEqual(['anders', 'birgitta', 'per-olov', 'samir'])
    expect((await remove(first)).status).toBe(200)
    expect(await handlers()).toEqual(['anders', 'birgitta'])
    expect((await audited('birgitta')).map(({ what, because }) => [what, because])).toEqual([
      ['rule.gave', 'groups = gamla-laget'],
      ['rule.gave', 'groups = nya-laget'],
      ['role.ended', null],
    ])
    expect((await remove(second)).status).toBe(200)
    expect(await handlers()).toEqual([])
  })

  test('touches what somebody gave by hand', async () => {
    const held = await giveRole(portal.db, 'omar', 'verkstad')
    await rule({ claim: 'roles', varde: 'verkstad.omar', roll: 'verkstad' })
    expect(await signsIn('omar', { roles: ['verkstad.omar'] })).toEqual(['verkstad', 'verkstad'])
    later(1)
    expect(await signsIn('omar', {})).toEqual(['verkstad'])
    const { rows } = await sql<{ id: number }>`
      select id from role_assignments r where ended_at is null
        and employee_id = (select id from employees where user_name = 'omar')`.execute(portal.db)
    expect(rows).toEqual([{ id: held }])
  })

  test('lets an older token decide, or an access token, or one that leaves groups out', async () => {
    await rule({ claim: 'groups', varde: 'stab', roll: 'kommunikator' })
    const old = await tokenOf('yusuf', {})
    later(60)
    const fresh = await tokenOf('yusuf', { groups: ['stab'] })
    expect(await rolesWith(fresh)).toEqual(['kommunikator'])
    later(31)
    expect(await rolesWith(old)).toEqual(['kommunikator'])
    later(1)
    expect(await signsIn('yusuf', { aud: 'api://linjen' })).toEqual(['kommunikator'])
    later(1)
    const tooMany = { _claim_names: { groups: 'src1' }, _claim_sources: { src1: { endpoint: 'https://graph' } } }
    expect(await signsIn('yusuf', tooMany)).toEqual(['kommunikator'])
    later(1)
    expect(await signsIn('yusuf', { groups: [] })).toBe(403)
  })

  test('is kept longer than a token by whoever uses access tokens alone', async () => {
    await giveRole(portal.db, 'omar', 'verkstad')
    await rule({ claim: 'groups', varde: 'passet', roll: 'kommunikator' })
    const byHand = 'faults.see'
    const byRule = 'comments.moderate'
    expect(await permissionsOf('omar', { groups: ['passet'] })).toEqual(expect.arrayContaining([byHand, byRule]))
    later(23 * 3600)
    expect(await permissionsOf('omar', { aud: 'api://linjen' })).toEqual(expect.arrayContaining([byHand, byRule]))
    later(2 * 3600)
    const stale = await permissionsOf('omar', { aud: 'api://linjen' })
    expect(stale).toContain(byHand)
    expect(stale).not.toContain(byRule)
    expect(await permissionsOf('omar', { groups: ['passet'] })).toContain(byRule)
  })

  test('outlives the tokens of the provider that its rule names, and neither does a deputy’s', async () => {
    const ofProvider = await rule({ claim: 'groups', varde: 'egna', roll: 'verkstad', utfardare: issuer.issuer })
    expect(await signsIn('tesfaye', { groups: ['egna'] })).toEqual(['verkstad'])
    const { rows: held } = await sql<{ id: number }>`
      select r.id from role_assignments r join employees e on e.id = r.employee_id
      where e.user_name = 'tesfaye' and r.ended_at is null`.execute(portal.db)
    await giveDeputy(portal.db, 'samir', held[0]!.id, { from: '2026-01-01', to: '2027-12-31' })
    /** The roles of somebody who signs in at the provider of the other hosts. */
    const elsewhere = async (userName: string) => {
      const { status, body } = await portal.send(userName, 'GET', '/api/kontor/minaroller')
      return status === 200 ? body.result.map(({ roll }: { roll: string }) => roll) : status
    }
    const listed = async () => {
      const { body } = await portal.send('jenny', 'GET', '/api/kontor/roller')
      const found = body.result as { anstalld: string; roll: string }[]
      return found.filter(({ anstalld, roll }) => roll === 'verkstad' && /^(Tesfaye|Samir)/.test(anstalld))
    }
    later(23 * 3600)
    expect([await elsewhere('tesfaye'), await elsewhere('samir')]).toEqual([['verkstad'], ['trafikledare', 'verkstad']])
    expect(await listed()).toHaveLength(2)
    later(2 * 3600)
    const byAccessToken = await permissionsOf('tesfaye', { aud: 'api://linjen', groups: ['egna'] })
    expect(byAccessToken).toEqual([])
    expect(await elsewhere('tesfaye')).toBe(403)
    later(31)
    expect([await elsewhere('samir'), await listed()]).toEqual([['trafikledare'], []])
    expect((await audited('tesfaye')).map(({ what }) => what).slice(-2)).toEqual(['rule.gave', 'rule.ended'])
    expect(await signsIn('tesfaye', { groups: ['egna'] })).toEqual(['verkstad'])
    expect((await remove(ofProvider)).status).toBe(200)
  })

  test('lets a token decide for whoever does not work here any more', async () => {
    await sql`update employees set active = false where user_name = 'nermin'`.execute(portal.db)
    expect(await signsIn('nermin', { roles: ['verkstad.norr'] })).toBe(403)
    const { rows } = await sql`
      select 1 from role_claims c join employees e on e.id = c.employee_id where e.user_name = 'nermin'`.execute(
      portal.db,
    )
    expect(rows).toEqual([])
    await sql`update employees set active = true where user_name = 'nermin'`.execute(portal.db)
  })

  test('counts at another provider than it names, or in another company', async () => {
    await rule({ claim: 'roles', varde: 'x', roll: 'facklig', utfardare: 'https://login.example.se' })
    expect(await signsIn('nermin', { roles: ['x'] })).toBe(403)
    await giveRole(portal.db, 'gunilla', 'it')
    const { body } = await portal.send('gunilla', 'GET', '/api/kontor/rollregler')
    expect(body.result).toEqual([])
    await sql`
      insert into role_rules (company, claim, value, role, made_at) values ('vast', 'roles', 'annan', 'verkstad', now())`.execute(
      portal.db,
    )
    later(31)
    expect(await signsIn('nermin', { roles: ['annan'] })).toBe(403)
  })

  test('keeps anybody out where the database takes no writes, and lets nobody keep a role by it', async () => {
    const token = await tokenOf('nermin', { groups: ['stab'] })
    expect(await rolesWith(token)).toEqual(['kommunikator'])
    await sql`
      create function no_writes() returns trigger language plpgsql as $$ begin raise exception 'disk full'; end $$`.execute(
      portal.db,
    )
    await sql`create trigger no_writes before insert or update on role_claims for each row execute function no_writes()`.execute(
      portal.db,
    )
    later(1)
    expect(await signsIn('nermin', {})).toBe(403)
    const headers = { host, authorization: `Bearer ${await tokenOf('nermin', {})}` }
    expect((await portal.app.inject({ url: '/api/user/profile', headers })).statusCode).toBe(200)
    expect(portal.logged.some((line) => line.includes('role rules not followed'))).toBe(true)
    await sql`drop trigger no_writes on role_claims`.execute(portal.db)
  })
})

describe('an account that is taken away', () => {
  const account = { anstid: '', utfardare: '', konto: 'zahra' }
  const numberOf = async (userName: string) =>
    (await sql<{ number: string }>`select number from employees where user_name = ${userName}`.execute(portal.db))
      .rows[0]!.number
  const link = () =>
    sql`insert into identities (issuer, subject, employee_id)
      select ${issuer.issuer}, 'zahra', id from employees where user_name = 'zahra'`.execute(portal.db)
  const held = async (userName: string) =>
    (
      await sql<{ role: string }>`
        select r.role from role_assignments r join employees e on e.id = r.employee_id
        where e.user_name = ${userName} and r.source = 'claim' and r.ended_at is null`.execute(portal.db)
    ).rows.map(({ role }) => role)

  test('takes the roles with it that it brought, and a sign-in under way brings none back', async () => {
    const given = { groups: ['stab'] }
    expect(await signsIn('zahra', given)).toEqual(['kommunikator'])
    const unlink = { ...account, anstid: await numberOf('zahra'), utfardare: issuer.issuer }
    expect((await post('jenny', 'anstallda/koppla-bort', unlink)).body.result).toEqual({ andrat: true })
    expect(await held('zahra')).toEqual([])
    expect((await audited('zahra')).at(-1)).toMatchObject({ what: 'rule.ended' })

    // The employee was read while the account was linked, and the token's claims are applied when it no longer is.
    const employee = (await findByUserName(portal.db, 'zahra', 'norr'))[0]!
    const token = {
      issuer: issuer.issuer,
      account: 'zahra',
      issuedAt: portal.clock.now.getTime() / 1000,
      claims: given,
    }
    const following = {
      db: portal.db,
      at: portal.clock.now,
      today: '2026-10-14',
      tokenSeconds: 86_400,
      log: { warn: () => {} },
    }
    await followRoleRules(following, employee, { ...token, isOfPage: true }, await ruleStateOf(portal.db, employee))
    expect(await held('zahra')).toEqual([])

    await link()
    later(31)
    expect(await signsIn('zahra', given)).toEqual(['kommunikator'])
  })

  test('leaves the roles of a rule for another provider, and their deputies', async () => {
    const elsewhere = 'https://gammal.example.se'
    const ownRule = await rule({ claim: 'groups', varde: 'egen', roll: 'verkstad', utfardare: issuer.issuer })
    expect(await signsIn('zahra', { groups: ['egen'] })).toEqual(['verkstad'])
    await sql`insert into identities (issuer, subject, employee_id)
      select ${elsewhere}, 'gammal', id from employees where user_name = 'zahra'`.execute(portal.db)
    const unlink = { anstid: await numberOf('zahra'), utfardare: elsewhere, konto: 'gammal' }
    expect((await post('jenny', 'anstallda/koppla-bort', unlink)).body.result).toEqual({ andrat: true })
    expect(await held('zahra')).toEqual(['verkstad'])
    await remove(ownRule)
    later(31)
    expect(await signsIn('zahra', {})).toBe(403)
  })

  test('leaves a role that follows from the last token of another account, and its deputies', async () => {
    const elsewhere = 'https://gammal.example.se'
    await sql`insert into identities (issuer, subject, employee_id)
      select ${elsewhere}, 'gammal', id from employees where user_name = 'zahra'`.execute(portal.db)
    const rules = [
      await rule({ claim: 'groups', varde: 'gammal', roll: 'verkstad' }),
      await rule({ claim: 'groups', varde: 'ny', roll: 'verkstad', utfardare: issuer.issuer }),
    ]
    expect(await signsIn('zahra', { groups: ['gammal', 'ny'] })).toEqual(['verkstad'])
    const { rows } = await sql<{ id: number }>`
      select r.id from role_assignments r join employees e on e.id = r.employee_id
      where e.user_name = 'zahra' and r.source = 'claim' and r.ended_at is null`.execute(portal.db)
    await giveDeputy(portal.db, 'anders', rows[0]!.id, { from: '2026-11-01', to: '2027-01-31' })
    const deputised = async () =>
      (
        await sql<{ because: string }>`
          select h.given_because as because from role_assignments r
          join role_assignments h on h.company = r.company and h.id = r.deputy_of and h.ended_at is null
          where r.ended_at is null and h.employee_id = (select id from employees where user_name = 'zahra')`.execute(
          portal.db,
        )
      ).rows.map(({ because }) => because)
    const unlinkFrom = async (utfardare: string, konto: string) => {
      const body = { anstid: await numberOf('zahra'), utfardare, konto }
      expect((await post('jenny', 'anstallda/koppla-bort', body)).body.result).toEqual({ andrat: true })
    }
    // As if the other account had brought it.
    await sql`update role_rules set issuer = ${elsewhere} where id = ${rules[0]}`.execute(portal.db)
    await unlinkFrom(elsewhere, 'gammal')
    expect(await held('zahra')).toEqual(['verkstad'])
    expect(await deputised()).toEqual(['groups = ny'])
    await unlinkFrom(issuer.issuer, 'zahra')
    expect([await held('zahra'), await deputised()]).toEqual([[], []])
    for (const id of rules) await remove(id)
    await link()
    later(31)
  })

  test('leaves the roles that a person gave', async () => {
    const id = await giveRole(portal.db, 'zahra', 'verkstad')
    const unlink = { ...account, anstid: await numberOf('zahra'), utfardare: issuer.issuer }
    expect((await post('jenny', 'anstallda/koppla-bort', unlink)).status).toBe(200)
    await link()
    later(31)
    expect(await signsIn('zahra', {})).toEqual(['verkstad'])
    await sql`delete from role_assignments where id = ${id}`.execute(portal.db)
  })

  test('opens nothing more of the cases that name whose it was', async () => {
    const named = (
      await sql<{ name: string }>`
        select e.user_name as name from cases c join employees e on e.id = c.responsible_id
        where c.company = 'norr' and e.active and not exists (select from role_assignments r where r.employee_id = e.id)
        limit 1`.execute(portal.db)
    ).rows[0]!.name
    const opensQueue = async () => {
      later(31)
      const headers = { host, authorization: `Bearer ${await tokenOf('shared', {})}` }
      const { statusCode } = await portal.app.inject({ url: '/api/kontor/arenden/avvikelser/lista', headers })
      return statusCode
    }
    const linkTo = (userName: string) =>
      sql`insert into identities (issuer, subject, employee_id)
        select ${issuer.issuer}, 'shared', id from employees where user_name = ${userName}
        on conflict (issuer, subject) do update set employee_id = excluded.employee_id`.execute(portal.db)
    await linkTo(named)
    expect([await opensQueue(), await opensQueue()]).toEqual([200, 200])
    await linkTo('nermin')
    expect(await opensQueue()).toBe(403)
    await linkTo(named)
    expect(await opensQueue()).toBe(200)
  })

  test('by an import that moves it leaves its roles with nobody', async () => {
    expect(await signsIn('zahra', { groups: ['stab'] })).toEqual(['kommunikator'])
    const folder = await mkdtemp(join(tmpdir(), 'linjen-moved-'))
    const source = join(folder, 'konton.csv')
    await writeFile(source, `anstid;issuer;subject\n${await numberOf('tesfaye')};${issuer.issuer};zahra`)
    const request = { source, company: 'norr', dryRun: false, options: {} }
    await importers.find(({ kind }) => kind === 'identities')!.run(request, await testPlatform(portal), () => {})
    expect([await held('zahra'), await held('tesfaye')]).toEqual([[], []])
    await rm(folder, { recursive: true })
  })
})

describe('making rules', () => {
  test.each([
    ['an unknown role', { roll: 'admin' }, { roll: ['Rollen finns inte.'] }],
    ['an unknown area', { omrade: 'Borås' }, { omrade: ['Området finns inte.'] }],
    ['no value', { varde: ' ' }, { varde: ['Ange värdet'] }],
  ])('is refused for %s', async (_, over, modelState) => {
    const { status, body } = await post('jenny', 'rollregler', {
      claim: 'roles',
      varde: 'y',
      roll: 'verkstad',
      ...over,
    })
    expect([status, body.modelState]).toEqual([400, modelState])
  })

  test('is for whoever gives roles, and only where he or she does', async () => {
    const asked = { claim: 'roles', varde: 'z', roll: 'verkstad', omrade: 'Umeå' }
    for (const userName of ['eva', 'monica', 'anna'])
      expect((await post(userName, 'rollregler', asked)).status).toBe(403)
    await giveRole(portal.db, 'henrik', 'it', { area: 'Skellefteå' })
    expect((await post('henrik', 'rollregler', asked)).body.modelState).toHaveProperty('omrade')
    const id = await rule(asked)
    expect((await post('jenny', 'rollregler', asked)).body.modelState).toHaveProperty('varde')
    expect((await portal.send('henrik', 'GET', '/api/kontor/rollregler')).body.result).toEqual([])
    const [foreign, absent] = [await remove(id, 'henrik'), await remove(999_999, 'henrik')]
    expect([foreign.status, { ...foreign.body, timestamp: '' }]).toEqual([404, { ...absent.body, timestamp: '' }])
  })

  test('gives nothing to whoever makes it', async () => {
    await rule({ claim: 'groups', varde: 'it', roll: 'verkstad' })
    expect(await signsIn('jenny', { groups: ['it'] })).toEqual(['it'])
    later(1)
    expect(await signsIn('eva', { groups: ['it'] })).toEqual(['hr', 'verkstad'])
  })

  test('for a sensitive role waits for a second person, who gets nothing by it either', async () => {
    const asked = { claim: 'groups', varde: 'granskning', roll: 'granskare' }
    const { body } = await post('jenny', 'rollregler', asked)
    expect(body.result.vantar).toBe(true)
    expect(await signsIn('emil', { groups: ['granskning'] })).toBe(403)
    expect((await post('jenny', 'rollregler', asked)).status).toBe(409)
    const decide = (by: string) => post(by, 'rollregler/beslut', { id: body.result.id, godkann: true })
    expect((await decide('jenny')).status).toBe(403)
    expect((await decide('annika')).status).toBe(404)
    const waiting = (await portal.send('eva', 'GET', '/api/kontor/rollregler/vantar')).body.result
    expect(waiting).toEqual([
      expect.objectContaining({ varde: 'granskning', begardAv: 'Jenny Lövgren (31226)', kanBeslutas: true }),
    ])
    expect((await decide('eva')).status).toBe(200)
    later(31)
    expect(await signsIn('emil', { groups: ['granskning'] })).toEqual(['granskare'])
    later(1)
    expect(await signsIn('eva', { groups: ['granskning'] })).toEqual(['hr'])
    const found = (await portal.send('jenny', 'GET', '/api/kontor/rollregler')).body.result
    expect(found).toContainEqual(
      expect.objectContaining({ varde: 'granskning', antal: 1, kanslig: true, godkandesAv: 'Eva Nordmark (31005)' }),
    )
  })

  test('says beforehand whom of those who have signed in it means, and that is in the log', async () => {
    await signsIn('omar', { groups: ['/norr/lunch'] })
    const meant = async (query: string) =>
      (await portal.send('jenny', 'GET', `/api/kontor/rollregler/prova?${query}`)).body.result
    const group = `claim=groups&varde=${encodeURIComponent('/norr/lunch')}`
    expect(await meant(group)).toEqual({ antal: 1, namn: [expect.stringMatching(/^Omar .*\(\d+\)$/)] })
    expect(await meant(`${group}&utfardare=${encodeURIComponent(`${issuer.issuer}/`)}`)).toMatchObject({ antal: 1 })
    expect(await meant(`${group}&utfardare=https://login.example.se`)).toMatchObject({ antal: 0 })
    expect(await meant('claim=groups&varde=/norr')).toMatchObject({ antal: 0 })
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from audit where what = 'rule.tried'`.execute(portal.db)
    expect(rows[0]?.count).toBe(4)
    const { rows: stored } = await sql<{ hashes: string[] }>`select hashes from role_claims`.execute(portal.db)
    expect(JSON.stringify(stored)).not.toContain('lunch')
  })
})

test('a sign-in that names no role and no group writes nothing', async () => {
  portal.clock.now = new Date(testNow.getTime() + 86_400_000)
  await portal.send('anna', 'GET', '/api/user/profile')
  const { rows } = await sql`
    select 1 from role_claims c join employees e on e.id = c.employee_id where e.user_name = 'anna'`.execute(portal.db)
  expect(rows).toEqual([])
})
