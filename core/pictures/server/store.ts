import { sql } from 'kysely'
import type { Database } from '#platform/server/area.ts'
import { columnsOf, selected, type RowOf } from '#platform/server/db/rows.ts'
import type { PictureShelf, PictureTable } from './picture-table.ts'

/** The SQL that is the same for every table of pictures. The area decides who may see a picture. */
export function pictureStore({ table, owner }: PictureShelf) {
  const pictures = sql.table(table)
  const report = sql.ref(owner)
  const p = columnsOf<PictureTable<never>>(table)
  const named = selected({ name: p('name') })
  const called = selected({ name: p('name'), shortName: p('short_name') })
  const settled = selected({ name: p('name'), settled: sql<boolean>`stored and not doomed` })
  const mayBeClaimed = (employeeId: string, names: readonly string[]) => sql`
    name = any(${names}::text[]) and employee_id = ${employeeId} and ${report} is null and stored and not doomed`
  return {
    /** The number of an employee's pictures that no report has claimed. Those that the file store did not take do not count. */
    async countUnclaimed(db: Database, employeeId: string): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from ${pictures}
        where employee_id = ${employeeId} and ${report} is null and stored and not doomed`.execute(db)
      return rows[0]?.count ?? 0
    },

    async add(db: Database, { name, employeeId, shortName, at }: NewPicture): Promise<void> {
      await sql`
        insert into ${pictures} (name, employee_id, short_name, created_at)
        values (${name}, ${employeeId}, ${shortName}, ${at})`.execute(db)
    },

    async markStored(db: Database, name: string): Promise<void> {
      await sql`update ${pictures} set stored = true where name = ${name}`.execute(db)
    },

    /** Marks a picture that is not stored, so that no report can claim it. Waits for a transaction that may store it; false if it has. */
    async markUnstoredForRemoval(db: Database, name: string): Promise<boolean> {
      const { rows } = await sql`
        update ${pictures} set doomed = true where name = ${name} and not stored returning name`.execute(db)
      return rows.length > 0
    },

    /** Removes the row of a picture whose files were not stored. */
    async removeUnstored(db: Database, name: string): Promise<void> {
      await sql`delete from ${pictures} where name = ${name} and not stored`.execute(db)
    },

    /** Those of these names that are the employee's unclaimed pictures. */
    async unclaimed(db: Database, employeeId: string, names: readonly string[]): Promise<string[]> {
      const { rows } = await sql<RowOf<typeof named>>`
        select ${named} from ${pictures} where ${mayBeClaimed(employeeId, names)}`.execute(db)
      return rows.map(({ name }) => name)
    },

    /** Assigns the employee's unclaimed pictures to a report, in the order of `names`. Returns the names that it got. */
    async claim(tx: Database, employeeId: string, reportId: number, names: readonly string[]): Promise<string[]> {
      const { rows } = await sql<RowOf<typeof named>>`
        update ${pictures} set ${report} = ${reportId}, position = array_position(${names}::text[], name)
        where ${mayBeClaimed(employeeId, names)} returning ${named}`.execute(tx)
      return rows.map(({ name }) => name)
    },

    /**
     * Puts a new picture in the place of a report's picture `old`. The new one does not get the file's name, which may reveal what is hidden.
     * Returns false if `old` does not belong to the report.
     */
    async swap(
      tx: Database,
      { old, name, reportId }: { readonly old: string; readonly name: string; readonly reportId: number },
    ): Promise<boolean> {
      const { rows } = await sql`
        update ${pictures} n set ${report} = ${reportId}, position = o.position,
          employee_id = o.employee_id, created_at = o.created_at, stored = true
        from ${pictures} o
        where n.name = ${name} and o.name = ${old} and o.${report} = ${reportId} and o.stored and not o.doomed
        returning n.name`.execute(tx)
      if (rows.length === 0) return false
      await sql`update ${pictures} set ${report} = null, doomed = true where name = ${old}`.execute(tx)
      return true
    },

    /** Adds a row for a picture whose files exist, with the values of another picture's row. */
    async addLike(tx: Database, { old, name }: { readonly old: string; readonly name: string }): Promise<void> {
      await sql`
        insert into ${pictures} (name, employee_id, short_name, created_at)
        select ${name}, employee_id, '', created_at from ${pictures} where name = ${old}
        on conflict (name) do nothing`.execute(tx)
    },

    /** Takes a picture from its report; the next round removes its files. Returns false if it does not belong to the report. */
    async takeAway(
      tx: Database,
      { old, reportId }: { readonly old: string; readonly reportId: number },
    ): Promise<boolean> {
      const { rows } = await sql`
        update ${pictures} set ${report} = null, doomed = true where name = ${old} and ${report} = ${reportId}
        returning name`.execute(tx)
      return rows.length > 0
    },

    /** Changes what the files of an employee's pictures, and of those of reports, were called on the phone. */
    async renameFiles(
      tx: Database,
      { employeeId, reportIds }: { readonly employeeId: string; readonly reportIds: readonly number[] },
      renamed: (shortName: string) => string,
    ): Promise<void> {
      const { rows } = await sql<RowOf<typeof called>>`
        select ${called} from ${pictures} where employee_id = ${employeeId} or ${report} = any(${[...reportIds]})
        order by name for update`.execute(tx)
      for (const { name, shortName } of rows)
        await sql`update ${pictures} set short_name = ${renamed(shortName)} where name = ${name}`.execute(tx)
    },

    /**
     * Marks pictures from before `before` that no report has claimed for removal: no report can claim them from then on, so that their files
     * may be removed.
     */
    async markUnclaimedForRemoval(db: Database, before: Date): Promise<void> {
      await sql`
        update ${pictures} set doomed = true
        where ${report} is null and created_at < ${before} and not doomed`.execute(db)
    },

    /** The names after one, in their order, of all that are marked for removal. */
    async marked(db: Database, after: string, limit: number): Promise<string[]> {
      const { rows } = await sql<RowOf<typeof named>>`
        select ${named} from ${pictures} where ${report} is null and doomed and name > ${after}
        order by name limit ${limit}`.execute(db)
      return rows.map(({ name }) => name)
    },

    async all(db: Database): Promise<{ name: string; settled: boolean }[]> {
      const { rows } = await sql<RowOf<typeof settled>>`
        select ${settled} from ${pictures} order by name`.execute(db)
      return rows
    },

    async removeMarked(db: Database, names: readonly string[]): Promise<void> {
      await sql`delete from ${pictures} where name = any(${names}::text[]) and doomed`.execute(db)
    },
  }
}

interface NewPicture {
  readonly name: string
  readonly employeeId: string
  readonly shortName: string
  readonly at: Date
}
