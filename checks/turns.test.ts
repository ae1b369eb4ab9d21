import { expect, it } from 'vitest'
import { isSampled, TURNS } from '../e2e/sample.ts'
import { turnOfCommit } from './turns.ts'

const turns = Array.from({ length: TURNS }, (_, turn) => String(turn))
const journeys = Array.from({ length: 200 }, (_, nth) => `journey ${nth}`)
const project = (name: string) => ({ name }) as Parameters<typeof isSampled>[0]['project']

it('a journey runs in one turn at each width, and in every run that has none', () => {
  const at = { file: 'e2e/duty.spec.ts', tags: ['@wide'] }
  for (const title of journeys)
    for (const width of ['phone', 'desktop']) {
      const journey = { ...at, title, project: project(width) }
      expect(turns.filter((turn) => isSampled(journey, turn))).toHaveLength(1)
      expect(isSampled(journey)).toBe(true)
    }
  const first = journeys.filter((title) => isSampled({ ...at, title, project: project('phone') }, '0'))
  expect(first.length).toBeLessThan(40)
})

it('a journey that always runs does so at one of its widths', () => {
  for (const title of journeys)
    for (const turn of turns) {
      const journey = { file: 'e2e/outbox.spec.ts', title, tags: ['@wide'] }
      const [phone, desktop] = ['phone', 'desktop'].map((name) =>
        isSampled({ ...journey, project: project(name) }, turn),
      )
      expect(phone).not.toBe(desktop)
    }
})

it('this commit has a turn', () => {
  expect(turns).toContain(turnOfCommit(TURNS))
})
