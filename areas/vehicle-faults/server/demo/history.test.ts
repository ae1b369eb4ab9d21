import { expect, test } from 'vitest'
import { isDangerous } from '../../rules.ts'
import { demoFaults } from './history.ts'

const company = (id: string) => ({ id, vehicles: ['1', '2', '3'], drivers: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] })

test('nothing is done about a fault only for a valid reason', () => {
  const declined = Array.from({ length: 40 }, (_, index) => demoFaults(company(`bolag${index}`), '2026-11-21', 1000))
    .flat()
    .flatMap(({ category, steps }) =>
      steps.flatMap(({ state, reason }) => (state === 'Ingen åtgärd' ? [{ category, reason: reason ?? '' }] : [])),
    )
  expect(declined.length).toBeGreaterThan(200)
  for (const { category, reason } of declined) {
    expect(reason).not.toMatch(/Åtgärdas/)
    if (isDangerous(category)) expect(reason).not.toMatch(/skrotas|väglaget/)
  }
  expect(declined.some(({ reason }) => reason.includes('skrotas'))).toBe(true)
})
