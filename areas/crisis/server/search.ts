import { bestFirst, findShelved, shelvedHit } from '#core/documents/server/shelves/search.ts'
import { guidesOf } from '#platform/contract/variant.ts'
import type { AreaSearch } from '#platform/server/area.ts'
import { pathsOf } from '../paths.ts'
import { shelfOfGuide } from './shelf.ts'

/** Finds what the guides of the employee's host show, each hit at the path of its guide. */
export const crisisSearch: AreaSearch = {
  kind: 'Krisdokument',
  async find(platform, employee, searched, limit) {
    const found = await Promise.all(
      pathsOf(guidesOf(employee.variant.crisis.guides)).map(async ([guide, path]) => {
        const documents = await findShelved(platform.db, shelfOfGuide[guide](employee), searched, limit)
        return documents.map((document) => ({ ...document, path }))
      }),
    )
    return found
      .flat()
      .toSorted(bestFirst)
      .slice(0, limit)
      .map(({ path, ...document }) => shelvedHit(platform, employee.company, document, { name: 'Krishantering', path }))
  },
}
