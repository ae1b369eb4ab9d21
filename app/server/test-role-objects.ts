import { sql } from 'kysely'
import type { Database } from '#platform/server/area.ts'

const write = (path: string, field: string, rest: object = {}) => ({
  field: `POST /api/kontor/${path} ${field}`,
  ask: (id: number | string) => ({
    method: 'POST' as const,
    url: `/api/kontor/${path}`,
    body: { ...rest, [field]: id },
  }),
})

/** The fields of the calls about roles that name a role assignment, a request or an employee, for an employee in one area of Norr. */
export async function roleObjects(db: Database, area: string) {
  const column = async <Id extends number | string>(query: ReturnType<typeof sql>): Promise<Id[]> =>
    (await query.execute(db)).rows.map((row) => Object.values(row as Record<string, Id>)[0]!)
  await sql`
    insert into approvals (company, command, payload, subject, state_hash, asked_at)
    values ('vast', 'role.give', '{"area": null, "category": null}', 'x', 'x', now()),
      ('vast', 'role.rule', '{"area": null, "category": null}', 'x', 'x', now()),
      ('vast', 'account.link', '{"area": null, "category": null}', 'x', 'x', now())`.execute(db)
  await sql`
    insert into role_rules (company, claim, value, role, area, made_at)
    values ('vast', 'groups', 'x', 'facklig', null, now()), ('norr', 'groups', 'x', 'facklig', null, now())`.execute(db)
  await sql`
    insert into role_assignments (company, employee_id, role, area, valid_from, valid_until, source, given_at)
    select company, id, 'facklig', case company when 'norr' then 'Elsewhere' end, '2026-01-01', '2027-01-01', 'hand', now()
    from employees
    where user_name in ('jenny', 'gunilla')`.execute(db)
  const assignments = (where: ReturnType<typeof sql>) =>
    column<number>(sql`select id from role_assignments where ${where} order by id`)
  const absent = [987_654_321, 987_654_322]
  const rules = (company: ReturnType<typeof sql>) => column<number>(sql`select id from role_rules where ${company}`)
  const taken = (company: ReturnType<typeof sql>) => assignments(sql`valid_until is not null and ${company}`)
  const roles = {
    own: [],
    colleagues: await assignments(sql`company = 'norr' and area is distinct from ${area}`),
    otherCompanies: await assignments(sql`company <> 'norr'`),
    absent,
  }
  const numbers = {
    own: [],
    colleagues: [],
    otherCompanies: await column<string>(sql`
      select number from employees where company <> 'norr' and number not in (select number from employees where company = 'norr')`),
    absent: ['99998', '99999'],
  }
  const [mine = 0] = await assignments(sql`
    employee_id = (select id from employees where user_name = 'anna') and role = 'verkstad'`)
  const employees = {
    ...numbers,
    colleagues: await column<string>(sql`
      select number from employees e where company = 'norr' and not exists (
        select from employee_claims c where c.employee_id = e.id and c.type = 'IntraCompanyArea' and c.value = ${area})`),
  }
  const account = { utfardare: 'https://login.example.se', konto: 'x' }
  const days = { fran: '2026-11-21', till: '2026-11-22' }
  return [
    { ...write('roller/avsluta', 'id'), ...roles },
    { ...write('ersattare/avsluta', 'id'), ...roles },
    { ...write('ersattare', 'rollId', { anstid: '31108', ...days }), ...roles },
    { ...write('ersattare', 'anstid', { rollId: mine, ...days }), ...numbers },
    { ...write('roller', 'anstid', { roll: 'facklig', omrade: area, ...days }), ...numbers },
    {
      field: 'GET /api/kontor/anstallda/en anstid',
      ask: (id: number | string) => ({ method: 'GET' as const, url: `/api/kontor/anstallda/en?anstid=${id}` }),
      ...employees,
    },
    { ...write('anstallda/andra', 'anstid', { falt: 'IntraPosition', varde: 'Bussförare', fore: null }), ...employees },
    { ...write('anstallda/slapp', 'anstid', { falt: 'IntraPosition' }), ...employees },
    { ...write('anstallda/behorighet', 'anstid', { typ: 'NewsEnabled', har: true }), ...employees },
    { ...write('anstallda/aktiv', 'anstid', { aktiv: false }), ...employees },
    { ...write('anstallda/koppla', 'anstid', account), ...employees },
    { ...write('anstallda/koppla-bort', 'anstid', account), ...employees },
    ...(await Promise.all(
      ['roller/beslut', 'rollregler/beslut', 'anstallda/kopplingar/beslut'].map(async (path) => ({
        ...write(path, 'id', { godkann: true }),
        own: [],
        colleagues: [],
        otherCompanies: await column<number>(sql`select id from approvals where company <> 'norr'`),
        absent,
      })),
    )),
    {
      ...write('rollregler/ta-bort', 'id'),
      own: [],
      colleagues: await rules(sql`company = 'norr'`),
      otherCompanies: await rules(sql`company <> 'norr'`),
      absent,
    },
    {
      ...write('nodatkomst/avsluta', 'id'),
      own: [],
      colleagues: await taken(sql`company = 'norr'`),
      otherCompanies: await taken(sql`company <> 'norr'`),
      absent,
    },
  ]
}
