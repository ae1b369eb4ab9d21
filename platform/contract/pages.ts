/** Below which all screens are. */
export const shellPath = '/dashboard'

/** The address of a screen, from its path in the area's door: 'schema', 'nyheter/region/7'. */
export const pageAt = (path: string): string => `${shellPath}/${path}`

export const startPage = pageAt('start')
