import type { Shelf } from '#core/documents/server/shelves/shelf.ts'
import { idsByNumber, numbersElsewhere } from '#core/people/server/store.ts'
import { peopleTables } from '#core/people/server/tables.ts'

/**
 * Certificates, in one folder per employee, named by employee number. Where another company has the number too, that folder is in one named by
 * the company: a folder imported to the wrong company would give certificates to other people.
 */
export const certificateShelf: Shelf = {
  name: 'certificates',
  async layoutFor(db, company) {
    const ids = await idsByNumber(db, company)
    const elsewhere = await numbersElsewhere(db, company, [...ids.keys()])
    const companies = await peopleTables(db).selectFrom('companies').select('id').execute()
    const isCompany = (name: string) => companies.some(({ id }) => id === name)
    return (names) => {
      const [number = '', named] = names.slice(0, -1).toReversed()
      if ((names.length !== 2 && names.length !== 3) || (named !== undefined && !isCompany(named)))
        throw new Error('ska ligga i <anstid>/ eller <bolag>/<anstid>/')
      if (named !== undefined && named !== company)
        throw new Error(`ligger i ${named}/, men importen är för ${company}`)
      const employeeId = ids.get(number)
      if (!employeeId) throw new Error(`${number} finns inte i ${company}`)
      const other = elsewhere.get(number)
      if (other !== undefined && named === undefined)
        throw new Error(`${number} finns också i ${other}: ska ligga i ${company}/${number}/`)
      return { of: 'employee', employeeId }
    }
  },
}
