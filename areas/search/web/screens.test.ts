import { describe, expect, it } from 'vitest'
import { findScreens, screensIn } from './screens.ts'

const entry = (label: string, path: string) => ({
  label,
  path,
  group: 'work' as const,
  icon: 'duties' as const,
  load: async () => ({ default: () => null }),
})
const screens = screensIn({
  menu: [
    entry('Mina uppdrag', 'minauppdrag'),
    entry('Felrapportering', 'fordonskontroll'),
    entry('Tidrapport', 'tidrapport'),
    entry('Vid kris', 'krishantering'),
    entry('Policy & Rutiner', 'policy'),
  ],
  own: [entry('Användarinfo', 'userinfo')],
  reports: [entry('Felrapport', 'fordonskontroll'), entry('Felrapport', 'fordonskontroll')],
})
const labels = (typed: string) => findScreens(screens, typed).map(({ label }) => label)

describe('screens', () => {
  it('are found by the beginning of a word first, then by any part of one', () => {
    expect(labels('rapport')).toEqual(['Felrapportering', 'Tidrapport', 'Felrapport'])
    expect(labels('fel')).toEqual(['Felrapportering', 'Felrapport'])
    expect(labels('upp')).toEqual(['Mina uppdrag'])
  })

  it('must have every word, in any order, whatever its case and signs', () => {
    expect(labels('RUTINER, policy')).toEqual(['Policy & Rutiner'])
    expect(labels('policy hockey')).toEqual([])
    expect(labels('anvä')).toEqual(['Användarinfo'])
    expect(labels('anva')).toEqual([])
  })

  it('are those that the employee may open, and the start page', () => {
    expect(labels('hem')).toEqual(['Hem'])
    expect(labels('lönebesked')).toEqual([])
  })
})
