import { sql } from 'kysely'
import type { Database, Platform } from '#platform/server/area.ts'
import { columnsOf, selected, type RowOf } from '#platform/server/db/rows.ts'
import type { ImageQuery } from '../contract.ts'
import type { PictureShelf } from './picture-table.ts'
import { type Pictures, reportPictures, repeatSwap } from './report-pictures.ts'
import { pictureStore } from './store.ts'

type Redact = Pictures['redact']
type Renaming = Parameters<ReturnType<typeof pictureStore>['renameFiles']>

const report = selected({ id: columnsOf<{ id: number }>('r')('id') })

/** The pictures of an area's queue: those of its reports, whose rows are in the table `reports`. */
export const queuePictures = (shelf: PictureShelf, reports: string) => ({
  async caseOf(db: Database, company: string, name: string): Promise<number | null> {
    const { rows } = await sql<RowOf<typeof report>>`
      select ${report} from ${sql.table(shelf.table)} p join ${sql.table(reports)} r on r.id = p.${sql.ref(shelf.owner)}
      where p.name = ${name} and p.stored and not p.doomed and r.company = ${company}`.execute(db)
    return rows[0]?.id ?? null
  },
  renameFiles: (...renaming: Renaming) => pictureStore(shelf).renameFiles(...renaming),
  read: (platform: Platform, query: ImageQuery) => reportPictures(shelf, platform).read(query),
  redact: <Answer>(
    platform: Platform,
    ask: Parameters<Redact>[0],
    write: (made: Parameters<Parameters<Redact>[1]>[0]) => Promise<Answer>,
  ) => reportPictures(shelf, platform).redact(ask, write),
  repeatSwap: (tx: Database, platform: Pick<Platform, 'config'>, which: Parameters<typeof repeatSwap>[3]) =>
    repeatSwap(shelf, platform, tx, which),
})
