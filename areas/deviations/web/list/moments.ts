export const dateOf = (moment: string) => moment.slice(0, 10)

/** '2026-11-20 14:32'; only the date if there is no time. */
export const momentOf = (moment: string) => moment.slice(0, 16).replace('T', ' ')
