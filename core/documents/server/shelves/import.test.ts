import { rmSync } from 'node:fs'
import { chmod, mkdir, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ImportRefused } from '#platform/server/area.ts'
import { importers } from '../../../../app/server/run-command.ts'
import { refusalOf } from '../../../../app/server/test-imports.ts'
import { listFolder } from './folder.ts'
import { documentImporter } from './import.ts'
import { shelfPortal, type ShelfPortal } from './shelf-fixture.ts'

/** With the shelves of the areas. */
const importer = importers.find(({ kind }) => kind === 'documents')!

let own: ShelfPortal
let source: string
beforeAll(async () => {
  own = await shelfPortal()
  source = join(own.folder, 'källa')
})
afterAll(() => own.close())
beforeEach(async () => {
  await sql`delete from documents`.execute(own.portal.db)
  await rm(source, { recursive: true, force: true })
  await mkdir(source)
})

const awkward = 'Rutin vid hot och våld (2026) [kort].pdf'
const write = async (path: string, text = `innehåll i ${path}`) => {
  await mkdir(dirname(join(source, path)), { recursive: true })
  await writeFile(join(source, path), text)
}

async function run(options: Record<string, string>, { company = 'norr', dryRun = false, from = source } = {}) {
  const lines: string[] = []
  const request = { source: from, company, dryRun, options }
  await importer.run(request, own.platform, (line) => lines.push(line))
  return lines
}

const refusal = (options: Record<string, string>, where: Parameters<typeof run>[1] = {}) =>
  run(options, where).then(
    () => 'not refused',
    (error: unknown) => (error instanceof ImportRefused ? error.lines.join('\n') : String(error)),
  )

const policies = async (userName: string) =>
  (await own.portal.send(userName, 'GET', '/api/policydocs/documents')).body.result.map(
    ({ filename }: { filename: string }) => filename,
  )
const shelved = async () =>
  (await sql<{ n: number }>`select count(*)::int as n from shelved_documents`.execute(own.portal.db)).rows[0]?.n

describe('policy', () => {
  test('a folder with its folders becomes the company’s list, byte for byte, with size and date', async () => {
    await write(awkward, '%PDF åäö')
    await write('Underlag/Ärenden & övrigt.docx')
    await write('.DS_Store')
    await write('~$Ärenden.docx')
    await utimes(join(source, awkward), new Date('2026-02-03T10:00:00Z'), new Date('2026-02-03T10:00:00Z'))
    expect(await run({ as: 'policy' })).toEqual(['2 nya, 0 ändrade, 0 är som förut, 0 tas bort.', 'Klart.'])
    const { body } = await own.portal.send('anna', 'GET', '/api/policydocs/documents')
    expect(body.result).toContainEqual({ filename: awkward, size: 11, date: '2026-02-03' })
    expect(await policies('anna')).toEqual([awkward, 'Ärenden & övrigt.docx'])
    expect(await policies('gunilla')).toEqual([])
    const file = await own.portal.send(
      'anna',
      'GET',
      `/api/policydocs/downloadfile?filename=${encodeURIComponent(awkward)}`,
    )
    expect(Buffer.from(file.body.result, 'base64').toString()).toBe('%PDF åäö')
  })

  test('importing it again changes nothing; a changed file replaces the old one; a missing one stays until removal is requested', async () => {
    await write('a.pdf')
    await write('b.pdf')
    await run({ as: 'policy' })
    expect(await run({ as: 'policy' })).toEqual(['0 nya, 0 ändrade, 2 är som förut, 0 tas bort.', 'Klart.'])
    await write('a.pdf', 'nytt')
    await rm(join(source, 'b.pdf'))
    expect(await run({ as: 'policy' })).toEqual([
      '0 nya, 1 ändrat, 0 är som förut, 0 tas bort.',
      '1 som inte finns i mappen ligger kvar. De tas bort med --replace.',
      'Klart.',
    ])
    expect(await policies('anna')).toEqual(['a.pdf', 'b.pdf'])
    const file = await own.portal.send('anna', 'GET', '/api/policydocs/downloadfile?filename=a.pdf')
    expect(Buffer.from(file.body.result, 'base64').toString()).toBe('nytt')
    expect(await run({ as: 'policy', replace: 'true' })).toContain('Tas bort: b.pdf')
    expect(await policies('anna')).toEqual(['a.pdf'])
  })

  test('--dry-run prints the changes and changes nothing', async () => {
    await write('a.pdf')
    expect(await run({ as: 'policy' }, { dryRun: true })).toContain('Ingenting har ändrats (--dry-run).')
    expect(await shelved()).toBe(0)
  })

  test('a name written decomposed, as macOS does, is found composed', async () => {
    await write('Åtgärder.pdf'.normalize('NFD'))
    await run({ as: 'policy' })
    expect(await policies('anna')).toEqual(['Åtgärder.pdf'.normalize('NFC')])
    const query = encodeURIComponent('Åtgärder.pdf'.normalize('NFC'))
    expect((await own.portal.send('anna', 'GET', `/api/policydocs/downloadfile?filename=${query}`)).status).toBe(200)
  })
})

