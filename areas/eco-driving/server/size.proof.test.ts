// A month of a large company's trips in one file: imported once, and changing nothing the second time.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { effort, tried } from '../../../checks/effort.ts'
import { ecoPortal, type EcoPortal } from './eco-fixture.ts'

const count = effort({ sample: 10_000, full: 100_000 })
const DRIVERS = 20

let portal: EcoPortal
beforeAll(async () => {
  portal = await ecoPortal()
})
afterAll(() => portal.close())

test('a large file is imported, and again without a change', { timeout: 120_000 }, async (context) => {
  const { rows: drivers } = await sql<{ number: string }>`
    select number from employees where company = 'norr' order by number limit ${DRIVERS}`.execute(portal.db)
  const lines = drivers.flatMap(({ number }) =>
    Array.from({ length: count / DRIVERS }, (_, trip) => {
      const day = String(1 + (trip % 20)).padStart(2, '0')
      return `2026-11-${day};Linje ${trip};ABC12D;${number};12,5;${3 + (trip % 10) / 10};-4,5;0,25`
    }),
  )
  expect(await portal.bring(lines)).toEqual([`Nya turer: ${count}. Rättade: 0. Som förut: 0.`, 'Klart.'])
  expect((await portal.bring(lines))[0]).toBe(`Nya turer: 0. Rättade: 0. Som förut: ${count}.`)
  tried(context, count)
})
