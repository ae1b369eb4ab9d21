import type { Kind } from '../contract.ts'
import type { EventOfDay } from './store.ts'

// TODS leaves the words of event_type to each company. The end of a word counts: 'Matrast' is one, 'Rastplats' and 'Breakdown' are not.
const restWord = /(?:rast|lunch|break|meal)(?!\p{L})/iu
const breakWord = /(?:rast|paus|uppehåll|lunch|break|meal)(?!\p{L})/iu

/** What the duty's breaks count: neither a short pause nor the free hours of a split duty. */
export const isRest = (eventType: string): boolean => restWord.test(eventType)

/** From what is stored of an event, so that events of every import have one. An event without passengers is described by its type. */
export function kindOf(event: Pick<EventOfDay, 'positioning' | 'trip_starts_at' | 'description'>): Kind {
  if (!event.positioning) return 'tur'
  if (event.trip_starts_at !== null) return 'tomkorning'
  return breakWord.test(event.description) ? 'rast' : 'annat'
}
