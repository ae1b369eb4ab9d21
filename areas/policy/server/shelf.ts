import type { Shelf } from '#core/documents/server/shelves/shelf.ts'

/** The company's policies: everybody gets the whole folder with all its subfolders. */
export const policyShelf: Shelf = {
  name: 'policy',
  layoutFor: async () => () => ({ of: 'company' }),
}
