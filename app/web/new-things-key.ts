/** The query key of what is new. */
export const newThingsKey = ['new-things'] as const
/** The query key of what is new and was answered late. */
export const lateThingsKey = ['late-things'] as const
