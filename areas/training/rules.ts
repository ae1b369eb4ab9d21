import { addDays } from '#platform/contract/wall-clock.ts'

/** The steps of every question, from the first to the fifth; the wire has these words. */
export const scale = ['Håller inte alls med', 'Håller inte med', 'Neutral', 'Håller med', 'Håller helt med'] as const
export type Step = (typeof scale)[number]

/** The name of this set of questions, stored with each evaluation: new questions get a new name, so that answers are never mixed. */
export const EDITION = '2026'

export const questions = [
  { id: 'val1', text: 'Innehållet motsvarade mina förväntningar.' },
  { id: 'val2', text: 'Jag har nytta av det jag lärde mig i mitt arbete.' },
  { id: 'val3', text: 'Utbildaren var kunnig och förklarade så att jag förstod.' },
  { id: 'val4', text: 'Det fanns tid för frågor och diskussion.' },
  { id: 'val5', text: 'Teori och praktiska övningar var väl avvägda.' },
  { id: 'val6', text: 'Kursmaterialet var bra.' },
  { id: 'val7', text: 'Lokalen, utrustningen och tiderna fungerade bra.' },
  { id: 'val8', text: 'Jag skulle rekommendera utbildningen till en kollega.' },
] as const
export type QuestionId = (typeof questions)[number]['id']

/** How long after a course it may be evaluated. */
const EVALUATION_DAYS = 21

export const notAttended = 'Du har inte deltagit i någon utbildning de senaste 21 dagarna.'

export const alreadyEvaluated = 'Du har redan utvärderat den utbildningen'

export const notInWindow = `Datum måste vara inom de senaste ${EVALUATION_DAYS} dagarna`

/** The dates of courses that may be evaluated today: both ends are included, and future courses are not. */
export function evaluationWindow(today: string): { from: string; to: string } {
  return { from: addDays(today, -EVALUATION_DAYS), to: today }
}
