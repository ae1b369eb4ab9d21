/** The query key of what is new. */
export const newThingsKey = ['new-things'] as const
