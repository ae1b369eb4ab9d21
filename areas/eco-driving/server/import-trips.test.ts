import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { EcoTrip } from '../contract.ts'
import { ecoPortal, head, type EcoPortal } from './eco-fixture.ts'

let portal: EcoPortal
beforeAll(async () => {
  portal = await ecoPortal()
})
afterAll(() => portal.close())
beforeEach(() => sql`delete from eco_trips`.execute(portal.db).then(() => undefined))

const rows = async () =>
  (await sql`select * from eco_trips order by employee_id, driven_on, trip`.execute(portal.db)).rows
const good = '2026-11-20;Linje 4 06:12;ABC12D;31104;12,5;3,75;-4,5;0,25'

test('a file is imported once; the same file again changes nothing, and a corrected row replaces the old one', async () => {
  const lines = [good, '2026-11-20;Linje 4 07:02;ABC12D;31104;12.5;3.5;;0.25']
  expect(await portal.bring(lines, { dryRun: true })).toEqual([
    'Nya turer: 2. Rättade: 0. Som förut: 0.',
    'Ingenting har ändrats (--dry-run).',
  ])
  expect(await rows()).toEqual([])
  expect(await portal.bring(lines)).toEqual(['Nya turer: 2. Rättade: 0. Som förut: 0.', 'Klart.'])
  const first = await rows()
  expect(first).toMatchObject([
    { trip: 'Linje 4 06:12', km: 12.5, litres: 3.75, temperature: -4.5, reference: 0.25 },
    { trip: 'Linje 4 07:02', km: 12.5, litres: 3.5, temperature: null, reference: 0.25 },
  ])
  expect(await portal.bring(lines)).toEqual(['Nya turer: 0. Rättade: 0. Som förut: 2.', 'Klart.'])
  expect(await rows()).toEqual(first)
  const corrected = ['2026-11-20;Linje 4 07:02;DEF34G;31104;12,5;3,6;2;0,25']
  expect(await portal.bring(corrected)).toEqual(['Nya turer: 0. Rättade: 1. Som förut: 0.', 'Klart.'])
  expect(await rows()).toMatchObject([
    first[0],
    { trip: 'Linje 4 07:02', vehicle: 'DEF34G', litres: 3.6, temperature: 2 },
  ])
})

test('trips are listed in the order of a file that has the whole day, and those of a later part after it', async () => {
  const row = (trip: string) => `2026-11-20;${trip};ABC12D;31104;12,5;3,75;;0,25`
  const day = async () => {
    const { body } = await portal.send('anna', 'GET', '/api/bpl/ecodriving/detail?date=2026-11-20')
    return body.result.map(({ turbeskrivning }: EcoTrip) => turbeskrivning)
  }
  await portal.bring([row('Linje 9 06:12'), row('Linje 1 09:00')])
  await portal.bring([row('Linje 9 06:12'), row('Linje 5 07:30'), row('Linje 1 09:00')])
  expect(await day()).toEqual(['Linje 9 06:12', 'Linje 5 07:30', 'Linje 1 09:00'])
  await portal.bring([row('Linje 1 09:00'), row('Linje 0 19:00')])
  await portal.bring([row('Linje 00 21:00')])
  expect(await day()).toEqual(['Linje 9 06:12', 'Linje 5 07:30', 'Linje 1 09:00', 'Linje 0 19:00', 'Linje 00 21:00'])
})

test('what is only tried moves no trip that is too old into its month', async () => {
  await sql`
    insert into eco_trips (employee_id, driven_on, trip, vehicle, km, litres, reference, sequence)
    select id, '2026-01-01', 'gammal', 'ABC12D', 10, 3, 0.25, 1 from employees where number = '31104'`.execute(
    portal.db,
  )
  const months = async () => (await sql`select * from eco_months order by employee_id, month`.execute(portal.db)).rows
  const before = await months()
  await portal.bring([good], { dryRun: true })
  expect(await rows()).toHaveLength(1)
  expect(await months()).toEqual(before)
  await portal.bring([good])
  expect(await rows()).toMatchObject([{ trip: 'Linje 4 06:12' }])
})

test('columns come in any order, and as old systems write Å, Ä and Ö', async () => {
  const printed = await portal.bring(['0,25;3;12;31104;ABC12D;Linje 4 Ålidhem;2026-11-20;−2'], {
    head: 'referens_l_per_km;liter;km;anstid;fordon;tur;datum;temperatur',
  })
  expect(printed).toContain('Klart.')
  expect(await rows()).toMatchObject([{ trip: 'Linje 4 Ålidhem', litres: 3, temperature: -2 }])
})

