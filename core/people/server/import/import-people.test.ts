import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { printedBy, refusalOf } from '../../../../app/server/test-imports.ts'
import { testPlatform } from '../../../../app/server/test-platform.ts'
import { testPortal, type TestPortal } from '../../../../app/server/test-portal.ts'
import { importers } from '../../../../app/server/run-command.ts'
import { giveRole, onlyRoles } from '../../../../app/server/test-roles.ts'
import type { PersonalDetails } from '../../contract.ts'
import { peopleImporter } from './import-people.ts'

const path = '/api/user/profile/details'
let portal: TestPortal
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linjen-people-'))
  // A group in which only the company may change names in Öst.
  const variantsDir = join(folder, 'variants')
  await cp('variants', variantsDir, { recursive: true })
  const file = join(variantsDir, 'ost', 'variant.json')
  const ost = JSON.parse(await readFile(file, 'utf8'))
  await writeFile(
    file,
    JSON.stringify({ ...ost, employeeOwns: ['phoneNumber', 'email', 'address', 'zipCode', 'city'] }),
  )
  portal = await testPortal({ VARIANTS_DIR: variantsDir })
})
afterAll(async () => {
  await portal.close()
  await rm(folder, { recursive: true })
})

/** Without what the areas have, so that only what is in the file decides. */
const alone = peopleImporter(
  async () => {},
  async () => [],
)

async function bring(
  lines: readonly string[],
  { company = 'norr', dryRun = false, importer = alone } = {},
): Promise<string[]> {
  const source = join(folder, 'personal.csv')
  await writeFile(source, lines.join('\n'))
  const platform = await testPlatform(portal, { VARIANTS_DIR: join(folder, 'variants') })
  return printedBy(importer, platform, { source, company, dryRun })
}

const load = async (userName: string): Promise<PersonalDetails> =>
  (await portal.send(userName, 'GET', path)).body.result
const claimsOf = async (userName: string, type: string) => {
  const { rows } = await sql<{ value: string }>`
    select value from employee_claims c join employees e on e.id = c.employee_id
    where e.user_name = ${userName} and type = ${type} order by value`.execute(portal.db)
  return rows.map(({ value }) => value)
}

test('an employee gets the values in the file, and nothing else changes', async () => {
  const before = await load('anders')
  const printed = await bring([
    'anstid;fornamn;efternamn;epost;adress;postnummer;telefon;position;omrade;chef_anstid',
    '31117;Anders;Fors;;Storgatan 1;903 25;070-174 06 99;Trafikledare,Driftledare;Skellefteå;31041',
  ])
  expect(printed.slice(0, 1)).toEqual(['0 nya anställda, 1 ändras, 0 är som förut.'])
  expect(await load('anders')).toEqual({
    ...before,
    lastName: 'Fors',
    address: 'Storgatan 1',
    zipCode: '90325',
    phoneNumber: '+46 701740699',
  })
  expect(await claimsOf('anders', 'IntraPosition')).toEqual(['Driftledare', 'Trafikledare'])
  expect(await claimsOf('anders', 'IntraCompanyArea')).toEqual(['Skellefteå'])
  expect(await claimsOf('anders', 'LonSystem')).toEqual(['Kontek'])
  const { rows } = await sql`
    select m.number from employees e join employees m on m.id = e.manager_id where e.user_name = 'anders'`.execute(
    portal.db,
  )
  expect(rows).toEqual([{ number: '31041' }])
})