describe('a shelf with as many documents as a list shows', () => {
  const fill = (shelf: string, reach: string, count: number) =>
    sql`
    with kept as (
      insert into documents (id, file_name, size, company, created_at)
      select ${shelf} || n, n || '.png', 1, 'norr', now() from generate_series(1, ${count}::int) n returning id, file_name)
    insert into shelved_documents (document_id, company, shelf, reach, place, file_name, size, digest, dated)
    select id, 'norr', ${shelf}::text, ${reach}::text, case ${reach}::text when 'company' then '' else id end, file_name, 1, '', now()
    from kept`.execute(own.portal.db)

  test('is listed completely, and accepts no more', async () => {
    await fill('policy', 'company', 4999)
    await write('sist.pdf')
    await run({ as: 'policy' })
    expect(await policies('anna')).toHaveLength(5000)
    await rm(join(source, 'sist.pdf'))
    await write('ännu en.pdf')
    expect(await refusal({ as: 'policy' })).toMatch(/högst 5000 .*5001/)
    expect(await refusal({ as: 'policy' }, { dryRun: true })).toMatch(/högst 5000/)
    expect(await shelved()).toBe(5000)
    await run({ as: 'policy', replace: 'true' })
    expect(await policies('anna')).toEqual(['ännu en.pdf'])
  })

  test('is counted per employee if the documents are personal', async () => {
    await fill('certificates', 'employee', 5000)
    await write('31104/Intyg YKB.pdf')
    await run({ as: 'certificates' })
    expect(await shelved()).toBe(5001)
  })

  test('is imported at once if the documents are personal, since --replace with a part of it would remove the others', async () => {
    await write('31113/Intyg.pdf')
    await run({ as: 'certificates' })
    await rm(join(source, '31113'), { recursive: true })
    const numbers = ['31104', '31030']
    for (const number of numbers) await mkdir(join(source, number))
    for (let n = 0; n < 5001; n++) await writeFile(join(source, numbers[n % 2]!, `${n}.pdf`), '%')
    expect(await run({ as: 'certificates', replace: 'true' }, { dryRun: true })).toContain(
      '5001 nya, 0 ändrade, 0 är som förut, 1 tas bort.',
    )
    expect(await refusal({ as: 'policy' }, { dryRun: true })).toBe(
      'En lista visar högst 5000 dokument; här skulle den få 5001.',
    )
  })
})

test('a folder with more files than an import can keep in memory is refused before any is read', async () => {
  for (const n of [1, 2, 3]) await write(`${n}.pdf`)
  expect((await listFolder(source, 3)).faults).toEqual([])
  expect(await refusalOf(listFolder(source, 2))).toEqual([
    'Mappen har fler än 2 filer. Dela upp den, och importera delarna utan --replace.',
  ])
})

