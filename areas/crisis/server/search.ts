import type { AreaSearch } from '#platform/server/area.ts'
import { bestFirst, findShelved, shelvedHit } from '#core/documents/server/shelves/search.ts'
import { inAreas, inPositions } from './shelf.ts'

export const crisisSearch: AreaSearch = {
  kind: 'Krisdokument',
  async find(platform, employee, searched, limit) {
    const found = await Promise.all(
      [inAreas(employee), inPositions(employee)].map((query) => findShelved(platform.db, query, searched, limit)),
    )
    const where = { name: 'Krishantering', path: 'krishantering' }
    return found
      .flat()
      .toSorted(bestFirst)
      .slice(0, limit)
      .map((document) => shelvedHit(platform, employee.company, document, where))
  },
}