test('numbers at work are those of the file, where colleagues call; a file without them leaves them', async () => {
  const manager = async () => (await portal.send('anna', 'GET', '/api/krishantering/bossinfo')).body.result
  const { rows } = await sql<{ number: string; first: string; last: string }>`
    select m.number, m.first_name as first, m.last_name as last
    from employees e join employees m on m.id = e.manager_id where e.user_name = 'anna'`.execute(portal.db)
  const { number, first, last } = rows[0]!
  const file = (telephone: string, mobile: string) => [
    'anstid;fornamn;efternamn;arbetstelefon;arbetsmobil',
    `${number};${first};${last};${telephone};${mobile}`,
  ]
  const changed = '0 nya anställda, 1 ändras, 0 är som förut.'
  const same = '0 nya anställda, 0 ändras, 1 är som förut.'
  expect((await bring(file('090-17 40 60', '+46701740607')))[0]).toBe(changed)
  const both = { telephoneNumber: '090-17 40 60', mobileNumber: '070-174 06 07' }
  expect(await manager()).toMatchObject(both)
  expect((await bring(file('', '070 174 06 07')))[0]).toBe(same)
  expect((await bring(['anstid;fornamn;efternamn', `${number};${first};${last}`]))[0]).toBe(same)
  expect(await manager()).toMatchObject(both)
  expect(await refusalOf(bring(file('4711', '')))).toEqual([
    'personal.csv rad 2, kolumn arbetstelefon: ska vara ett svenskt telefonnummer, eller nej för att ta bort det',
  ])
  expect((await bring(file('nej', '')))[0]).toBe(changed)
  expect(await manager()).toMatchObject({ ...both, telephoneNumber: null })
})

test('a new employee has the numbers at work of the file', async () => {
  await bring(['anstid;fornamn;efternamn;arbetsmobil', '39011;Nytt;Nummer;070-174 06 08'])
  const { rows } = await sql`
    select telephone, mobile from contact_numbers join employees e on e.id = employee_id where e.number = '39011'`.execute(
    portal.db,
  )
  expect(rows).toEqual([{ telephone: null, mobile: '070-174 06 08' }])
})

test('a new employee gets the default claims, and those of the file', async () => {
  const printed = await bring([
    'anstid;fornamn;efternamn;anvandarnamn;position;lonesystem;chef_anstid',
    '39001;Nya;Chefen;nya.chefen;Områdeschef;Kontek;31002',
    '39002;Nils;Ny;;Bussförare;;39001',
  ])
  expect(printed[0]).toBe('2 nya anställda, 0 ändras, 0 är som förut.')
  expect(await load('nya.chefen')).toMatchObject({ firstName: 'Nya', lastName: 'Chefen', email: '' })
  expect(await claimsOf('nya.chefen', 'IntraPosition')).toEqual(['Områdeschef'])
  expect(await claimsOf('nya.chefen', 'LonSystem')).toEqual(['Kontek'])
  expect(await claimsOf('39002', 'NewsEnabled')).toEqual(['true'])
  expect(await claimsOf('39002', 'LonSystem')).toEqual([])
})

test('values that the employee has saved stay, and the rest follows the file', async () => {
  const saved = { ...(await load('amina')), address: 'Egna gatan 7', phoneNumber: '+46 701740611' }
  expect((await portal.send('amina', 'POST', path, { body: saved })).status).toBe(200)
  const printed = await bring([
    'anstid;fornamn;efternamn;adress;telefon;ort',
    '31113;Amina;Warsame;Bolagets gata 1;070-1740622;Vännäs',
  ])
  expect(printed).toContain('2 uppgifter som anställda har ändrat själva lämnas som de är.')
  expect(await load('amina')).toEqual({ ...saved, city: 'Vännäs' })
})

test('company-owned values cannot be changed in the portal, and follow the file', async () => {
  const before = await load('jonas')
  const renamed = await portal.send('jonas', 'POST', path, { body: { ...before, firstName: 'Joni' } })
  expect([renamed.status, renamed.body.modelState]).toEqual([
    400,
    { firstName: ['Uppgiften kan bara ändras av ditt bolag.'] },
  ])
  const moved = await portal.send('jonas', 'POST', path, { body: { ...before, city: 'Linköping' } })
  expect(moved.status).toBe(200)
  await bring(['anstid;fornamn;efternamn;ort', '78104;Joni;Ek;Motala'], { company: 'ost' })
  expect(await load('jonas')).toEqual({ ...before, firstName: 'Joni', lastName: 'Ek', city: 'Linköping' })
})

