import { sql, type Generated, type RawBuilder } from 'kysely'
import type { ImageReference } from '../contract.ts'

/** A table of the pictures of one kind of report; `Owner` is its column with the report's id. */
export type PictureTable<Owner extends string, Uploader = string> = {
  name: string
  /** The employee who uploaded it. */
  employee_id: Uploader
  position: Generated<number>
  short_name: string
  /** Whether its files have been written. */
  stored: Generated<boolean>
  /** Marked for removal: no report may claim it any more. */
  doomed: Generated<boolean>
  created_at: Date
} & {
  /** Null until a report claims it. */
  [Column in Owner]: number | null
}

/** Where an area keeps the pictures of its reports: a table in the shape of `PictureTable`, and a folder of the file store. */
export interface PictureShelf {
  readonly table: string
  /** The column with the report's id. */
  readonly owner: string
  readonly folder: string
}

/** A report's pictures in their order, for a select list. */
export const picturesOf = ({ table, owner }: PictureShelf, report: RawBuilder<number>) =>
  sql<Required<ImageReference>[]>`(
    select coalesce(json_agg(json_build_object('name', p.name, 'shortName', p.short_name) order by p.position), '[]')
    from ${sql.table(table)} p where p.${sql.ref(owner)} = ${report})`
