import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { onlyTried } from '#platform/server/area.ts'
import { readConfig } from '#platform/server/config.ts'
import { claimDataDir } from '#platform/server/data-dir.ts'
import { NotStored } from '#platform/server/files/file-fault.ts'
import { settingsOf, WrongSetting } from '#platform/server/settings.ts'
import { idsByNumber } from '#core/people/server/store.ts'
import { printedBy, refusalOf } from '../../../app/server/test-imports.ts'
import { testPlatform } from '../../../app/server/test-platform.ts'
import { testPortal, type TestPortal } from '../../../app/server/test-portal.ts'
import { testPayslipKey } from '../../../app/server/test-template.ts'
import { payslipImporter } from './import-payslips.ts'
import { payslipKeys } from './keys.ts'
import { payslipSettings } from './settings.ts'
import { addPayslips, removePayslips } from './store.ts'

const head = 'anstid;period;utbetalningsdag;fil;sha256'
let portal: TestPortal
let root: string
let folder: string

beforeAll(async () => {
  portal = await testPortal()
  root = await mkdtemp(join(tmpdir(), 'linjen-payslips-'))
})
beforeEach(async () => {
  folder = await mkdtemp(join(root, 'batch-'))
})
afterAll(async () => {
  await portal.close()
  await rm(root, { recursive: true })
})

const sha = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')
const pdf = (words: string) => `%PDF-1.4\n% ${words}\n%%EOF\n`

async function put(name: string, content: string): Promise<string> {
  await mkdir(dirname(join(folder, name)), { recursive: true })
  await writeFile(join(folder, name), content)
  return sha(content)
}

/** A row of the manifest; also writes its file. */
async function row(number: string, period: string, given: { file?: string; words?: string } = {}) {
  const file = given.file ?? `${number}-${period}.pdf`
  return `${number};${period};2026-11-25;${file};${await put(file, pdf(given.words ?? file))}`
}

async function bring(
  rows: readonly string[],
  {
    company = 'norr',
    dryRun = false,
    name = 'manifest.csv',
    key = testPayslipKey,
    columns = head,
    remove = false,
  } = {},
) {
  await writeFile(join(folder, name), [columns, ...rows].join('\n'))
  const platform = await testPlatform(portal, { PAYSLIP_KEY: key })
  return printedBy(payslipImporter, platform, {
    source: folder,
    company,
    dryRun,
    options: remove ? { remove: 'true' } : {},
  })
}

const listOf = async (userName: string): Promise<{ salaryPeriodId: number; salaryPeriodName: string }[]> =>
  (await portal.send(userName, 'GET', '/api/lonespec/kontek/getspeclist')).body.result
