/** Run events of a day: what makes an answer of about 5 kB. */
export const eventsADay = 20
/** Who and when is asked about: so many employees, each for so many of his or her days. */
export const asked = { employees: 10, dates: 20 }

/** How many rows lists are filled with: of deviations and of faults, of each news list, and whose payslips. */
export const sizes = {
  small: { reports: 1000, news: 100, payslipEmployees: 10 },
  large: { reports: 1_000_000, news: 100_000, payslipEmployees: 10_000 },
} as const
export type Size = keyof typeof sizes

/** What each employee, and each bus, has of its own in both. */
export const ownRows = { reports: 20, payslips: 24 }
/** Who is asked as, and as many buses to ask about. */
export const askedEmployees = 10
/** Pages of a news list that are read: so many of the newest, and as many spread over all of it. */
export const newsPages = 10
export const listArea = 'Umeå'
