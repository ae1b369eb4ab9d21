import { describe, expect, test } from 'vitest'
import type { FaultMessage } from '../contract.ts'
import { historyOf } from './history.ts'

const step = (state: 'Mottagen' | 'Bedömd' | 'Klar', timestamp: string) => ({ state, timestamp, reason: null })
const message = (text: string, at: string, afterSteps?: number): FaultMessage => ({
  at,
  own: true,
  asks: false,
  text,
  ...(afterSteps !== undefined && { afterSteps }),
})
const orderOf = (...of: Parameters<typeof historyOf>) => historyOf(...of).map(({ state, text }) => state ?? text)

describe('the history of a fault', () => {
  test('has what was written between two steps between them', () => {
    const steps = [step('Mottagen', '2026-11-26T08:00:00'), step('Klar', '2026-11-26T10:00:00')]
    const messages = [
      message('Vilken dörr?', '2026-11-26T08:30:00', 1),
      message('Den bakre.', '2026-11-26T09:00:00', 1),
    ]
    expect(orderOf({ steps, messages })).toEqual(['Mottagen', 'Vilken dörr?', 'Den bakre.', 'Klar'])
  })

  test('ends with the answer that came within the same second as a reply', () => {
    const at = '2026-11-26T08:00:00'
    const steps = [step('Mottagen', at), step('Klar', at)]
    expect(orderOf({ steps, messages: [message('Den bakre.', at, 1)] })).toEqual(['Mottagen', 'Den bakre.', 'Klar'])
    expect(orderOf({ steps, messages: [message('Tack!', at, 2)] })).toEqual(['Mottagen', 'Klar', 'Tack!'])
  })

  test('goes on when the clocks go back', () => {
    const steps = [step('Mottagen', '2026-10-25T02:10:00'), step('Klar', '2026-10-25T02:05:00')]
    const messages = [message('Den bakre.', '2026-10-25T02:50:00', 1)]
    expect(orderOf({ steps, messages })).toEqual(['Mottagen', 'Den bakre.', 'Klar'])
  })

  test('of an older copy is ordered by time', () => {
    const steps = [step('Mottagen', '2026-11-26T08:00:00'), step('Klar', '2026-11-26T10:00:00')]
    expect(orderOf({ steps, messages: [message('Den bakre.', '2026-11-26T09:00:00')] })).toEqual([
      'Mottagen',
      'Den bakre.',
      'Klar',
    ])
    expect(orderOf({ steps })).toEqual(['Mottagen', 'Klar'])
  })
})
