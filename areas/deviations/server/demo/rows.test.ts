import { expect, test } from 'vitest'
import { addDays } from '#platform/contract/wall-clock.ts'
import { demoRows } from './rows.ts'

const buses = [{ name: 'Buss 2120', number: '2120', plate: 'EFF79P' }]
const reporters = ['anna', 'nils', 'olga', 'petra'].map((userName) => ({ id: userName, userName, area: 'Umeå' }))
const days = Array.from({ length: 37 }, (_, index) => addDays('2026-01-03', index * 10))
const timeZone = 'Europe/Stockholm'
const of = (company: string, today: string) =>
  demoRows(company, company === 'norr' ? reporters : reporters.slice(1), buses, { today, timeZone })
const detailText = ({ detail }: { detail: object }) => JSON.stringify(detail)

test('no two companies report the same accident, and no two of their first drivers on the same day', () => {
  for (const today of days) {
    const firsts = ['norr', 'vast', 'syd', 'ost'].map((company) => of(company, today).slice(0, 8))
    const damages = firsts.map((rows) => rows.filter(({ typ }) => typ === 'Fordonsskada'))
    expect(damages.every((rows) => rows.length === 2)).toBe(true)
    const all = damages.flat().map(detailText)
    expect(new Set(all).size).toBe(all.length)
    expect(new Set(firsts.map(([first]) => first?.date)).size).toBe(4)
    for (const rows of firsts) expect(new Set(rows.slice(0, 6).map(({ typ }) => typ)).size).toBe(6)
  }
})

test('snow and ice are reported in winter only', () => {
  let winters = 0
  for (const today of days) {
    for (const row of ['norr', 'vast', 'syd', 'ost'].flatMap((company) => of(company, today))) {
      if (!/plog|snöröjning|sandad/i.test(detailText(row) + row.action)) continue
      winters++
      expect(row.date).toMatch(/-(11|12|01|02|03)-/)
    }
  }
  expect(winters).toBeGreaterThan(5)
})
