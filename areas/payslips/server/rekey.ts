import { sql } from 'kysely'
import { ImportRefused, type Database, type Platform } from '#platform/server/area.ts'
import { columnsOf, selected, type RowOf } from '#platform/server/db/rows.ts'
import { payslipKeys } from './keys.ts'
import { seal, unseal, type Belonging, type Sealed } from './seal.ts'
import type { PayslipTables } from './tables.ts'

const MOST_ROWS = 200
const MOST_BYTES = 4 * 1024 * 1024
const TOLD_EVERY = 1000
const MOST_NAMED = 20
const MOST_PASSES = 20

type Row = { readonly id: number } & Belonging & Sealed

/**
 * Re-encrypts every payslip with the current key, some at a time. It may be interrupted and started again, and employees can open their
 * payslips meanwhile. A payslip that no key opens is left unchanged; if there are any, ImportRefused is thrown at the end.
 */
export async function rekeyPayslips({ db, config }: Platform, tell: (line: string) => void): Promise<void> {
  const keys = await payslipKeys(config)
  const { id: current } = keys.writing
  const unopened = new Set<number>()
  let done = 0

  async function pass(): Promise<void> {
    for (let after = 0; ;) {
      const rows = await rowsOfOtherKeys(db, current, after)
      const last = rows.at(-1)
      if (!last) return
      after = last.id
      const renewed = rows.flatMap((row) => {
        try {
          const { sealed } = seal(keys.writing, row, unseal(keys.readable, row, row))
          return [{ id: row.id, from: row.keyId, sealed: sealed.toString('base64') }]
        } catch {
          unopened.add(row.id)
          return []
        }
      })
      const before = done
      done += await replace(db, current, renewed)
      if (Math.floor(done / TOLD_EVERY) > Math.floor(before / TOLD_EVERY)) tell(`${done} lönebesked omkrypterade …`)
    }
  }

  let passes = 0
  do {
    if (passes++ === MOST_PASSES) {
      throw new ImportRefused([
        'En annan process krypterar lönebesked med en annan nyckel. Starta om den med de nya nycklarna och kör om.',
      ])
    }
    await pass()
    // A process that still uses an old key may have added more meanwhile.
  } while (await hasMore(db, current, [...unopened]))
  tell(`${done} lönebesked omkrypterade med nyckel ${current}.`)
  if (unopened.size > 0) {
    const some = [...unopened].slice(0, MOST_NAMED).join(', ')
    throw new ImportRefused([
      `${unopened.size} lönebesked öppnas inte med någon av nycklarna och är kvar som de var: id ${some}${unopened.size > MOST_NAMED ? ' …' : ''}`,
    ])
  }
  tell('Klart. Inget lönebesked behöver nycklarna i PAYSLIP_KEYS_OLD längre.')
}

/** Whether payslips with another key remain. Waits for imports under way, but does not block reads. */
function hasMore(db: Database, current: string, unopened: readonly number[]): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await sql`lock table payslips in share mode`.execute(tx)
    const { rows } = await sql`
      select 1 from payslips
      where key_id is distinct from ${current} and not id = any(${[...unopened]}::bigint[]) limit 1`.execute(tx)
    return rows.length > 0
  })
}

const p = columnsOf<PayslipTables['payslips']>('p')
const payslip = selected({
  id: p('id'),
  employeeId: p('employee_id'),
  periodKey: p('period_key'),
  keyId: p('key_id'),
  sealed: p('sealed'),
})

/** The next payslips of other keys, sorted by id: as many as fit in memory, at least one. */
async function rowsOfOtherKeys(db: Database, current: string, after: number): Promise<Row[]> {
  const { rows } = await sql<RowOf<typeof payslip>>`
    select ${payslip}
    from payslips p join (
      select id, sum(size) over (order by id) - size as before
      from (
        select id, octet_length(sealed) as size from payslips
        where id > ${after} and key_id is distinct from ${current} order by id limit ${MOST_ROWS}
      ) candidates
    ) batch using (id)
    where batch.before < ${MOST_BYTES} order by p.id`.execute(db)
  return rows
}

interface Renewed {
  readonly id: number
  readonly from: string | null
  readonly sealed: string
}

/** Replaces the payslips that no other run has replaced meanwhile. Returns how many. */
async function replace(db: Database, current: string, renewed: readonly Renewed[]): Promise<number> {
  const { rows } = await sql`
    update payslips p set key_id = ${current}, sealed = decode(n.sealed, 'base64')
    from json_to_recordset(${JSON.stringify(renewed)}::json) as n(id bigint, "from" text, sealed text)
    where p.id = n.id and p.key_id is not distinct from n."from" returning 1`.execute(db)
  return rows.length
}
