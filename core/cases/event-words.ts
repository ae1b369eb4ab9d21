import type { CaseEvent } from './contract.ts'
import { capitalised } from './rules.ts'

/** The `to` of the event when a case loses its responsible manager, who has left. */
export const managerHasLeft = 'ansvarig chef, vars anställning är avslutad'

/** The same when a case no longer waits for an answer, because nobody who was asked works there any more. */
export const reporterHasLeft = 'väntan på svar från någon vars anställning är avslutad'

const changes: Readonly<Record<string, string>> = {
  [managerHasLeft]: 'Ansvarig chef borttagen: anställningen är avslutad',
  [reporterHasLeft]: 'Väntar inte längre på svar: anställningen är avslutad',
}

/** What has happened to a case, in words: on the screen and in print. */
export const eventWords: Readonly<Record<CaseEvent['type'], (to: string | null, person: string) => string>> = {
  received: () => 'Ärendet kom in',
  entered: (to, person) => `Inskrivet åt ${person}, mottaget ${to}`,
  state: (to) => `Status: ${to}`,
  answered: (_, person) => `Svar till ${person}`,
  asked: (_, person) => `Fråga till ${person}`,
  replied: (_, person) => `${capitalised(person)} svarade`,
  // Does not name who changed it: that may be the reporter, a new plan or the office, and the line below has the name.
  changed: (to) => changes[to ?? ''] ?? `Ändrat: ${to}`,
  noted: () => 'Intern anteckning',
  assigned: (to) => (to ? `Handläggare: ${to}` : 'Ingen handläggare'),
  marked: (to) => to ?? 'Märkt',
  merged: (to) => `Ihopslaget med ${to}`,
  filled: (to) => `Ifyllt: ${to}`,
  redacted: (to) => `Dolt: något i ${to}`,
  shown: (to) => `Visat igen: ${to}`,
}
