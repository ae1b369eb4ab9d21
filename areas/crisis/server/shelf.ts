import type { Shelf } from '#core/documents/server/shelves/shelf.ts'

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
