import type { AreaSearch } from '#platform/server/area.ts'
import { findShelved, shelvedHit } from '#core/documents/server/shelves/search.ts'
import { ofCompany } from './shelf.ts'

export const policySearch: AreaSearch = {
  kind: 'Policy & Rutiner',
  async find(platform, employee, searched, limit) {
    const found = await findShelved(platform.db, ofCompany(employee), searched, limit)
    const where = { name: 'Policy & Rutiner', path: 'policy' }
    return found.map((document) => shelvedHit(platform, employee.company, document, where))
  },
}
