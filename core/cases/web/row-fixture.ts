import type { CaseRow } from '../contract.ts'

/** A case as a line of a list, for tests. */
export const caseRow = (changed: Partial<CaseRow> = {}): CaseRow => ({
  number: 'F-1042',
  title: 'Dörrar',
  facts: [],
  received: '2026-11-21T12:00:00',
  age: 5,
  state: { name: 'Mottagen', tone: 'neutral' },
  ended: false,
  clock: null,
  owner: null,
  marked: false,
  replied: false,
  merged: 1,
  becomes: [],
  ...changed,
})
