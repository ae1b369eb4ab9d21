/** '070-174 06 05' is dialled as '0701740605'. */
export const dialled = (number: string): string => number.replaceAll(/[^\d+]/g, '')

/** A link that calls. */
export const telephone = (number: string): string => `tel:${dialled(number)}`
