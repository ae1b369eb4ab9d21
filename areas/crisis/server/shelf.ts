import { claimValues } from '#platform/contract/claims.ts'
import { type CrisisGuide, guidesOf } from '#platform/contract/variant.ts'
import type { Searcher } from '#platform/server/area.ts'
import type { Reach, Shelf } from '#core/documents/server/shelves/shelf.ts'
import type { ShelfQuery } from '#core/documents/server/shelves/store.ts'
import { pathsOf } from '../paths.ts'

/** Whom the documents below a guide are for. */
const reachOfGuide = { a: 'area', b: 'position' } as const satisfies Readonly<Record<CrisisGuide, Reach['of']>>

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
  warnings({ variants }, company, reaches) {
    const own = variants.all.filter((variant) => variant.company?.id === company)
    const hosts = own.length > 0 ? own : variants.all.filter((variant) => variant.company === null)
    const shown = new Set<Reach['of']>(
      hosts.flatMap((host) => pathsOf(guidesOf(host.crisis.guides)).map(([guide]) => reachOfGuide[guide])),
    )
    return (['area', 'position'] as const)
      .filter((of) => !shown.has(of) && reaches.some((reach) => reach.of === of))
      .map((of) => `Varning: ${company} har ingen krisguide som visar dokumenten i ${of}/.`)
  },
}

/** The documents of the areas that an employee works in. */
export const inAreas = (employee: Searcher): ShelfQuery => ({
  company: employee.company,
  shelf: crisisShelf.name,
  reach: reachOfGuide.a,
  places: claimValues(employee.claims, 'IntraCompanyArea'),
})

/** The documents of an employee's positions. */
export const inPositions = (employee: Searcher): ShelfQuery => ({
  company: employee.company,
  shelf: crisisShelf.name,
  reach: reachOfGuide.b,
  places: claimValues(employee.claims, 'IntraPosition'),
})

/** The documents below each guide. */
export const shelfOfGuide: Readonly<Record<CrisisGuide, (employee: Searcher) => ShelfQuery>> = {
  a: inAreas,
  b: inPositions,
}
