import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { printedBy, refusalOf } from '../../../../app/server/test-imports.ts'
import { testPlatform } from '../../../../app/server/test-platform.ts'
import { testPortal, type TestPortal } from '../../../../app/server/test-portal.ts'
import { giveDeputy } from '../../../../app/server/test-roles.ts'
import { rightsImporter } from './import-rights.ts'

let portal: TestPortal
let folder: string
beforeAll(async () => {
  portal = await testPortal()
  folder = await mkdtemp(join(tmpdir(), 'linjen-rights-'))
})
afterAll(async () => {
  await portal.close()
  await rm(folder, { recursive: true })
})

async function bring(lines: readonly string[], { company = 'norr', dryRun = false } = {}): Promise<string[]> {
  const source = join(folder, 'behorigheter.csv')
  await writeFile(source, lines.join('\n'))
  return printedBy(rightsImporter, await testPlatform(portal), { source, company, dryRun })
}
const profile = async (userName: string): Promise<string[]> => {
  portal.clock.now = new Date(portal.clock.now.getTime() + 31_000)
  const { body } = await portal.send(userName, 'GET', '/api/user/profile')
  return body.result.map(({ type, value }: { type: string; value: string }) => `${type} ${value}`)
}
const head = 'anstid;behorighet;varde;omrade;fran;till'

test('flags are set and removed, and what the file does not name stays', async () => {
  const before = await profile('emil')
  expect(before).toContain('FkEnabled true')
  const file = [head, '31140;FkEnabled;nej;;;', '31140;BlacklistEnabled;ja;;;', '31140;LonSystem;Agda;;;']
  expect(await bring(file, { dryRun: true })).toEqual([
    '2 behörigheter ges, 1 tas bort, 0 är som förut.',
    'Ingenting har ändrats (--dry-run).',
  ])
  expect(await profile('emil')).toEqual(before)
  await bring(file)
  const after = await profile('emil')
  expect(before.filter((claim) => !after.includes(claim))).toEqual(['FkEnabled true', 'LonSystem Kontek'])
  expect(after.filter((claim) => !before.includes(claim))).toEqual(['BlacklistEnabled true', 'LonSystem Agda'])
  expect((await portal.send('emil', 'GET', '/api/fordonskontroll/categories')).status).toBe(403)
  expect((await bring(file))[0]).toBe('0 behörigheter ges, 0 tas bort, 3 är som förut.')
})

test('roles are given and ended by key or name, in an area, with dates', async () => {
  const printed = await bring([head, '31136;Trafikledare;ja;Umeå;2026-11-01;2026-12-31', '31047;verkstad;nej;;;'])
  expect(printed).toEqual(['1 behörighet ges, 1 tas bort, 0 är som förut.', 'Klart.'])
  expect(await profile('zahra')).toContain('Kontor duties.see')
  expect((await profile('roger')).join()).not.toContain('Kontor')
  const [role] = (await portal.send('zahra', 'GET', '/api/kontor/minaroller')).body.result
  expect(role).toMatchObject({ omrade: 'Umeå', till: '2026-12-31', grund: 'npm run import -- rights', gavsAv: null })
  const { rows } = await sql`
    select by_id, what from audit where about_id in (select id from employees where user_name in ('zahra', 'roger'))
    order by what`.execute(portal.db)
  expect(rows).toEqual([
    { by_id: null, what: 'role.ended' },
    { by_id: null, what: 'role.given' },
  ])
})

test('a role from a later day leaves the one that is held until then', async () => {
  await bring([head, '31047;verkstad;ja;;2026-11-01;2026-12-31', '31140;trafikledare;ja;Umeå;2026-11-01;2026-12-31'])
  await bring([head, '31140;trafikledare;ja;Skellefteå;2027-01-01;'])
  await profile('emil')
  const { body } = await portal.send('emil', 'GET', '/api/kontor/minaroller')
  expect(body.result.map(({ omrade }: { omrade: string }) => omrade)).toEqual(['Umeå', 'Skellefteå'])
})

test('a sensitive role waits for approval, once', async () => {
  const file = [head, '31149;granskare;ja;;;']
  expect(await bring(file)).toContain('1 känslig roll väntar på att någon godkänner dem i portalen.')
  expect((await profile('nermin')).join()).not.toContain('Kontor')
  expect((await bring(file))[0]).toBe('0 behörigheter ges, 0 tas bort, 1 är som förut.')
  const [asked] = (await portal.send('eva', 'GET', '/api/kontor/roller/vantar')).body.result
  expect(asked).toMatchObject({ anstalld: 'Nermin Halilović', begardAv: null, kanBeslutas: true })
  const body = { id: asked.id, godkann: true }
  expect((await portal.send('eva', 'POST', '/api/kontor/roller/beslut', { body })).status).toBe(200)
  expect(await profile('nermin')).toContain('Kontor audit.read')
})