test('a field that becomes company-owned follows the next file', async () => {
  await sql`
    update personal_details set own_fields = '{relativeName}'
    where employee_id = (select id from employees where user_name = 'hodan')`.execute(portal.db)
  await bring(['anstid;fornamn;efternamn;anhorig_namn', '78109;Hodan;Abdullahi;Asha Abdullahi'], { company: 'ost' })
  expect((await load('hodan')).relativeName).toBe('Asha Abdullahi')
})

test('an open form notices an import as a change', async () => {
  const authorization = `Bearer ${await portal.token('sirpa')}`
  const ask = { method: 'GET' as const, url: path, headers: { host: 'localhost', authorization } }
  const tag = String((await portal.app.inject(ask)).headers.etag)
  await bring(['anstid;fornamn;efternamn;ort', '31122;Sirpa;Niskanen;Haparanda'])
  const body = { ...(await load('sirpa')), city: 'Umeå' }
  expect((await portal.send('sirpa', 'POST', path, { body, headers: { 'if-match': tag } })).status).toBe(409)
})

test('a trial run and a second run change nothing', async () => {
  const file = ['anstid;fornamn;efternamn;ort', '31136;Zahra;Mohammadi;Sävar']
  const before = await load('zahra')
  expect(await bring(file, { dryRun: true })).toContain('Ingenting har ändrats (--dry-run).')
  expect(await load('zahra')).toEqual(before)
  await bring(file)
  expect((await bring(file))[0]).toBe('0 nya anställda, 0 ändras, 1 är som förut.')
})

test('an employee who has left loses access, and gets it back when the file says so', async () => {
  const status = async () => {
    portal.clock.now = new Date(portal.clock.now.getTime() + 30_001)
    return (await portal.send('marika', 'GET', path)).status
  }
  const file = (active: string) => ['anstid;fornamn;efternamn;aktiv', `31218;Marika;Laestander;${active}`]
  await bring(file('nej'))
  expect(await status()).toBe(403)
  await bring(file('ja'))
  expect(await status()).toBe(200)
})

test('one wrong row refuses all of them, and every fault is reported', async () => {
  const before = await load('emil')
  const head = 'anstid;fornamn;efternamn;epost;postnummer;telefon;chef_anstid;anvandarnamn;aktiv'
  const faults = await refusalOf(
    bring([
      head,
      '31140;Emil;Ny;;;;;;',
      ';A;B;;;;;;',
      '31149;;B;x;9;+47 90123456;31149;;kanske',
      '31140;A;B;;;;404;anna;',
    ]),
  )
  expect(faults).toEqual([
    'personal.csv rad 3, kolumn anstid: saknas',
    'personal.csv rad 4, kolumn fornamn: saknas',
    'personal.csv rad 4, kolumn aktiv: ska vara ja eller nej',
    'personal.csv rad 4, kolumn chef_anstid: är den anställdes eget',
    'personal.csv rad 4, kolumn epost: Ange en e-postadress med formatet {email}',
    'personal.csv rad 4, kolumn postnummer: Ange ett postnummer med formatet XXXXX som bara innehåller siffror',
    'personal.csv rad 4, kolumn telefon: ska vara ett svenskt telefonnummer',
    'personal.csv rad 5, kolumn anstid: står redan på rad 2',
  ])
  const unfit = await refusalOf(bring([head, '31140;Emil;Ny;;;;404;anna;']))
  expect(unfit).toEqual([
    'personal.csv rad 2, kolumn chef_anstid: 404 finns varken i filen eller i bolaget',
    'personal.csv rad 2, kolumn anvandarnamn: anna har redan en annan anställd',
  ])
  expect(await load('emil')).toEqual(before)
})

test('a company’s file affects nobody in another company', async () => {
  const before = await load('gunilla')
  await bring(['anstid;fornamn;efternamn;ort;bolag', '52103;Inte;Gunilla;Umeå;norr'])
  expect(await load('gunilla')).toEqual(before)
})