describe('refused entirely, with nothing changed', () => {
  beforeEach(() => write('bra.pdf'))
  const cases: readonly (readonly [string, () => Promise<unknown>, RegExp])[] = [
    ['a link to a file outside', () => symlink('/etc/hostname', join(source, 'hemlig.pdf')), /hemlig\.pdf: är en länk/],
    ['a link to a folder outside', () => symlink('/etc', join(source, 'mapp')), /mapp: är en länk/],
    [
      'a link to a file inside',
      () => symlink(join(source, 'bra.pdf'), join(source, 'två.pdf')),
      /två\.pdf: är en länk/,
    ],
    ['a link that climbs', () => symlink('../../../../etc/passwd', join(source, 'upp.pdf')), /upp\.pdf: är en länk/],
    ['a program', () => write('farlig.exe'), /farlig\.exe: filtypen tas inte emot/],
    ['a page', () => write('sida.html'), /sida\.html: filtypen/],
    ['a picture that runs', () => write('bild.svg'), /bild\.svg: filtypen/],
    ['no ending', () => write('README'), /README: filtypen/],
    ['an empty file', () => write('tom.pdf', ''), /tom\.pdf: är tom/],
    ['a name with a control character', () => write('a\nb.pdf'), /otillåtna tecken/],
    ['a name that is shown otherwise than it is', () => write('a\u{202e}fdp.pdf'), /otillåtna tecken/],
    ['a Windows path for a name', () => write('mapp\\..\\a.pdf'), /otillåtna tecken/],
    ['the same name twice', () => write('mapp/bra.pdf'), /har samma namn som bra\.pdf/],
  ]
  test.each(cases)('%s', async (_what, make, expected) => {
    await make()
    expect(await refusal({ as: 'policy' })).toMatch(expected)
    expect(await shelved()).toBe(0)
  })

  test.skipIf(process.platform === 'win32')('a folder that may not be read', async () => {
    await write('31104/Intyg YKB.pdf')
    await chmod(own.folder, 0o755)
    await chmod(join(source, '31104'), 0)
    const isRoot = process.geteuid?.() === 0
    if (isRoot) process.seteuid?.(65_534)
    const said = await refusal({ as: 'certificates' }).finally(() => isRoot && process.seteuid?.(0))
    expect(said).toMatch(/^31104: mappen kan inte läsas$/m)
    expect(said).not.toContain(source)
  })

  test('a file that goes while the others are stored', async () => {
    await write('31104/Intyg YKB.pdf')
    await rm(join(source, 'bra.pdf'))
    const request = { source, company: 'norr', dryRun: false, options: { as: 'certificates' } }
    const running = importer.run(request, own.platform, () => rmSync(join(source, '31104'), { recursive: true }))
    await expect(running).rejects.toMatchObject({ lines: ['31104/Intyg YKB.pdf: filen kan inte läsas'] })
    expect(await shelved()).toBe(0)
  })

  test('no folder, a file for a folder, an address, an unknown shelf, an unknown company', async () => {
    expect(await refusal({ as: 'policy' }, { from: join(source, 'finns-inte') })).toMatch(/mappen finns inte/)
    expect(await refusal({ as: 'policy' }, { from: join(source, 'bra.pdf') })).toMatch(/mappen finns inte/)
    expect(await refusal({ as: 'policy' }, { from: 'https://127.0.0.1/x' })).toMatch(/Ange en mapp/)
    expect(await refusal({ as: 'news' })).toMatch(/Ange --as/)
    expect(await refusal({})).toMatch(/Ange --as/)
    expect(await refusal({ as: 'policy' }, { company: 'finnsinte' })).toMatch(/inget bolag/)
    await rm(join(source, 'bra.pdf'))
    expect(await refusal({ as: 'policy' })).toMatch(/har inga dokument/)
  })

  test('a database that fails midway leaves neither rows nor files', async () => {
    const files = async () =>
      (await readdir(join(own.folder, 'data', 'blobs', 'documents'), { recursive: true }))
        .filter((name) => name.length > 43)
        .sort()
    const before = await files()
    for (let n = 0; n < 5; n++) await write(`${n}.pdf`)
    await sql`
      create function refuse_one() returns trigger language plpgsql as $$
      begin if new.file_name = '3.pdf' then raise exception 'no'; end if; return new; end $$`.execute(own.portal.db)
    await sql`
      create trigger refuse_one before insert on shelved_documents for each row execute function refuse_one()`.execute(
      own.portal.db,
    )
    await expect(run({ as: 'policy' })).rejects.toThrow('no')
    await sql`drop trigger refuse_one on shelved_documents`.execute(own.portal.db)
    expect(await shelved()).toBe(0)
    expect(await files()).toEqual(before)
  })
})

