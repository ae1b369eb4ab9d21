import { expect, it } from 'vitest'
import { isRest, kindOf } from './event-kind.ts'

const other = (description: string) => kindOf({ positioning: true, trip_starts_at: null, description })

it('is known by what is stored of an event, whatever import wrote it', () => {
  const drives = { trip_starts_at: '2026-11-21T08:00:00', description: 'Linjekörning 1' }
  expect([kindOf({ ...drives, positioning: false }), kindOf({ ...drives, positioning: true })]).toEqual([
    'tur',
    'tomkorning',
  ])
  for (const type of ['Rast', 'Matrast', 'Paus', 'Delad tjänst, uppehåll', 'Lunch', 'Meal Break']) {
    expect([type, other(type)]).toEqual([type, 'rast'])
  }
  for (const type of ['Tjänstestart', 'Avlösning', 'Rastplats', 'Breakdown', 'Kontrastvätska']) {
    expect([type, other(type)]).toEqual([type, 'annat'])
  }
})

it('a pause and the free hours of a split duty are no rest', () => {
  expect(['Rast', 'Matrast', 'Lunch', 'Paus', 'Delad tjänst, uppehåll'].map(isRest)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ])
})