test('a sensitive role that waited until its last day had passed is requested again', async () => {
  const before = portal.clock.now
  expect(await bring([head, '31149;skyddsombud;ja;;;2026-11-21'])).toContain(
    '1 känslig roll väntar på att någon godkänner dem i portalen.',
  )
  portal.clock.now = new Date('2026-11-22T08:00:00Z')
  expect((await bring([head, '31149;skyddsombud;ja;;;2026-11-30']))[0]).toBe(
    '1 behörighet ges, 0 tas bort, 0 är som förut.',
  )
  portal.clock.now = before
})

test('a role that waits is not given if the file says no, and a deputy’s that waits is another', async () => {
  const file = (given: string) => [head, `31207;granskare;${given};;;`]
  await bring(file('ja'))
  const waiting = async () =>
    (
      await sql<{ decision: string | null }>`
        select a.decision from approvals a join employees e on e.id = a.about_id where e.number = '31207' and e.company = 'norr'
        order by a.id`.execute(portal.db)
    ).rows.map(({ decision }) => decision)
  expect(await waiting()).toEqual([null])
  expect(await bring(file('nej'), { dryRun: true })).toContain('1 av dem som tas bort väntade bara på godkännande.')
  expect(await waiting()).toEqual([null])
  expect((await bring(file('nej')))[0]).toBe('0 behörigheter ges, 1 tas bort, 0 är som förut.')
  expect(await waiting()).toEqual(['outdated'])
  expect((await bring(file('nej')))[0]).toBe('0 behörigheter ges, 0 tas bort, 1 är som förut.')

  await sql`
    insert into approvals (company, command, payload, about_id, subject, state_hash, asked_at)
    select company, 'role.give', json_build_object('employeeId', id, 'role', 'granskare', 'area', null, 'category', null,
      'from', '2026-11-21', 'to', '2026-12-21', 'deputyOf', 1, 'because', null), id, 'a deputy', '', now()
    from employees where number = '31207' and company = 'norr'`.execute(portal.db)
  expect((await bring(file('nej')))[0]).toBe('0 behörigheter ges, 0 tas bort, 1 är som förut.')
  expect((await bring(file('ja')))[0]).toBe('1 behörighet ges, 0 tas bort, 0 är som förut.')
  expect(await waiting()).toEqual(['outdated', null, null])
})

test('a role whose dates the file changes has those dates then; a sensitive one keeps its own, by name, or is prolonged', async () => {
  const days = async (role: string) => {
    const { rows } = await sql<{ days: string }>`
      select concat(r.valid_from, ' ', r.valid_to) as days from role_assignments r join employees e on e.id = r.employee_id
      where e.number = '31140' and r.role = ${role} and r.source = 'hand' and r.ended_at is null`.execute(portal.db)
    return rows.map((row) => row.days)
  }
  await bring([head, '31140;kommunikator;ja;Umeå;2026-11-20;2026-12-31'])
  const longer = [head, '31140;kommunikator;ja;Umeå;2026-11-20;2027-12-31']
  expect((await bring(longer))[0]).toBe('1 behörighet ges, 1 tas bort, 0 är som förut.')
  expect(await days('kommunikator')).toEqual(['2026-11-20 2027-12-31'])
  expect((await bring(longer))[0]).toBe('0 behörigheter ges, 0 tas bort, 1 är som förut.')
  await sql`
    insert into role_assignments (company, employee_id, role, valid_from, valid_to, source, given_at)
    select company, id, 'hr', '2026-11-01', '2026-12-31', 'hand', now() from employees where number = '31140' and company = 'norr'`.execute(
    portal.db,
  )
  expect(await bring([head, '31140;hr;ja;;;2026-11-30'])).toEqual([
    '0 behörigheter ges, 0 tas bort, 0 är som förut.',
    '1 roll har andra datum i filen och ändras inte: 31140 hr. Avsluta den som gäller och ge den på nytt i portalen.',
    'Klart.',
  ])
  expect(await days('hr')).toEqual(['2026-11-01 2026-12-31'])
  const prolonging = [head, '31140;hr;ja;;;2027-12-31']
  expect(await bring(prolonging)).toEqual([
    '1 behörighet ges, 0 tas bort, 0 är som förut.',
    '1 känslig roll väntar på att någon godkänner dem i portalen.',
    'Klart.',
  ])
  expect((await bring(prolonging))[0]).toBe('0 behörigheter ges, 0 tas bort, 1 är som förut.')
  const asked = (await portal.send('eva', 'GET', '/api/kontor/roller/vantar')).body.result as {
    id: number
    roll: string
  }[]
  const body = { id: asked.find(({ roll }) => roll === 'hr')!.id, godkann: true }
  expect((await portal.send('eva', 'POST', '/api/kontor/roller/beslut', { body })).status).toBe(200)
  expect(await days('hr')).toEqual(['2026-11-01 2027-12-31'])
  expect((await bring(prolonging))[0]).toBe('0 behörigheter ges, 0 tas bort, 1 är som förut.')
  const further = [head, '31140;kommunikator;ja;Umeå;2028-01-01;2028-12-31', '31140;hr;ja;;2027-01-01;2027-12-31']
  expect((await bring(further))[0]).toBe('1 behörighet ges, 0 tas bort, 1 är som förut.')
  expect(await days('kommunikator')).toEqual(['2026-11-20 2028-12-31'])
  const { now } = portal.clock
  for (const later of [now, new Date('2028-01-01T12:00:00Z')]) {
    portal.clock.now = later
    // The other role has ended by 2028, so that the file requests it anew.
    const lines = later === now ? further : further.slice(0, 2)
    const asBefore = `0 behörigheter ges, 0 tas bort, ${lines.length - 1} är som förut.`
    expect(await bring(lines)).toEqual([asBefore, 'Klart.'])
  }
  portal.clock.now = now
  // A later first day than the one after the former last day has prolonged nothing.
  expect(await bring([head, '31140;kommunikator;ja;Umeå;2028-06-01;2028-12-31'])).toEqual([
    '0 behörigheter ges, 0 tas bort, 0 är som förut.',
    '1 roll har andra datum i filen och ändras inte: 31140 kommunikator. Avsluta den som gäller och ge den på nytt i portalen.',
    'Klart.',
  ])
  expect(await days('kommunikator')).toEqual(['2026-11-20 2028-12-31'])
})

