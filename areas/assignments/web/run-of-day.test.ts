import { expect, it } from 'vitest'
import type { Assignment, DayGroup } from '../contract.ts'
import { runAt } from './run-of-day.ts'

const event = (tjanst: string, from: string, to: string, over: Partial<Assignment> = {}): Assignment => ({
  id: 1,
  starttid: `2026-11-21T${from}:00`,
  sluttid: `2026-11-21T${to}:00`,
  startForskjutning: '+01:00',
  slutForskjutning: '+01:00',
  turStarttid: null,
  beskrivning: 'Linje 8',
  tjanst,
  fordonStr: '',
  startplats: 'Depån',
  slutplats: 'Vasaplan',
  anmarkning: '',
  ejFramAterkorning: true,
  linje: null,
  slag: 'tur',
  harTur: false,
  aterrapporterad: null,
  ...over,
})
const at = (time: string) => Date.parse(`2026-11-21T${time}+01:00`)
const day: DayGroup[] = [
  {
    datum: '2026-11-21',
    uppdrag: [
      event('101', '05:12', '06:00'),
      event('101', '06:10', '09:30', { fordonStr: 'Buss 2115', slutplats: 'Depån' }),
      event('202', '14:00', '18:00'),
    ],
  },
]

it('is the run under way, otherwise the next one, from its first event to its last', () => {
  expect(runAt(day, at('04:30'))).toEqual({
    datum: '2026-11-21',
    tjanst: '101',
    starttid: '2026-11-21T05:12:00',
    sluttid: '2026-11-21T09:30:00',
    startForskjutning: '+01:00',
    slutForskjutning: '+01:00',
    startplats: 'Depån',
    slutplats: 'Depån',
    fordonStr: 'Buss 2115',
  })
  expect(runAt(day, at('09:29'))?.tjanst).toBe('101')
  expect(runAt(day, at('09:30'))?.tjanst).toBe('202')
})

it('is the shorter of two runs only while it is under way too', () => {
  const nested: DayGroup[] = [
    { datum: '2026-11-21', uppdrag: [event('beredskap', '06:00', '18:00'), event('kort', '08:00', '10:00')] },
  ]
  expect(['05:00', '07:00', '09:00', '11:00'].map((time) => [time, runAt(nested, at(time))?.tjanst])).toEqual([
    ['05:00', 'beredskap'],
    ['07:00', 'beredskap'],
    ['09:00', 'kort'],
    ['11:00', 'beredskap'],
  ])
})

it('is the one under way that ends first, also if it is of another day', () => {
  const days: DayGroup[] = [
    { datum: '2026-11-20', uppdrag: [event('beredskap', '06:00', '18:00', { starttid: '2026-11-20T18:00:00' })] },
    { datum: '2026-11-21', uppdrag: [event('kort', '08:00', '10:00')] },
  ]
  expect(['07:00', '09:00'].map((time) => runAt(days, at(time))?.tjanst)).toEqual(['beredskap', 'kort'])
})

it('is null if all have ended', () => {
  expect(runAt(day, at('18:00'))).toBeNull()
  expect(runAt([], at('04:30'))).toBeNull()
})

it('lasts until its latest end, on the night when 02:30 occurs twice', () => {
  const night: DayGroup[] = [
    {
      datum: '2026-10-24',
      uppdrag: [
        event('9', '00:00', '00:00', {
          starttid: '2026-10-24T22:00:00',
          sluttid: '2026-10-25T02:45:00',
          startForskjutning: '+02:00',
          slutForskjutning: '+02:00',
        }),
        event('9', '00:00', '00:00', {
          starttid: '2026-10-25T02:50:00',
          sluttid: '2026-10-25T02:30:00',
          startForskjutning: '+02:00',
          slutForskjutning: '+01:00',
        }),
      ],
    },
  ]
  expect(runAt(night, Date.parse('2026-10-25T01:29:00Z'))).toMatchObject({ sluttid: '2026-10-25T02:30:00' })
  expect(runAt(night, Date.parse('2026-10-25T01:30:00Z'))).toBeNull()
})