const countAll = async () => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from payslips`.execute(portal.db)
  return rows[0]?.n
}

test('a payroll run is listed first and opens unchanged for its owner', async () => {
  const printed = await bring([
    await row('31104', '2026-11'),
    await row('31030', '2026-11', { file: 'under/cecilia.pdf' }),
  ])
  expect(printed).toEqual(['2 lönebesked till 2 anställda.', 'Klart.'])
  const [first] = await listOf('anna')
  expect(first).toMatchObject({ salaryPeriodName: '2026-11', salaryPeriodPaymentDate: '2026-11-25' })
  const url = `/api/lonespec/kontek/downloadspec/?salaryPeriodId=${first?.salaryPeriodId}`
  const { body } = await portal.send('anna', 'GET', url)
  expect(Buffer.from(body.result.pdfStr, 'base64').toString()).toBe(pdf('31104-2026-11.pdf'))
  expect((await portal.send('cecilia', 'GET', url)).status).toBe(404)
})

test('a trial run changes nothing', async () => {
  const before = await countAll()
  expect(await bring([await row('31104', '2027-01')], { dryRun: true })).toContain('Ingenting har ändrats (--dry-run).')
  expect(await countAll()).toBe(before)
})

test('one wrong row refuses the whole run, and every fault is reported with file and line', async () => {
  const before = await countAll()
  const good = await row('31113', '2027-02')
  await put('text.pdf', 'Hej')
  const rows = [
    good,
    await row('99999', '2027-02'),
    // An employee of another company is treated as absent.
    await row('52103', '2027-02'),
    (await row('31117', '2027-02')).replace(/\w{64}$/, 'a'.repeat(64)),
    `31122;2027-02;2027-02-25;text.pdf;${sha('Hej')}`,
    await row('31125', 'oktober 2026'),
    `31131;2027-02;2027-02-25;saknas.pdf;${'b'.repeat(64)}`,
    (await row('31136', '2027-02')).replace('2026-11-25', '25/11'),
  ]
  expect(await refusalOf(bring(rows))).toEqual([
    'manifest.csv rad 3, kolumn anstid: 99999 finns inte i norr',
    'manifest.csv rad 4, kolumn anstid: 52103 finns inte i norr',
    'manifest.csv rad 5, kolumn sha256: stämmer inte med 31117-2027-02.pdf',
    'manifest.csv rad 6, kolumn fil: text.pdf är ingen PDF',
    'manifest.csv rad 7, kolumn period: oktober 2026 finns redan för 31125',
    'manifest.csv rad 8, kolumn fil: saknas.pdf finns inte',
    'manifest.csv rad 9, kolumn utbetalningsdag: ska vara ett datum, ÅÅÅÅ-MM-DD',
  ])
  expect(await countAll()).toBe(before)
})

describe('numbers that two companies of the group use', () => {
  const withCompany = `${head};bolag`
  beforeAll(async () => {
    await sql`
      insert into employees (company, number, user_name, first_name, last_name)
      values ('norr', '1001', 'ett.nummer', 'Ett', 'Nummer'), ('vast', '1001', 'samma.nummer', 'Samma', 'Nummer')`.execute(
      portal.db,
    )
  })

  test('say nothing of whose a payslip is: the manifest must name the company', async () => {
    const before = await countAll()
    const rows = [await row('1001', '2028-01'), await row('31113', '2028-01')]
    expect(await refusalOf(bring(rows))).toEqual([
      'manifest.csv rad 2, kolumn anstid: 1001 finns också i vast: ange bolaget i en kolumn bolag',
    ])
    const named = rows.map((each) => `${each};norr`)
    expect(await refusalOf(bring(named, { columns: withCompany, company: 'vast' }))).toEqual([
      'manifest.csv rad 2, kolumn bolag: norr, men importen är för vast',
      'manifest.csv rad 3, kolumn bolag: norr, men importen är för vast',
    ])
    expect(await countAll()).toBe(before)
    expect(await bring(named, { columns: withCompany })).toContain('2 lönebesked till 2 anställda.')
  })
})

describe('an import that was wrong', () => {
  test('is taken back by its manifest alone, all or nothing, and no other payslip with it', async () => {
    const rows = [await row('31117', '2028-02'), await row('31122', '2028-02')]
    await bring(rows)
    const before = await countAll()
    for (const row of rows) await rm(join(folder, row.split(';')[3]!))

    const other = rows[1]!.replace(/\w{64}$/, 'a'.repeat(64))
    const absent = rows[0]!.replace('2028-02', '2028-03')
    expect(await refusalOf(bring([rows[0]!, other, absent], { remove: true }))).toEqual([
      'manifest.csv rad 3, kolumn sha256: det lönebesked som 31122 har för 2028-02 är ett annat',
      'manifest.csv rad 4, kolumn period: 2028-03 finns inte för 31117',
    ])
    expect(await bring(rows, { remove: true, company: 'vast' })).toEqual([
      'Varning: manifest.csv rad 2, kolumn anstid: 31117 finns inte i vast och hoppas över',
      'Varning: manifest.csv rad 3, kolumn anstid: 31122 finns inte i vast och hoppas över',
      '0 lönebesked tas bort.',
      expect.stringMatching(/^Klart\./),
    ])
    expect(await bring(rows, { remove: true, dryRun: true })).toEqual(['2 lönebesked tas bort.', onlyTried])
    expect(await countAll()).toBe(before)

    expect(await bring(rows, { remove: true })).toContain('2 lönebesked tas bort.')
    expect(await countAll()).toBe((before ?? 0) - 2)
    expect(await refusalOf(bring(rows, { remove: true }))).toHaveLength(2)
  })
})

test('a batch that went to the wrong company’s numbers is taken back there by its own manifest', async () => {
  await sql`
    insert into employees (company, number, user_name, first_name, last_name)
    values ('norr', '1002', 'tva.nummer', 'Två', 'Nummer'), ('vast', '1002', 'fel.nummer', 'Fel', 'Nummer')`.execute(
    portal.db,
  )
  const rows = [await row('1002', '2028-04')]
  await bring(
    rows.map((each) => `${each};vast`),
    { columns: `${head};bolag`, company: 'vast' },
  )
  const before = await countAll()
  expect(await refusalOf(bring(rows, { remove: true, company: 'norr' }))).toHaveLength(1)
  expect(await bring(rows, { remove: true, company: 'vast' })).toContain('1 lönebesked tas bort.')
  expect(await countAll()).toBe((before ?? 0) - 1)
})

test('a run is not sealed with a key that does not open what is stored', async () => {
  const before = await countAll()
  const key = Buffer.alloc(32, 'other').toString('base64')
  for (const dryRun of [true, false]) {
    const [why] = await refusalOf(bring([await row('31104', '2027-08')], { key, dryRun }))
    expect(why).toMatch(/^PAYSLIP_KEY passar inte: \d+ lagrade lönebesked är krypterade med en annan nyckel/)
  }
  expect(await countAll()).toBe(before)
})

test('a period that is spelled differently is the same period', async () => {
  const rows = [await row('31136', 'Mars 2027'), await row('31136', '2027-03')]
  expect(await refusalOf(bring(rows))).toEqual([
    'manifest.csv rad 3, kolumn period: 2027-03 står redan för 31136 på rad 2',
  ])
})

test('a period that a spreadsheet has made a date is refused, and one that is in is taken back', async () => {
  const why = 'har blivit ett datum i ett kalkylprogram; skriv ÅÅÅÅ-MM, som 2026-11'
  const rows = [await row('31122', 'nov-26'), await row('31125', 'Okt 26'), await row('31131', 'maj.2027')]
  expect(await refusalOf(bring(rows, { dryRun: true }))).toEqual([
    `manifest.csv rad 2, kolumn period: ${why}`,
    `manifest.csv rad 3, kolumn period: ${why}`,
  ])
  // Stored before it was refused.
  await addPayslips(
    portal.db,
    await payslipKeys((await testPlatform(portal, { PAYSLIP_KEY: testPayslipKey })).config),
    [
      {
        employeeId: (await idsByNumber(portal.db, 'norr')).get('31122') as string,
        period: 'nov-26',
        paymentDate: '2026-11-25',
        pdf: Buffer.from(pdf('31122-nov-26.pdf')),
      },
    ],
    portal.clock.now,
  )
  const before = await countAll()
  expect(await bring(rows.slice(0, 1), { remove: true })).toContain('1 lönebesked tas bort.')
  expect(await countAll()).toBe((before ?? 0) - 1)
})

test('more payslips are removed at once than a statement has parameters', async () => {
  const before = await countAll()
  await removePayslips(
    portal.db,
    Array.from({ length: 70_000 }, (_, n) => 1_000_000_000 + n),
  )
  expect(await countAll()).toBe(before)
})

test.each(['NFC', 'NFD'] as const)('a file is found whose name is written in %s', async (form) => {
  const rows = [
    await row('31113', '2027-09', { file: 'löner/Åsa Öberg.pdf'.normalize(form) }),
    await row('31117', '2027-09', { file: 'löner/Åsa Öberg 2.pdf'.normalize(form) }),
  ]
  for (const written of ['NFC', 'NFD'] as const) {
    const manifest = rows.map((each) => each.normalize(written))
    expect(await bring(manifest, { dryRun: true })).toEqual(['2 lönebesked till 2 anställda.', onlyTried])
  }
})

test.each(['NFC', 'NFD'] as const)('nor a file outside the folder by a name in %s', async (form) => {
  const outside = join(root, 'utanför.pdf')
  await writeFile(outside, pdf('annans'))
  await symlink(outside, join(folder, 'länk.pdf'.normalize(form)))
  expect(await refusalOf(bring([`31104;2027-04;2027-04-25;länk.pdf;${sha(pdf('annans'))}`]))).toEqual([
    'manifest.csv rad 2, kolumn fil: länk.pdf ligger utanför mappen',
  ])
})

test.each(['../utanför.pdf', '/etc/hostname', 'under/../../utanför.pdf', '..\\utanför.pdf', 'länk.pdf', 'C:\\lön.pdf'])(
  'no file outside the folder is read: %s',
  async (file) => {
    const outside = join(root, 'utanför.pdf')
    await writeFile(outside, pdf('annans'))
    if (file === 'länk.pdf') await symlink(outside, join(folder, file))
    const before = await countAll()
    expect(await refusalOf(bring([`31104;2027-04;2027-04-25;${file};${sha(pdf('annans'))}`]))).toEqual([
      `manifest.csv rad 2, kolumn fil: ${file} ligger utanför mappen`,
    ])
    expect(await countAll()).toBe(before)
  },
)

test('a pipe is not waited for, neither one of a row nor one for a manifest', async () => {
  execFileSync('mkfifo', [join(folder, 'rör.pdf')])
  expect(await refusalOf(bring([`31104;2027-04;2027-04-25;rör.pdf;${'a'.repeat(64)}`]))).toEqual([
    'manifest.csv rad 2, kolumn fil: rör.pdf är ingen fil',
  ])
  await rm(join(folder, 'manifest.csv'))
  execFileSync('mkfifo', [join(folder, 'manifest.csv')])
  const platform = await testPlatform(portal, { PAYSLIP_KEY: testPayslipKey })
  expect(await refusalOf(printedBy(payslipImporter, platform, { source: folder }))).toEqual([
    'manifest.csv är ingen fil',
  ])
})

test('an invalid manifest is reported line by line', async () => {
  const date = 'ska vara ett datum, ÅÅÅÅ-MM-DD'
  const unfit = 'innehåller otillåtna tecken'
  const rows = [
    '31104;2027-05;25/5;;kort',
    ';;2027-05-25;x.pdf;',
    `31104\u0000;2027-05\u0000;1899-12-31;x\u0000.pdf;${'a'.repeat(64)}`,
    `31104;Maj\u00072027;1900-01-01;x.pdf;`,
  ]
  for (const how of [{ dryRun: true }, {}])
    expect(await refusalOf(bring(rows, how))).toEqual([
      `manifest.csv rad 2, kolumn utbetalningsdag: ${date}`,
      'manifest.csv rad 2, kolumn fil: saknas',
      'manifest.csv rad 2, kolumn sha256: ska vara 64 hexadecimala tecken',
      'manifest.csv rad 3, kolumn anstid: saknas',
      'manifest.csv rad 3, kolumn period: saknas',
      'manifest.csv rad 3, kolumn sha256: ska vara 64 hexadecimala tecken',
      `manifest.csv rad 4, kolumn anstid: ${unfit}`,
      `manifest.csv rad 4, kolumn period: ${unfit}`,
      `manifest.csv rad 4, kolumn utbetalningsdag: ${date}`,
      `manifest.csv rad 4, kolumn fil: ${unfit}`,
      `manifest.csv rad 5, kolumn period: ${unfit}`,
      'manifest.csv rad 5, kolumn sha256: ska vara 64 hexadecimala tecken',
    ])
  expect(await refusalOf(bring(rows.slice(2), { remove: true }))).toContain(
    `manifest.csv rad 2, kolumn period: ${unfit}`,
  )
})

test('the manifest of a run may have any name, but must exist', async () => {
  expect(await bring([await row('31104', '2027-06')], { name: 'lon.csv', dryRun: true })).toHaveLength(2)
  await rm(join(folder, 'lon.csv'))
  await writeFile(join(folder, 'a.CSV'), '')
  await writeFile(join(folder, 'b.csv'), '')
  const platform = await testPlatform(portal, { PAYSLIP_KEY: testPayslipKey })
  const request = { source: folder, company: 'norr', dryRun: false, options: {} }
  const [line] = await refusalOf(payslipImporter.run(request, platform, () => {}))
  expect(line).toContain('mappen ska ha en CSV-fil, manifest.csv')
})

test('the same file for two employees gives a warning', async () => {
  const rows = [await row('31140', '2027-07', { words: 'samma' }), await row('31149', '2027-07', { words: 'samma' })]
  expect((await bring(rows, { dryRun: true }))[0]).toBe(
    'Varning: 1 fil har samma innehåll som en annan anställds, som rad 2 och rad 3. Kontrollera dem.',
  )
})

test('a key is 32 bytes; no message repeats it', () => {
  const short = Buffer.from('hemlig').toString('base64')
  expect(() => readConfig({ PAYSLIP_KEY: short }, [payslipSettings])).toThrow(WrongSetting)
  expect(() => readConfig({ PAYSLIP_KEY: short }, [payslipSettings])).toThrow('PAYSLIP_KEY (ska vara 32 byte i base64)')
  const config = readConfig({ PAYSLIP_KEY: testPayslipKey }, [payslipSettings])
  expect(settingsOf(config, payslipSettings).PAYSLIP_KEY).toHaveLength(32)
})

test('the portal’s own key is made once, readable only by its owner', async () => {
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: join(folder, 'data') }, [payslipSettings])
  const keys = await Promise.all([1, 2, 3].map(async () => (await payslipKeys(config)).writing.key))
  expect(keys[0]).toHaveLength(32)
  expect(new Set(keys.map((key) => Buffer.from(key).toString('hex'))).size).toBe(1)
  expect((await stat(join(config.dataDir, 'payslip.key'))).mode & 0o777).toBe(0o600)
  expect(Buffer.from(await readFile(join(config.dataDir, 'payslip.key'), 'utf8'), 'base64')).toEqual(keys[0])
})

test('while the data folder’s disk is unmounted no other key is made on the disk below', async () => {
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: join(folder, 'disk') }, [payslipSettings])
  const { writing } = await payslipKeys(config)
  await claimDataDir(portal.db, config.dataDir)
  await rename(config.dataDir, join(folder, 'unmounted'))
  await mkdir(config.dataDir)
  await expect(payslipKeys(config)).rejects.toThrow(NotStored)
  expect(await readdir(config.dataDir)).toEqual([])
  // Nor is one used that an earlier time without the disk has left there.
  await writeFile(join(config.dataDir, 'payslip.key'), randomBytes(32).toString('base64'))
  await expect(payslipKeys(config)).rejects.toThrow(NotStored)
  await rm(config.dataDir, { recursive: true })
  await rename(join(folder, 'unmounted'), config.dataDir)
  expect((await payslipKeys(config)).writing).toEqual(writing)
})