test('a role whose dates the file changes keeps its deputies on the days that it still has', async () => {
  const row = (days: string) => `31136;kommunikator;ja;Umeå;${days}`
  const live = async () =>
    (
      await sql<{ who: string; days: string; held: string }>`
        select d.user_name as who, concat(r.valid_from, ' ', r.valid_to) as days,
          concat(h.valid_from, ' ', h.valid_to) as held
        from role_assignments r join employees d on d.id = r.employee_id
        join role_assignments h on h.company = r.company and h.id = r.deputy_of and h.ended_at is null
        join employees e on e.id = h.employee_id
        where e.number = '31136' and r.ended_at is null order by r.valid_from`.execute(portal.db)
    ).rows.map(({ who, days, held }) => [who, days, held])
  const acts = async (userName: string) =>
    (
      await sql<{ act: string }>`
        select concat_ws(' ', a.what, a.before->>'to', a.after->>'to') as act
        from audit a join employees e on e.id = a.about_id
        where e.user_name = ${userName} and a.object_kind = 'role' order by a.id`.execute(portal.db)
    ).rows.map(({ act }) => act)
  await bring([head, row('2026-11-01;2027-03-31')])
  const { rows } = await sql<{ id: number }>`
    select r.id from role_assignments r join employees e on e.id = r.employee_id
    where e.number = '31136' and r.role = 'kommunikator' and r.ended_at is null`.execute(portal.db)
  await giveDeputy(portal.db, 'omar', rows[0]!.id, { from: '2026-11-20', to: '2027-02-28' })
  await giveDeputy(portal.db, 'tesfaye', rows[0]!.id, { from: '2027-03-01', to: '2027-03-31' })
  expect(await profile('omar')).toContain('Kontor comments.moderate')
  const before = { omar: await acts('omar'), tesfaye: await acts('tesfaye') }

  await bring([head, row('2026-11-01;2027-12-31')])
  expect(await live()).toEqual([
    ['omar', '2026-11-20 2027-02-28', '2026-11-01 2027-12-31'],
    ['tesfaye', '2027-03-01 2027-03-31', '2026-11-01 2027-12-31'],
  ])
  expect(await profile('omar')).toContain('Kontor comments.moderate')

  const shorter = [head, row('2026-11-01;2027-01-31')]
  const said = ['1 behörighet ges, 1 tas bort, 0 är som förut.', '1 ersättares roll slutar också.']
  expect(await bring(shorter, { dryRun: true })).toEqual([...said, 'Ingenting har ändrats (--dry-run).'])
  expect(await live()).toHaveLength(2)
  expect(await bring(shorter)).toEqual([...said, 'Klart.'])
  expect(await live()).toEqual([['omar', '2026-11-20 2027-01-31', '2026-11-01 2027-01-31']])
  expect(await acts('omar')).toEqual([
    ...before.omar,
    'role.kept 2027-02-28 2027-02-28',
    'role.kept 2027-02-28 2027-01-31',
  ])
  expect(await acts('tesfaye')).toEqual([...before.tesfaye, 'role.kept 2027-03-31 2027-03-31', 'role.ended 2027-03-31'])
  expect((await bring([head, '31136;kommunikator;nej;Umeå;;'])).slice(0, 2)).toEqual([
    '0 behörigheter ges, 1 tas bort, 0 är som förut.',
    '1 ersättares roll slutar också.',
  ])
  expect((await profile('omar')).join()).not.toContain('Kontor')
})

