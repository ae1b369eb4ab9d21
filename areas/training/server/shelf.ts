import type { Shelf } from '#core/documents/server/shelves/shelf.ts'
import { idsByNumber } from '#core/people/server/store.ts'

/** Certificates, in one folder per employee, named by employee number. */
export const certificateShelf: Shelf = {
  name: 'certificates',
  async layoutFor(db, company) {
    const ids = await idsByNumber(db, company)
    return (names) => {
      const [number = ''] = names
      if (names.length !== 2) throw new Error('ska ligga i <anstid>/')
      const employeeId = ids.get(number)
      if (!employeeId) throw new Error(`${number} finns inte i ${company}`)
      return { of: 'employee', employeeId }
    }
  },
}