test('ten thousand employees are imported at once', async () => {
  const rows = Array.from({ length: 10_000 }, (_, n) => `9${n + 10_000};Förnamn${n};Efternamn;Gata ${n};Lund;64001`)
  await bring(['anstid;fornamn;efternamn;adress;ort;chef_anstid', ...rows], { company: 'syd' })
  expect(await load('919999')).toMatchObject({ firstName: 'Förnamn9999', city: 'Lund' })
}, 60_000)

test('a number of somebody who has left is not given to somebody else by a file', async () => {
  const file = (name: string, active = 'ja') => ['anstid;fornamn;efternamn;aktiv', `31149;${name};${active}`]
  const { rows } = await sql<{ first: string; last: string }>`
    select first_name as first, last_name as last from employees where number = '31149' and company = 'norr'`.execute(
    portal.db,
  )
  const own = `${rows[0]!.first};${rows[0]!.last}`
  await bring(file(own, 'nej'))
  const [line] = await refusalOf(bring(file('Bo;Ek')))
  expect(line).toContain('personal.csv rad 2, kolumn anstid: 31149 har slutat och hette något annat.')
  // A name that differs only in case is the same person, who may come back.
  expect(await bring(file(own.toUpperCase()))).toContain('Klart.')
})

test.each([
  ['an empty cell', '39150', ['anstid;fornamn;efternamn;aktiv', '39150;Bo;Ek;']],
  ['no column', '39151', ['anstid;fornamn;efternamn', '39151;Bo;Ek']],
  ['nej', '39152', ['anstid;fornamn;efternamn;aktiv', '39152;Bo;Ek;nej']],
])('nor is the former employee renamed first, by a row with %s for aktiv', async (_, number, renaming) => {
  const head = 'anstid;fornamn;efternamn;aktiv'
  await bring([head, `${number};Anna;Berg;ja`])
  await bring([head, `${number};Anna;Berg;nej`])
  // Not refused: a payroll system also corrects the name of somebody who has left, and the rest of its file must come in.
  const told = await bring(renaming)
  expect(told).toContain('0 nya anställda, 0 ändras, 1 är som förut.')
  expect(told).toContain('1 anställd som har slutat behåller sitt namn, trots att filen har ett annat.')
  expect((await refusalOf(bring([head, `${number};Bo;Ek;ja`])))[0]).toContain(
    `personal.csv rad 2, kolumn anstid: ${number} har slutat och hette något annat.`,
  )
  expect(await bring([head, `${number};Anna;Berg;ja`])).toContain('Klart.')
})

test('a file goes on naming somebody who has left as before, who had chosen another name', async () => {
  const before = await load('zahra')
  const saved = { ...before, firstName: 'Sara' }
  expect((await portal.send('zahra', 'POST', path, { body: saved })).status).toBe(200)
  const file = (first: string, last: string, active: string) => [
    'anstid;fornamn;efternamn;aktiv',
    `31136;${first};${last};${active}`,
  ]
  await bring(file(before.firstName, before.lastName, 'nej'))
  expect(await bring(file(before.firstName, before.lastName, 'nej'))).toContain('Klart.')
  // The chosen name stays, so that it still tells who it was.
  await bring(file('Bo', before.lastName, 'nej'))
  expect(await refusalOf(bring(file('Bo', before.lastName, 'ja')))).toHaveLength(1)
})

test('a new number that looks like a known one is refused, unless the file has both', async () => {
  const head = 'anstid;fornamn;efternamn'
  const doubled = (number: string) => [head, '39200;Ny;Anställd', `${number};Berit;Lund`]
  await bring([head, '39160a;Berit;Lund'])
  for (const number of ['039160a', '39160A'])
    expect(await refusalOf(bring(doubled(number), { dryRun: true }))).toContain(
      `personal.csv rad 3, kolumn anstid: ${number} finns inte, men 39160a gör det. Är numret rätt skrivet i filen? Är det en annan anställd: ta med även 39160a i filen. Är det 39160a som är felskrivet: avsluta den anställningen på kontoret`,
    )
  expect(await bring([...doubled('039160a'), '39160a;Berit;Lund'])).toContain(
    'Varning: 039160a är en ny anställd, men liknar 39160a, som också står i filen.',
  )
  expect(await bring(doubled('039160a'))).toContain('Klart.')
})