describe('crisis', () => {
  test('area and position come from the layout, and documents reach only their audience', async () => {
    await write('area/Umeå/Krisplan Umeå.pdf')
    await write('area/Skellefteå/Krisplan Skellefteå.pdf')
    await write('position/Trafikledare/djupt/Jour (natt).docx')
    await write('position/Trafikldeare/Felstavad.pdf')
    expect(await run({ as: 'crisis' })).toContain('Varning: ingen i norr har befattningen Trafikldeare.')
    const list = async (userName: string, by: string) =>
      (await own.portal.send(userName, 'GET', `/api/krishantering/documents/${by}`)).body.result
    expect(await list('anna', 'bycompanyarea')).toMatchObject([{ filename: 'Krisplan Umeå.pdf' }])
    expect(await list('marika', 'bycompanyarea')).toMatchObject([{ filename: 'Krisplan Skellefteå.pdf' }])
    expect(await list('cecilia', 'bycompanyposition')).toMatchObject([
      { filename: 'Jour (natt).docx', pathFileName: 'Trafikledare/Jour (natt).docx' },
    ])
    expect(await list('anna', 'bycompanyposition')).toEqual([])
  })

  test('an area that nobody employed works in any longer is warned of, also by a folder in which nothing has changed', async () => {
    const { db } = own.portal
    await write('area/Ensamma/Krisplan.pdf')
    await sql`
      insert into employees (company, number, user_name, first_name, last_name) values ('norr', 'E1', 'ensam', 'En', 'Sam')`.execute(
      db,
    )
    await sql`
      insert into employee_claims (employee_id, type, value)
      select id, 'IntraCompanyArea', 'Ensamma' from employees where user_name = 'ensam'`.execute(db)
    const warning = 'Varning: ingen i norr har området Ensamma.'
    expect(await run({ as: 'crisis' })).not.toContain(warning)
    await sql`update employees set active = false where user_name = 'ensam'`.execute(db)
    expect(await run({ as: 'crisis' })).toEqual([warning, '0 nya, 0 ändrade, 1 är som förut, 0 tas bort.', 'Klart.'])
  })

  test('a folder that the guide of the company does not show is warned of', async () => {
    await write('position/Trafikledare/Jour.docx')
    const warning = 'Varning: norr har ingen krisguide som visar dokumenten i position/.'
    expect(await run({ as: 'crisis' }, { dryRun: true })).toContain(warning)
    expect(await run({ as: 'crisis' })).toContain(warning)
    await rm(join(source, 'position'), { recursive: true })
    await write('area/Umeå/Krisplan Umeå.pdf')
    expect((await run({ as: 'crisis' })).join(' ')).not.toContain('krisguide')
    expect(await run({ as: 'crisis' }, { company: 'vast' })).toContain(
      'Varning: vast har ingen krisguide som visar dokumenten i area/.',
    )
  })

  test.each(['lös.pdf', 'area/lös.pdf', 'omrade/Umeå/a.pdf'])('%s is in the wrong place', async (path) => {
    await write(path)
    expect(await refusal({ as: 'crisis' })).toMatch(/ska ligga i area\/<område>\/ eller position\/<befattning>\//)
    expect(await shelved()).toBe(0)
  })
})

describe('certificates', () => {
  test('are sorted by employee number, and an unknown number refuses all', async () => {
    await write('31104/Intyg YKB.pdf')
    await run({ as: 'certificates' })
    const { rows } = await sql<{ userName: string; fileName: string }>`
      select e.user_name as "userName", s.file_name as "fileName" from shelved_documents s
      join employees e on e.id::text = s.place where s.reach = 'employee'`.execute(own.portal.db)
    expect(rows).toEqual([{ userName: 'anna', fileName: 'Intyg YKB.pdf' }])
    await write('99999/Intyg.pdf')
    await write('31104/Nytt intyg.pdf')
    expect(await refusal({ as: 'certificates' })).toMatch(/99999 finns inte i norr/)
    expect(await shelved()).toBe(1)
  })

  test('another company’s number is unknown', async () => {
    await write('52103/Intyg.pdf')
    expect(await refusal({ as: 'certificates' })).toMatch(/52103 finns inte i norr/)
  })

  test('a number that another company has too needs the company in its path, which must be that of the import', async () => {
    await sql`insert into employees (company, number, user_name, first_name, last_name)
      values ('norr', '39001', '39001', 'Disa', 'Dahl'), ('vast', '39001', '39001', 'Ebba', 'Ek')`.execute(
      own.portal.db,
    )
    const as = { as: 'certificates' }
    await write('31104/Intyg YKB.pdf')
    await write('39001/Intyg.pdf')
    for (const dryRun of [true, false])
      expect(await refusal(as, { dryRun })).toBe('39001/Intyg.pdf: 39001 finns också i vast: ska ligga i norr/39001/')
    await rm(join(source, '39001'), { recursive: true })
    await write('norr/39001/Intyg.pdf')
    expect(await refusal(as, { company: 'vast' })).toContain(
      'norr/39001/Intyg.pdf: ligger i norr/, men importen är för vast',
    )
    expect(await shelved()).toBe(0)
    await run(as)
    const { rows } = await sql`
      select e.first_name as "firstName" from shelved_documents s
      join employees e on e.id::text = s.place where s.reach = 'employee' order by 1`.execute(own.portal.db)
    expect(rows).toEqual([{ firstName: 'Anna' }, { firstName: 'Disa' }])
    for (const wrong of ['norr/x/y', '31104/2026', 'Nord/31104']) {
      await write(`${wrong}/Intyg.pdf`)
      expect(await refusal(as)).toBe(`${wrong}/Intyg.pdf: ska ligga i <anstid>/ eller <bolag>/<anstid>/`)
      await rm(join(source, wrong), { recursive: true })
    }
  })
})

test('an area’s door can bring a shelf with any name', async () => {
  const ofHandbook = documentImporter([{ name: 'handbook', layoutFor: async () => () => ({ of: 'company' }) }])
  expect(ofHandbook.usage).toContain('--as handbook ')
  await write('Handbok.pdf')
  const request = { source, company: 'norr', dryRun: false, options: { as: 'handbook' } }
  await ofHandbook.run(request, own.platform, () => undefined)
  const { rows } = await sql`select shelf, file_name from shelved_documents`.execute(own.portal.db)
  expect(rows).toEqual([{ shelf: 'handbook', file_name: 'Handbok.pdf' }])
})
