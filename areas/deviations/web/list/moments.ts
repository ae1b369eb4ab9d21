export const dateOf = (moment: string) => moment.slice(0, 10)