test('one that looks like the number of somebody who has left is not refused, since no file may have that any more', async () => {
  const head = 'anstid;fornamn;efternamn;aktiv'
  await bring([head, '039170;Anna;Berg;ja'])
  await bring([head, '039170;Anna;Berg;nej'])
  expect(await bring([head, '39170;Bo;Ek;ja'])).toContain(
    'Varning: 39170 är en ny anställd, men liknar 039170, som har slutat.',
  )
})

test.each([
  ['a character without width', '31117\u200b'],
  ['a soft hyphen', '311\u00ad17'],
  ['a variation selector', '31117\ufe0f'],
  ['a NUL', '31117\u0000'],
])('a number with %s is refused when the file is read', async (_, number) => {
  expect(await refusalOf(bring(['anstid;fornamn;efternamn', `${number};Anders;Fors`], { dryRun: true }))).toEqual([
    'personal.csv rad 2, kolumn anstid: innehåller osynliga tecken. Skriv in numret på nytt',
  ])
})

test.each([
  ['a line break', '"Umeå\nSkellefteå"'],
  ['a line separator', 'Umeå\u2028Skellefteå'],
  ['a NUL', 'Umeå\u0000'],
])('areas with %s between them are not taken for one', async (_, areas) => {
  const file = ['anstid;fornamn;efternamn;position;omrade', `31117;Anders;Fors;"Förare, Chef\n";${areas}`]
  expect(await refusalOf(bring(file, { dryRun: true }))).toEqual([
    'personal.csv rad 2, kolumn omrade: innehåller otillåtna tecken; skilj flera med komma',
  ])
})

const warningsOf = (printed: readonly string[]) => printed.filter((line) => line.startsWith('Varning'))

test('a new area that no role names brings a warning, also in a trial, and so does one that leaves roles behind', async () => {
  const { rows } = await sql<{ number: string; first: string; last: string }>`
    select number, first_name as first, last_name as last from employees e
    where company = 'vast' and active and exists (
      select from employee_claims c where c.employee_id = e.id and c.type = 'IntraCompanyArea' and c.value = (
        select min(value) from employee_claims x join employees y on y.id = x.employee_id
        where y.company = 'vast' and y.active and x.type = 'IntraCompanyArea'))
    order by number`.execute(portal.db)
  const { rows: areas } = await sql<{ value: string }>`
    select distinct c.value from employee_claims c join employees e on e.id = c.employee_id
    where e.number = ${rows[0]!.number} and e.company = 'vast' and c.type = 'IntraCompanyArea'`.execute(portal.db)
  const old = areas[0]!.value
  const inArea = (area: string) => [
    'anstid;fornamn;efternamn;omrade;bolag',
    ...rows.map(({ number, first, last }) => `${number};${first};${last};${area};vast`),
  ]
  const warned = async (area: string) => warningsOf(await bring(inArea(area), { company: 'vast', dryRun: true }))
  await onlyRoles(portal.db, [['eva', 'hr', { area: 'Umeå' }]])
  // Nobody in Väst is limited to an area, so no case can be missed.
  expect(await warned('Nya Norra')).toEqual([])

  const { rows: holders } = await sql<{ user: string; number: string }>`
    select user_name as user, number from employees where company = 'vast' and active order by number limit 7`.execute(
    portal.db,
  )
  await giveRole(portal.db, holders[0]!.user, 'trafikledare', { area: 'Annat' })
  const isNew = 'Varning: området ”Nya Norra” är nytt. Ingen roll som gäller ett område når det.'
  expect(await warned('Nya Norra')).toEqual([isNew])
  expect(await warned(old)).toEqual([])
  for (const { user } of holders) await giveRole(portal.db, user, 'trafikledare', { area: old })
  const first = holders.slice(0, 5).map(({ number }) => number)
  const isEmpty = `Varning: området ”${old}” har inga anställda kvar, men roller för ${first.join(', ')} och 2 till.`
  expect(await warned('Nya Norra')).toEqual([isNew, isEmpty])
  await giveRole(portal.db, holders[6]!.user, 'trafikledare', { area: 'Nya Norra', to: '2020-12-31' })
  expect(await warned('Nya Norra')).toEqual([isNew, isEmpty])
  await giveRole(portal.db, holders[6]!.user, 'verkstad', { area: 'Nya Norra' })
  expect(await warned('Nya Norra')).toEqual([isEmpty])
  expect(warningsOf(await bring(inArea('Nya Norra'), { company: 'vast' }))).toEqual([isEmpty])
  // An area that has become usual is not warned of each night.
  await sql`delete from role_assignments where area = 'Nya Norra'`.execute(portal.db)
  expect(await warned('Nya Norra')).toEqual([])
})