test('a company’s first ones are given without, since nobody could approve them', async () => {
  const printed = await bring([head, '78006;it;ja;;;', '78001;hr;ja;;;'], { company: 'ost' })
  expect(printed).toContain('2 känsliga roller ges utan godkännande, för ingen annan i ost kan godkänna.')
  expect(await profile('pia')).toContain('Kontor roles.give')
  expect(await bring([head, '78015;it;ja;;;'], { company: 'ost' })).toContain(
    '1 känslig roll väntar på att någon godkänner dem i portalen.',
  )
})

test('a file that ends the role of the last who approves gives another one at once, and its dry run says so', async () => {
  const { rows } = await sql<{ number: string }>`
    select number from employees where company = 'syd' and active order by number limit 2`.execute(portal.db)
  const [one, other] = rows.map(({ number }) => number)
  const state = async () =>
    (
      await sql<{ holders: string[] }>`
        select array(select e.number from role_assignments r join employees e on e.id = r.employee_id
            where r.company = 'syd' and r.role = 'hr' and r.ended_at is null order by e.number) as holders,
          (select count(*)::int from approvals) as approvals, (select count(*)::int from audit) as audited,
          (select count(*)::int from erasures) as noted`.execute(portal.db)
    ).rows[0]!
  await bring([head, `${one};hr;ja;;;`], { company: 'syd' })
  const before = await state()
  expect(before.holders).toEqual([one])
  const file = [head, `${one};hr;nej;;;`, `${other};hr;ja;;;`, `${other};SchemaEnabled;nej;;;`]
  const said = [
    '1 behörighet ges, 2 tas bort, 0 är som förut.',
    '1 känslig roll ges utan godkännande, för ingen annan i syd kan godkänna.',
  ]
  expect(await bring(file, { company: 'syd', dryRun: true })).toEqual([...said, 'Ingenting har ändrats (--dry-run).'])
  expect(await state()).toEqual(before)
  expect(await bring(file, { company: 'syd' })).toEqual([...said, 'Klart.'])
  expect((await state()).holders).toEqual([other])
  expect(await bring([head, `${one};lon;ja;;;`], { company: 'syd' })).toContain(
    '1 känslig roll väntar på att någon godkänner dem i portalen.',
  )
})

test('one wrong row refuses all of them, and every fault is reported', async () => {
  const before = await profile('anna')
  const faults = await refusalOf(
    bring([
      head,
      '31104;FkEnabled;nej;;;',
      ';FkEnabled;nej;;;',
      '31104;FkEnabled;ja;;;',
      '31104;admin;ja;;;',
      '31104;Kontor;ja;;;',
      '31104;SchemaEnabled;kanske;Umeå;;',
      '31104;verkstad;ja;;2026-13-01;',
      '31104;hr;ja;;2026-12-01;2026-11-01',
    ]),
  )
  expect(faults).toEqual([
    'behorigheter.csv rad 3, kolumn anstid: saknas',
    'behorigheter.csv rad 4, kolumn behorighet: står redan på rad 2',
    'behorigheter.csv rad 5, kolumn behorighet: admin finns inte',
    'behorigheter.csv rad 6, kolumn behorighet: Kontor finns inte',
    'behorigheter.csv rad 7, kolumn omrade: gäller bara roller',
    'behorigheter.csv rad 7, kolumn varde: ska vara ja eller nej',
    'behorigheter.csv rad 8, kolumn fran: ska vara ett datum, till exempel 2026-12-01',
    'behorigheter.csv rad 9, kolumn till: är före första dagen',
  ])
  expect(await refusalOf(bring([head, '52103;FkEnabled;nej;;;', '31104;verkstad;ja;Borås;;']))).toEqual([
    'behorigheter.csv rad 2, kolumn anstid: 52103 finns inte i norr',
    'behorigheter.csv rad 3, kolumn omrade: Borås finns inte i norr',
  ])
  const lines = ['anstid;behorighet;varde;kategori;fran', '31104;verkstad;ja;Broms\u0000;', '31104;hr;ja;;0001-01-01']
  expect(await refusalOf(bring(lines))).toEqual([
    'behorigheter.csv rad 2, kolumn kategori: innehåller otillåtna tecken',
    'behorigheter.csv rad 3, kolumn fran: ska vara ett datum, till exempel 2026-12-01',
  ])
  expect(await profile('anna')).toEqual(before)
})
