/** The states in which the office handles a suggestion. */
export const states = ['Nytt', 'Under utredning', 'Planerat', 'Genomfört', 'Avböjt'] as const
export type SuggestionState = (typeof states)[number]

export const nextStates: Readonly<Record<SuggestionState, readonly SuggestionState[]>> = {
  Nytt: ['Under utredning', 'Planerat', 'Genomfört', 'Avböjt'],
  'Under utredning': ['Planerat', 'Genomfört', 'Avböjt'],
  Planerat: ['Under utredning', 'Genomfört', 'Avböjt'],
  Genomfört: [],
  Avböjt: [],
}

/**
 * Which text the office's words belong to: actions with the states 'Planerat' and 'Genomfört', otherwise comments. The whole company reads
 * both.
 */
export const saidIn = (state: string): 'actions' | 'comments' =>
  state === 'Planerat' || state === 'Genomfört' ? 'actions' : 'comments'

/** 'FS-104233': the number by which the office and the author refer to a suggestion. */
export const spokenNumber = (number: number): string => `FS-${number}`

/** Suggestions per page of the list. */
export const PAGE_SIZE = 200

/** A full page may be followed by another. */
export const mayHaveMore = (shown: number): boolean => shown >= PAGE_SIZE
