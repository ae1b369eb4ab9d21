import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { columnsOf } from '#platform/server/db/rows.ts'
import { areaOf } from '../persons.ts'
import type { PeopleTables } from '../tables.ts'
import { within, type Reach } from './reach.ts'

const e = columnsOf<PeopleTables['employees']>('e')

/** The employees `e` in the areas of a reach. Its categories do not count, because only things have them. */
export function inAreasOf({ scopes, ...reached }: Reach): RawBuilder<SqlBool> {
  const areas = scopes.map(({ area }) => ({ area, category: null }))
  return within({ ...reached, scopes: areas }, { company: e('company'), area: areaOf(sql`e.id`) })
}
