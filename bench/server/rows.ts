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

/** The numbers of the office's open cases. Each bus has `casesABus` open ones, and as many ended ones. */
export const caseSizes = { small: 1000, large: 100_000 } as const
export const casesABus = 20

/** The numbers of searched rows: half of the news are the group's, half a region's. Documents are as many as two lists may hold. */
export const searchedRows = {
  small: { news: 1000, documents: 10_000 },
  middle: { news: 100_000, documents: 10_000 },
  large: { news: 1_000_000, documents: 10_000 },
} as const
export type SearchedSize = keyof typeof searchedRows
/** A word that is in one of a thousand items, and in one of a thousand documents. */
export const rareWord = 'hjortronsylt'
/** A word that is in every second item and document. */
export const commonWord = 'tidtabell'
/** A word that is in one of twenty items and documents: too rare to be found among the newest, too common to have few hits. */
export const middlingWord = 'vinterdäck'
/** A word that is only in the oldest item and the oldest document of each list. */
export const onlyWord = 'jubileumsbuss'

/** The number of rows of each employee, and of each bus, in both sizes. */
export const ownRows = { reports: 20, payslips: 24 }
/** The number of employees, and of buses, that are requested. */
export const askedEmployees = 10
/** The number of newest pages of a news list that are read; as many others are spread over the whole list. */
export const newsPages = 10
export const listArea = 'Umeå'
/** The areas of an office's cases by their share of all: a half, a tenth and a fiftieth. Others have the rest. */
export const caseAreas = { half: listArea, tenth: 'Kiruna', fiftieth: 'Malå' } as const
