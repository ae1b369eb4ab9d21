import type { Kind } from '../contract.ts'
import type { EventOfDay } from './store.ts'

// TODS leaves the words of event_type to each company. A word must end like this: 'Matrast' is a break, 'Rastplats' and 'Breakdown' are
// not.
const restWord = /(?:rast|lunch|break|meal)(?!\p{L})/iu
const breakWord = /(?:rast|paus|uppehåll|lunch|break|meal)(?!\p{L})/iu

/** Whether an event counts among the duty's breaks. Neither a short pause nor the free hours of a split duty do. */
export const isRest = (eventType: string): boolean => restWord.test(eventType)

/**
 * Derives an event's kind from its stored columns, so that events of every import have one. The description of an event without passengers
 * is its type.
 */
export function kindOf(event: Pick<EventOfDay, 'positioning' | 'trip_starts_at' | 'description'>): Kind {
  if (!event.positioning) return 'tur'
  if (event.trip_starts_at !== null) return 'tomkorning'
  return breakWord.test(event.description) ? 'rast' : 'annat'
}
