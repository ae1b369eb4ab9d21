import type { Kind } from '../contract.ts'
import type { EventOfDay } from './store.ts'

// TODS leaves the words of event_type to each company. The end of a word counts: 'Matrast' is one, 'Rastplats' and 'Breakdown' are not.
const breakWord = /(?:rast|paus|uppehåll|lunch|break|meal)(?!\p{L})/iu

export const isBreak = (eventType: string): boolean => breakWord.test(eventType)

/** From what is stored of an event, so that events of every import have one. An event without passengers is described by its type. */
export function kindOf(event: Pick<EventOfDay, 'positioning' | 'trip_starts_at' | 'description'>): Kind {
  if (!event.positioning) return 'tur'
  if (event.trip_starts_at !== null) return 'tomkorning'
  return isBreak(event.description) ? 'rast' : 'annat'
}
