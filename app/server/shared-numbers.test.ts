import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Platform } from '#platform/server/area.ts'
import { importers } from './run-command.ts'
import { printedBy, refusalOf } from './test-imports.ts'
import { testPlatform } from './test-platform.ts'
import { testPortal, type TestPortal } from './test-portal.ts'
import { testPayslipKey } from './test-template.ts'

// A file that is imported to the wrong company gives one person's pay, account or rights to another who has the same employee number there.

let portal: TestPortal
let platform: Platform
let folder: string
beforeAll(async () => {
  portal = await testPortal()
  platform = await testPlatform(portal, { PAYSLIP_KEY: testPayslipKey })
  folder = await mkdtemp(join(tmpdir(), 'linjen-shared-numbers-'))
  await writeFile(join(folder, 'ett.pdf'), pdf)
  await sql`
    insert into employees (company, number, user_name, first_name, last_name)
    values ('norr', '1001', 'ett.nummer', 'Ett', 'Nummer'), ('vast', '1001', 'samma.nummer', 'Samma', 'Nummer')`.execute(
    portal.db,
  )
})
afterAll(async () => {
  await portal.close()
  await rm(folder, { recursive: true })
})

const pdf = '%PDF-1.4\n%%EOF\n'
const sha256 = createHash('sha256').update(pdf).digest('hex')

/** A file of each import that names employees by number: its columns, and a row of somebody whose number two companies have. */
const files: Readonly<Record<string, readonly [columns: string, row: string]>> = {
  people: ['anstid;fornamn;efternamn', '1001;Ett;Nummer'],
  identities: ['anstid;issuer;subject', '1001;https://login.example.se/grupp;konto-1'],
  rights: ['anstid;behorighet;varde', '1001;NewsEnabled;ja'],
  payslips: ['anstid;period;utbetalningsdag;fil;sha256', `1001;2028-01;2028-01-25;ett.pdf;${sha256}`],
  courses: ['anstid;kurs;ort;datum', '1001;Fordonskännedom;Umeå;2026-11-18'],
  eco: ['datum;tur;fordon;anstid;km;liter;temperatur;referens_l_per_km', '2026-11-20;Linje 4;ABC12D;1001;1;1;1;0,3'],
}

test('the list has every import whose rows name employees', () => {
  const named = importers.filter(({ usage }) => usage.includes('anstid')).map(({ kind }) => kind)
  expect(Object.keys(files).toSorted()).toEqual(named.toSorted())
})

test.each(Object.entries(files))(
  '%s: a number that two companies have needs the company',
  async (kind, [head, row]) => {
    const importer = importers.find((one) => one.kind === kind)!
    const bring = async (lines: readonly string[], company: string) => {
      const name = kind === 'payslips' ? 'manifest.csv' : `${kind}.csv`
      await writeFile(join(folder, name), lines.join('\n'))
      return printedBy(importer, platform, { source: kind === 'payslips' ? folder : join(folder, name), company })
    }
    const withCompany = (company: string) => [`${head};bolag`, `${row};${company}`]
    for (const company of ['norr', 'vast'] as const) {
      const other = company === 'norr' ? 'vast' : 'norr'
      const unclear = `anstid: 1001 finns också i ${other}: ange bolaget i en kolumn bolag`
      const wrong = `bolag: ${other}, men importen är för ${company}`
      for (const lines of [[head, row], withCompany('')])
        expect(await refusalOf(bring(lines, company))).toEqual([
          expect.stringMatching(new RegExp(`kolumn ${unclear}$`)),
        ])
      expect(await refusalOf(bring(withCompany(other), company))).toEqual([
        expect.stringMatching(new RegExp(`rad 2, kolumn ${wrong}$`)),
      ])
    }
    expect(await bring(withCompany('norr'), 'norr')).toContain('Klart.')
  },
)
