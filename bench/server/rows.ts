/** Run events per day: gives an answer of about 5 kB. */
export const eventsADay = 20
/** What is requested: this many employees, each for this many days. */
export const asked = { employees: 10, dates: 20 }

/** How many rows the lists are filled with: of deviations and of faults, of each news list, and employees with payslips. */
export const sizes = {
  small: { reports: 1000, news: 1000, payslipEmployees: 10 },
  large: { reports: 1_000_000, news: 1_000_000, payslipEmployees: 10_000 },
} as const
export type Size = keyof typeof sizes

/** Open cases of the office, and how many each bus has, open and ended each. */
export const caseSizes = { small: 1000, large: 100_000 } as const
export const casesABus = 20

/** What is searched: half of the news are the group's, half a region's. Documents are as many as two lists may hold. */
export const searchedRows = {
  small: { news: 1000, documents: 10_000 },
  middle: { news: 100_000, documents: 10_000 },
  large: { news: 1_000_000, documents: 10_000 },
} as const
export type SearchedSize = keyof typeof searchedRows
/** A word of one item, and one document, in a thousand. */
export const rareWord = 'hjortronsylt'
/** A word of every second item and document. */
export const commonWord = 'tidtabell'
/** A word of one item, and one document, in twenty: too rare to be found among the newest, too common to be few. */
export const middlingWord = 'vinterdäck'
/** A word of the oldest item, and document, of each list alone. */
export const onlyWord = 'jubileumsbuss'

/** The number of rows of each employee, and of each bus, in both. */
export const ownRows = { reports: 20, payslips: 24 }
/** The number of employees, and of buses, that are requested. */
export const askedEmployees = 10
/** How many of the newest pages of a news list are read, and as many spread over the whole list. */
export const newsPages = 10
export const listArea = 'Umeå'
/** The areas of an office's cases by their share of all: a half, a tenth and a fiftieth. Others have the rest. */
export const caseAreas = { half: listArea, tenth: 'Kiruna', fiftieth: 'Malå' } as const
