// What the office has ended since a backup was made is ended again after the backup has been restored, so that nobody regains
// access.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordedErasures } from '#platform/server/erasures.ts'
import { readPortalConfig } from '../config.ts'
import { importers } from '../run-command.ts'
import { testPlatform } from '../test-platform.ts'
import { testPortal, type TestPortal } from '../test-portal.ts'
import { giveDeputy, giveRole } from '../test-roles.ts'
import { testPayslipKey } from '../test-template.ts'
import { eraseAgain } from './erased.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await testPortal()
})
afterAll(() => portal.close())

const issuer = 'https://prov.example'
const config = readPortalConfig({ NODE_ENV: 'test', PAYSLIP_KEY: testPayslipKey })
const numberOf = async (userName: string) =>
  (await sql<{ number: string }>`select number from employees where user_name = ${userName}`.execute(portal.db))
    .rows[0]!.number
const done = async (path: string, body: object): Promise<void> => {
  portal.clock.now = new Date(portal.clock.now.getTime() + 31_000)
  const answer = await portal.send('jenny', 'POST', `/api/kontor/${path}`, { body })
  expect([path, answer.body.modelState, answer.status]).toEqual([path, undefined, 200])
}

/** For each kind of change: whether the state before it applies. */
async function state() {
  const one = async (query: ReturnType<typeof sql<{ is: boolean }>>) => (await query.execute(portal.db)).rows[0]?.is
  return {
    role: await one(sql`select ended_at is null as is from role_assignments where employee_id =
      (select id from employees where user_name = 'nermin') and role = 'verkstad'`),
    rule: await one(sql`select ended_at is null as is from role_rules where claim = 'prov'`),
    ended: await one(sql`select active as is from employees where user_name = 'tesfaye'`),
    resumed: await one(sql`select active as is from employees where user_name = 'bertil'`),
    unlinked: await one(sql`select exists (select from identities where subject = 'away') as is`),
    linkedAgain: await one(sql`select exists (select from identities where subject = 'back') as is`),
  }
}

test('a role, a rule, an employment and an account that were ended are ended again, and what came back is not', async () => {
  const assignment = await giveRole(portal.db, 'nermin', 'verkstad')
  for (const subject of ['away', 'back'])
    await sql`
      insert into identities (issuer, subject, employee_id)
      select ${issuer}, ${subject}, id from employees where user_name = 'omar'`.execute(portal.db)
  await done('rollregler', { roll: 'verkstad', claim: 'prov', varde: 'ja' })
  const { rows } = await sql<{ id: number }>`select id from role_rules where claim = 'prov'`.execute(portal.db)
  const before = await state()
  expect(Object.values(before)).toEqual(Array.from({ length: 6 }, () => true))

  await done('roller/avsluta', { id: assignment })
  await done('rollregler/ta-bort', { id: rows[0]!.id })
  await done('anstallda/aktiv', { anstid: await numberOf('tesfaye'), aktiv: false })
  for (const aktiv of [false, true]) await done('anstallda/aktiv', { anstid: await numberOf('bertil'), aktiv })
  const account = { anstid: await numberOf('omar'), utfardare: issuer }
  for (const konto of ['away', 'back']) await done('anstallda/koppla-bort', { ...account, konto })
  await sql`
    insert into unlinked_accounts (issuer, subject, name, variant, company, last_tried_at)
    values (${issuer}, 'back', 'Omar', 'norr', 'norr', ${portal.clock.now})`.execute(portal.db)
  await done('anstallda/koppla', { ...account, konto: 'back' })
  const { rows: asked } = await sql<{ id: number }>`
    select id from approvals where decision is null and command like 'account%' order by id desc`.execute(portal.db)
  const approved = { id: asked[0]?.id, godkann: true }
  expect((await portal.send('eva', 'POST', '/api/kontor/anstallda/kopplingar/beslut', { body: approved })).status).toBe(
    200,
  )
  const after = await state()
  expect(after).toEqual({ role: false, rule: false, ended: false, resumed: true, unlinked: false, linkedAgain: true })

  // Sets back what a backup from before these changes would restore.
  const erased = (await recordedErasures(portal.db)).map((erasure) => ({ ...erasure, keptIn: null }))
  await sql`delete from erasures`.execute(portal.db)
  await sql`update role_assignments set ended_at = null where id = ${assignment}`.execute(portal.db)
  await sql`update role_rules set ended_at = null`.execute(portal.db)
  await sql`update employees set active = true`.execute(portal.db)
  await sql`
    insert into identities (issuer, subject, employee_id)
    select ${issuer}, 'away', id from employees where user_name = 'omar'`.execute(portal.db)
  expect(await state()).toEqual(before)
  const again = () => eraseAgain({ db: portal.db, clock: () => portal.clock.now, config }, erased.toReversed())
  expect(await again()).toBeGreaterThanOrEqual(erased.length)
  expect(await state()).toEqual(after)

  // A role that was given after the restore is another one, although it has the same number.
  await sql`delete from erasures`.execute(portal.db)
  await sql`update role_assignments set ended_at = null, given_at = now() where id = ${assignment}`.execute(portal.db)
  await again()
  expect((await state()).role).toBe(true)
})

