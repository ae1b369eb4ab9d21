import type { Searcher } from '#platform/server/area.ts'
import type { Shelf } from '#core/documents/server/shelves/shelf.ts'
import type { ShelfQuery } from '#core/documents/server/shelves/store.ts'

/** The company's policies: everybody gets the whole folder with all its subfolders. */
export const policyShelf: Shelf = {
  name: 'policy',
  layoutFor: async () => () => ({ of: 'company' }),
}

/** The documents that an employee sees. */
export const ofCompany = ({ company }: Searcher): ShelfQuery => ({
  company,
  shelf: policyShelf.name,
  reach: 'company',
  places: [''],
})
