/** The path below which all screens are. */
export const shellPath = '/dashboard'

/** The address of a screen, from its path in the area's door: 'schema', 'nyheter/region/7'. */
export const pageAt = (path: string): string => `${shellPath}/${path}`

/** The query parameter with the id of the row that is open beside its list. */
export const openParameter = 'visa'

/** The path of a screen with one row of its list open: 'avvikelser?visa=A-103'. */
export const withOpen = (path: string, id: string): string => `${path}?${openParameter}=${encodeURIComponent(id)}`

export const startPage = pageAt('start')
