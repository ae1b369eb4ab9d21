import { describe, expect, it, test } from 'vitest'
import { checklistFor, checklistsOf, groups } from './rules.ts'

describe('variant A', () => {
  it.each([
    ['VD', 'crisis-group-leader'],
    ['Regionchef', 'crisis-group-leader'],
    ['Samordnare PR- och marknadskommunikation', 'communications'],
    ['HR-chef', 'communications'],
    ['Områdeschef', 'traffic-control'],
    ['Trafikledare', 'traffic-control'],
    ['Driftledare', 'traffic-control'],
    ['Bussförare', 'accident'],
    ['Fordonstekniker', 'accident'],
    ['Verkstadsansvarig', 'accident'],
    ['Ekonom', 'accident'],
    ['Ekonomiassistent', 'accident'],
    ['Fastighetsansvarig', 'accident'],
    ['Extern', 'accident'],
    ['Förstemekaniker', 'accident'],
    ['Löneadministratör', 'accident'],
    ['Lönespecialist', 'accident'],
    ['Busförare Linjetrafik', null],
    ['Depåansvarig', null],
    ['Vice VD', null],
    ['vd', null],
    [' VD', null],
    ['', null],
  ])('%j gets %s, alone and in a list', (position, checklist) => {
    expect(checklistFor('a', position)).toBe(checklist)
    expect(checklistFor('a', [position])).toBe(checklist)
  })
})

describe('variant B', () => {
  it.each([
    ['Busförare Linjetrafik', 'driver'],
    ['Busförare Beställning', 'driver'],
    ['Taxi- Sjukbilsförare', 'driver'],
    ['Trafikansvarig Linje', 'management'],
    ['Trafikledare Beställning', 'management'],
    ['VD', 'management'],
    ['Vice VD', 'management'],
    ['Depåansvarig', 'management'],
    ['Verkstadschef', 'management'],
    ['Driftledare', 'management'],
    ['Bussförare', null],
    ['Trafikledare', null],
    ['Regionchef', null],
  ])('%j gets %s', (position, checklist) => expect(checklistFor('b', position)).toBe(checklist))
})

test('of several positions the first group wins, whatever their order', () => {
  expect(checklistFor('a', ['Bussförare', 'Trafikledare', 'HR-chef', 'VD'])).toBe('crisis-group-leader')
  expect(checklistFor('a', ['Bussförare', 'HR-chef', 'Trafikledare'])).toBe('communications')
  expect(checklistFor('a', ['Extern', 'Driftledare'])).toBe('traffic-control')
  expect(checklistFor('a', ['Okänd', 'Extern'])).toBe('accident')
  expect(checklistFor('b', ['VD', 'Busförare Linjetrafik'])).toBe('driver')
  expect(checklistFor('a', [])).toBeNull()
})

test('no position is in two groups of a variant', () => {
  for (const guide of ['a', 'b'] as const) {
    const positions = groups[guide].flatMap((group) => group.positions)
    expect(new Set(positions).size).toBe(positions.length)
    expect(checklistsOf(guide).toSorted()).toEqual(groups[guide].map(({ checklist }) => checklist).toSorted())
  }
})

it('offers the drivers’ checklist first to an employee who must choose', () => {
  expect([checklistsOf('a')[0], checklistsOf('b')[0]]).toEqual(['accident', 'driver'])
})