test('an area that loses its last employee is warned of where it has documents or news', async () => {
  const { db } = portal
  await onlyRoles(db, [['eva', 'hr', { area: 'Umeå' }]])
  await sql`
    update employee_claims c set value = 'Ensamma' from employees e
    where e.id = c.employee_id and e.user_name = 'jonas' and c.type = 'IntraCompanyArea'`.execute(db)
  await sql`
    insert into documents (id, file_name, size, company, created_at)
    select 'ensam-' || n, n || '.pdf', 1, 'ost', now() from generate_series(1, 2) as n`.execute(db)
  await sql`
    insert into shelved_documents (document_id, company, shelf, reach, place, file_name, size, digest, dated)
    select 'ensam-' || n, 'ost', 'crisis', 'area', 'Ensamma', n || '.pdf', 1, '', now() from generate_series(1, 2) as n`.execute(
    db,
  )
  await sql`insert into news_channels (company, area) values ('ost', 'Ensamma')`.execute(db)
  await sql`
    insert into news_items (channel_id, guid, content_hash, title, intro, body, author_name, published_at)
    select id, 'ensam', 'a', 'Nyhet', '', '', 'Öst', now() from news_channels where area = 'Ensamma'`.execute(db)
  const { rows } = await sql<{ line: string }>`
    select concat_ws(';', number, first_name, last_name) as line from employees where user_name = 'jonas'`.execute(db)
  const importer = importers.find(({ kind }) => kind === 'people')!
  const warned = async (area: string, dryRun: boolean) =>
    warningsOf(
      await bring(['anstid;fornamn;efternamn;omrade', `${rows[0]?.line};${area}`], {
        company: 'ost',
        dryRun,
        importer,
      }),
    )
  expect(await warned('Ensamma', true)).toEqual([])
  const warning = 'Varning: området ”Ensamma” har inga anställda kvar, men nyheter och 2 dokument som ingen då ser.'
  expect(await warned('Tillsammans', true)).toEqual([warning])
  expect(await warned('Tillsammans', false)).toEqual([warning])
  expect(await warned('Tillsammans', false)).toEqual([])
})

test('no warning comes for an area that the office overrides, or that only somebody who has left is given', async () => {
  await onlyRoles(portal.db, [['eva', 'hr', { area: 'Umeå' }]])
  const head = 'anstid;fornamn;efternamn;omrade;aktiv'
  const brought = async (line: string) => warningsOf(await bring([head, line], { dryRun: true }))
  expect(await brought('39301;Ny;Person;Helt Nytt;')).toEqual([
    'Varning: området ”Helt Nytt” är nytt. Ingen roll som gäller ett område når det.',
  ])
  expect(await brought('39301;Ny;Person;Helt Nytt;nej')).toEqual([])
  await sql`
    insert into office_fields (company, employee_id, field, changed_at)
    select company, id, 'IntraCompanyArea', now() from employees where user_name = 'anna'`.execute(portal.db)
  const { rows } = await sql<{ number: string; first: string; last: string }>`
    select number, first_name as first, last_name as last from employees where user_name = 'anna'`.execute(portal.db)
  const { number, first, last } = rows[0]!
  expect(await brought(`${number};${first};${last};Helt Nytt;`)).toEqual([])
})