const number = 'ska vara ett tal, med komma eller punkt före decimalerna'
test.each([
  ['datum', 'i går;Linje 4;ABC12D;31104;1;1;1;0,3', 'ska vara ett datum, ÅÅÅÅ-MM-DD'],
  ['datum', '2026-02-30;Linje 4;ABC12D;31104;1;1;1;0,3', 'ska vara ett datum, ÅÅÅÅ-MM-DD'],
  ['datum', '0026-11-20;Linje 4;ABC12D;31104;1;1;1;0,3', 'ska vara ett datum, ÅÅÅÅ-MM-DD'],
  ['datum', '2026-11-22;Linje 4;ABC12D;31104;1;1;1;0,3', '2026-11-22 har inte varit ännu'],
  ['tur', '2026-11-20;;ABC12D;31104;1;1;1;0,3', 'saknas'],
  ['tur', `2026-11-20;${'x'.repeat(201)};ABC12D;31104;1;1;1;0,3`, 'är längre än 200 tecken'],
  ['tur', '2026-11-20;Linje\u00004;ABC12D;31104;1;1;1;0,3', 'innehåller otillåtna tecken'],
  ['fordon', '2026-11-20;Linje 4;;31104;1;1;1;0,3', 'saknas'],
  ['anstid', '2026-11-20;Linje 4;ABC12D;;1;1;1;0,3', 'saknas'],
  ['anstid', '2026-11-20;Linje 4;ABC12D;99999;1;1;1;0,3', '99999 finns inte i norr'],
  // gunilla belongs to another company.
  ['anstid', '2026-11-20;Linje 4;ABC12D;52103;1;1;1;0,3', '52103 finns inte i norr'],
  ['km', '2026-11-20;Linje 4;ABC12D;31104;;1;1;0,3', 'saknas'],
  ['km', '2026-11-20;Linje 4;ABC12D;31104;0;1;1;0,3', 'ska vara större än 0 km, är 0'],
  ['km', '2026-11-20;Linje 4;ABC12D;31104;-12,5;1;1;0,3', 'ska vara större än 0 km, är -12,5'],
  ['km', '2026-11-20;Linje 4;ABC12D;31104;1501;1;1;0,3', 'ska vara högst 1500 km, är 1501'],
  ['km', '2026-11-20;Linje 4;ABC12D;31104;1.234,5;1;1;0,3', number],
  ['km', '2026-11-20;Linje 4;ABC12D;31104;1e2;1;1;0,3', number],
  ['km', '2026-11-20;Linje 4;ABC12D;31104;12 km;1;1;0,3', number],
  ['liter', '2026-11-20;Linje 4;ABC12D;31104;1;-1;1;0,3', 'ska vara större än 0 liter, är -1'],
  ['liter', '2026-11-20;Linje 4;ABC12D;31104;1;0;1;0,3', 'ska vara större än 0 liter, är 0'],
  ['liter', '2026-11-20;Linje 4;ABC12D;31104;1;NaN;1;0,3', number],
  ['temperatur', '2026-11-20;Linje 4;ABC12D;31104;1;1;-61;0,3', 'ska vara minst -60 grader, är -61'],
  ['temperatur', '2026-11-20;Linje 4;ABC12D;31104;1;1;61;0,3', 'ska vara högst 60 grader, är 61'],
  [
    'referens_l_per_km',
    '2026-11-20;Linje 4;ABC12D;31104;1;1;1;3,1',
    'ska vara högst 2 liter per km, är 3,1 (liter per mil delas med tio)',
  ],
  ['referens_l_per_km', '2026-11-20;Linje 4;ABC12D;31104;1;1;1;0', 'ska vara större än 0 liter per km, är 0'],
])('refuses %s in %s', async (column, line, why) => {
  expect(await portal.refusal([good, line])).toEqual([`turer.csv rad 3, kolumn ${column}: ${why}`])
  expect(await rows()).toEqual([])
})

test.each([
  [[], head, 'rad 1: filen har inga rader efter rubrikraden'],
  [[good], head.replace('km;', ''), 'rad 1: kolumnen km saknas'],
  [[good], `${head};lön`, 'rad 1: kolumnen lön är okänd'],
  [[`${good};1`], head, 'rad 2: 9 kolumner, ska vara 8'],
  [[good, good], head, 'rad 3, kolumn tur: Linje 4 06:12 den 2026-11-20 står redan för 31104 på rad 2'],
])('refuses %j below %s', async (lines, first, why) => {
  const [fault] = await portal.refusal(lines, { head: first })
  expect(fault).toContain(`turer.csv ${why}`)
  expect(await rows()).toEqual([])
})

test('reports all faults at once, and the first twenty of similar ones', async () => {
  const faults = await portal.refusal(Array.from({ length: 250 }, (_, at) => `2026-11-20;Tur ${at};A;31104;0;1;1;0,3`))
  expect([faults.length, faults.at(-1)]).toEqual([21, `… och 230 fel till som: ${faults[0]}`])
})

test('refuses a company or a file that does not exist', async () => {
  expect(await portal.refusal([good], { company: 'nord' })).toEqual(['Det finns inget bolag som heter nord.'])
})
