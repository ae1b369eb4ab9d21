import type { Shelf } from '#core/documents/server/shelves/shelf.ts'

/** The company's policies: everybody gets all of the folder, whatever folders it has. */
export const policyShelf: Shelf = {
  name: 'policy',
  layoutFor: async () => () => ({ of: 'company' }),
}