test('an account that an import moved away is taken away again, and one that it linked again is not', async () => {
  const holders = async () =>
    (
      await sql<{ subject: string; holder: string }>`
        select i.subject, e.user_name as holder from identities i join employees e on e.id = i.employee_id
        where i.subject in ('moved', 'returned') order by i.subject`.execute(portal.db)
    ).rows.map(({ subject, holder }) => [subject, holder])
  const ofOmar = () =>
    sql`
    insert into identities (issuer, subject, employee_id)
    select ${issuer}, subject, e.id from employees e, unnest(array['moved', 'returned']) as subject
    where e.user_name = 'omar' on conflict (issuer, subject) do update set employee_id = excluded.employee_id`.execute(
      portal.db,
    )
  await ofOmar()
  const [omar, nermin] = [await numberOf('omar'), await numberOf('nermin')]
  await done('anstallda/koppla-bort', { anstid: omar, utfardare: issuer, konto: 'returned' })
  const folder = await mkdtemp(join(tmpdir(), 'linjen-ended-again-'))
  const source = join(folder, 'konton.csv')
  await writeFile(source, `anstid;issuer;subject\n${nermin};${issuer};moved\n${omar};${issuer};returned\n`)
  const request = { source, company: 'norr', dryRun: false, options: {} }
  const importer = importers.find(({ kind }) => kind === 'identities')!
  await importer.run(request, await testPlatform(portal), () => undefined)
  await rm(folder, { recursive: true })
  expect(await holders()).toEqual([
    ['moved', 'nermin'],
    ['returned', 'omar'],
  ])

  const erased = (await recordedErasures(portal.db)).map((erasure) => ({ ...erasure, keptIn: null }))
  await sql`delete from erasures`.execute(portal.db)
  await ofOmar()
  await eraseAgain({ db: portal.db, clock: () => portal.clock.now, config }, erased)
  expect(await holders()).toEqual([['returned', 'omar']])
})

test('a deputy of a role that was given anew ends with the one that the backup has', async () => {
  const held = await giveRole(portal.db, 'nermin', 'facklig')
  await giveDeputy(portal.db, 'bertil', held, { from: '2026-11-01', to: '2027-01-31' })
  const folder = await mkdtemp(join(tmpdir(), 'linjen-given-anew-'))
  const source = join(folder, 'behorigheter.csv')
  await writeFile(
    source,
    `anstid;behorighet;varde;fran;till\n${await numberOf('nermin')};facklig;ja;2020-01-01;2027-12-31\n`,
  )
  const request = { source, company: 'norr', dryRun: false, options: {} }
  await importers.find(({ kind }) => kind === 'rights')!.run(request, await testPlatform(portal), () => undefined)
  await rm(folder, { recursive: true })
  const deputy = async () => {
    const { rows } = await sql<{ of: number; is: boolean }>`
      select deputy_of as of, ended_at is null as is from role_assignments
      where source = 'deputy' and employee_id = (select id from employees where user_name = 'bertil')`.execute(
      portal.db,
    )
    return rows[0]
  }
  const { of: anew, is } = (await deputy())!
  expect([anew === held, is]).toEqual([false, true])

  const erased = (await recordedErasures(portal.db)).map((erasure) => ({ ...erasure, keptIn: null }))
  await sql`delete from erasures`.execute(portal.db)
  await sql`update role_assignments set deputy_of = ${held} where deputy_of = ${anew}`.execute(portal.db)
  await sql`delete from role_assignments where id = ${anew}`.execute(portal.db)
  await sql`update role_assignments set ended_at = null where id = ${held}`.execute(portal.db)
  await eraseAgain({ db: portal.db, clock: () => portal.clock.now, config }, erased)
  expect(await deputy()).toEqual({ of: held, is: false })
})

test('none of it names an account, or anybody but by an id', async () => {
  const { rows } = await sql<{ subject: string }>`
    select subject from erasures where kind in ('role', 'role-rule', 'employment', 'account')`.execute(portal.db)
  expect(rows.length).toBeGreaterThan(5)
  for (const { subject } of rows)
    expect(subject).toMatch(/^([\w-]+ \d+ \S+Z|[0-9a-f-]{36} (ended|resumed)|[0-9a-f]{64} (linked|unlinked))$/)
})
