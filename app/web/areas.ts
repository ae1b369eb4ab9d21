import type { WebArea } from '#platform/web/area.ts'

/** Every area's door, in the order of the menu. A new area is a line here and one in app/server/areas.ts. */
export const areas: readonly WebArea[] = []
