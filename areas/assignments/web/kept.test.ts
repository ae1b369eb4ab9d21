import { expect, it } from 'vitest'
import { keptAssignments } from './kept.ts'

it('a day that the version before kept is shown, without what it lacks', () => {
  const uppdrag = {
    id: 1,
    starttid: '2026-11-21T08:00:00',
    sluttid: '2026-11-21T09:00:00',
    startForskjutning: '+01:00',
    slutForskjutning: '+01:00',
    turStarttid: null,
    beskrivning: 'Rast',
    tjanst: '1001',
    fordonStr: '',
    startplats: 'Vasaplan',
    slutplats: 'Vasaplan',
    anmarkning: '',
    ejFramAterkorning: false,
    aterrapporterad: null,
  }
  const [[, schema]] = keptAssignments as [(typeof keptAssignments)[number]]
  const { data } = schema.safeParse([{ datum: '2026-11-21', uppdrag: [uppdrag] }])
  expect(data).toEqual([{ datum: '2026-11-21', uppdrag: [{ ...uppdrag, linje: null, slag: 'annat', harTur: false }] }])
})
