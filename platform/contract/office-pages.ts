/** The path below which all screens of the office are. */
export const officePath = '/kontor'

/** The address of a screen of the office, from its path in the area's `web/office.ts`. */
export const officeAt = (path: string): string => `${officePath}/${path}`
