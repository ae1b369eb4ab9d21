import { claimValues } from '#platform/contract/claims.ts'
import type { Searcher } from '#platform/server/area.ts'
import type { Shelf } from '#core/documents/server/shelves/shelf.ts'
import type { ShelfQuery } from '#core/documents/server/shelves/store.ts'

/** Crisis documents, in one folder per area and position. */
export const crisisShelf: Shelf = {
  name: 'crisis',
  layoutFor: async () => (names) => {
    const [kind = '', place = ''] = names
    if (names.length < 3 || (kind !== 'area' && kind !== 'position')) {
      throw new Error('ska ligga i area/<område>/ eller position/<befattning>/')
    }
    return kind === 'area' ? { of: 'area', area: place } : { of: 'position', position: place }
  },
}

/** The documents of the areas that an employee works in. */
export const inAreas = (employee: Searcher): ShelfQuery => ({
  company: employee.company,
  shelf: crisisShelf.name,
  reach: 'area',
  places: claimValues(employee.claims, 'IntraCompanyArea'),
})

/** The documents of an employee's positions. */
export const inPositions = (employee: Searcher): ShelfQuery => ({
  company: employee.company,
  shelf: crisisShelf.name,
  reach: 'position',
  places: claimValues(employee.claims, 'IntraPosition'),
})
