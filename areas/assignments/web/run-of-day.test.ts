import { expect, it } from 'vitest'
import type { Assignment, DayGroup } from '../contract.ts'
import { firstAfter } from './run-of-day.ts'

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
  expect(firstAfter(day, at('04:30'))).toEqual({
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
  expect(firstAfter(day, at('09:29'))?.tjanst).toBe('101')
  expect(firstAfter(day, at('09:30'))?.tjanst).toBe('202')
})

it('is null if all have ended', () => {
  expect(firstAfter(day, at('18:00'))).toBeNull()
  expect(firstAfter([], at('04:30'))).toBeNull()
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
  expect(firstAfter(night, Date.parse('2026-10-25T01:29:00Z'))).toMatchObject({ sluttid: '2026-10-25T02:30:00' })
  expect(firstAfter(night, Date.parse('2026-10-25T01:30:00Z'))).toBeNull()
})
