import { withOpen } from '#platform/contract/pages.ts'
import type { AreaSearch } from '#platform/server/area.ts'
import { findShelved, shelvedHit } from '#core/documents/server/shelves/search.ts'
import { ofCompany } from './shelf.ts'

export const policySearch: AreaSearch = {
  kind: 'Policy & Rutiner',
  async find(platform, employee, searched, limit) {
    const found = await findShelved(platform.db, ofCompany(employee), searched, limit)
    return found.map((document) => {
      const where = { name: 'Policy & Rutiner', path: withOpen('policy', document.fileName) }
      return shelvedHit(platform, employee.company, document, where)
    })
  },
}
