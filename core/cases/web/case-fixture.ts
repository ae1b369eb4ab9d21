import type { Case, CaseRow } from '../contract.ts'

/** A case as a line of a list, for tests. */
export const caseRow = (changed: Partial<CaseRow> = {}): CaseRow => ({
  number: 'F-1042',
  title: 'Dörrar',
  category: 'Dörrar',
  facts: [],
  received: '2026-11-21T12:00:00',
  age: 5,
  state: { name: 'Mottagen', tone: 'neutral', icon: 'received' },
  ended: false,
  clock: null,
  owner: null,
  marked: false,
  unread: false,
  replied: false,
  merged: 1,
  becomes: [],
  version: 3,
  ...changed,
})

/** An open case, for tests. */
export const aCase = (changed: Partial<Case> = {}): Case => ({
  ...caseRow(),
  text: null,
  reporter: 'Anna Berg',
  masked: false,
  pictures: [],
  details: [],
  reports: [],
  related: [],
  about: null,
  repeats: null,
  events: [],
  actions: ['answer', 'note', 'state'],
  mergesAny: false,
  next: [
    { name: 'Klar', needsText: false, ends: true, template: 'Felet är åtgärdat.' },
    { name: 'Ingen åtgärd', needsText: true, ends: true, template: 'Vi kan inte hitta felet.' },
  ],
  mark: null,
  markAsks: null,
  markLasts: false,
  marking: null,
  sensitive: false,
  forms: [],
  demands: [],
  redactions: [],
  reveals: false,
  viewers: [],
  ...changed,
})
