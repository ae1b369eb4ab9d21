import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { listingRole } from '#core/people/server/roles/reach.ts'
import { auditTaken } from '#core/audit/server/audit.ts'
import { minuteText, wallClockIn } from '#platform/contract/wall-clock.ts'
import type { Platform } from '#platform/server/area.ts'
import type { RowOf } from '#platform/server/db/rows.ts'
import { csvBegin, csvLine } from '#platform/server/files/csv.ts'
import type { CellPiece, CellQuery, TablePiece, TableQuery } from '../contract.ts'
import { Refusal } from '#platform/server/http/errors.ts'
import { c, line, rowsOf } from './case-row.ts'
import type { Acting } from './change.ts'
import { queryInLog } from './in-log.ts'
import { chosen } from './list.ts'
import type { Queue } from './queue.ts'

const PIECE = 1000
const heads = ['Nummer', 'Ärende', 'Gäller', 'Status', 'Handläggare', 'Inkom', 'Avslutat', 'Senast']

/** An export reads many rows, so it reads from `reads`, where there is room for that. It is recorded in the database itself. */
type Sources = Required<Pick<Platform, 'db' | 'reads'>>

/** A piece of a list as CSV. The first piece begins with the byte order mark, by which a spreadsheet recognises UTF-8. */
export async function tablePiece(from: Sources, queue: Queue, asking: Acting, query: TableQuery): Promise<TablePiece> {
  const { rows, next } = await cellPiece(from, queue, asking, query)
  return { text: `${query.efter === undefined ? csvBegin : ''}${rows.map(csvLine).join('')}`, next }
}

/**
 * A piece of a list, or of the cases chosen in it. The first piece begins with the column headings. Records who exported which list, and
 * throws a 409 if it has more rows than `most`.
 */
export async function cellPiece(
  from: Sources,
  queue: Queue,
  asking: Acting,
  { efter, ...query }: CellQuery,
  most?: number,
): Promise<CellPiece> {
  const { timeZone } = asking
  const numbers = query.valda?.split(',')
  const listed = chosen(asking, queue, query)
  const which = numbers ? sql<SqlBool>`${listed} and c.number = any(${numbers})` : listed
  await record(from, queue, asking, { query, efter, which, most })
  const { rows } = await sql<RowOf<typeof line>>`
    select ${line} from cases c left join employees o on o.id = c.owner_id
    where ${which} and ${c('id')} > ${efter ?? 0} order by c.id limit ${PIECE + 1}`.execute(from.reads)
  const lines = rows.slice(0, PIECE)
  const shown = await rowsOf(from.reads, queue, asking, lines)
  const time = (at: Date | null | undefined) => (at ? minuteText(wallClockIn(timeZone, at)) : '')
  const cells = shown.map(({ number, title, facts, state, owner, received }, at) => [
    number,
    title,
    facts.join(', '),
    state.name,
    owner?.name ?? '',
    minuteText(received),
    time(lines[at]?.endedAt),
    time(lines[at]?.dueAt),
  ])
  return {
    rows: efter === undefined ? [heads, ...cells] : cells,
    next: rows.length > PIECE ? (lines.at(-1)?.id ?? null) : null,
  }
}

interface Taken {
  readonly query: Omit<CellQuery, 'efter'>
  readonly efter: number | undefined
  readonly which: RawBuilder<SqlBool>
  readonly most: number | undefined
}

/** Records that somebody has exported the list, and how many rows it had. */
async function record(
  { db, reads }: Sources,
  queue: Queue,
  asking: Acting,
  { query, efter, which, most }: Taken,
): Promise<void> {
  const { employee, now, request } = asking
  const { see, sensitive } = queue.calls.rights
  const rows = async () => {
    // The whole list, wherever the piece begins: a piece from beyond its end would be recorded with no rows, and all others as its
    // continuations.
    const { rows: counted } = await sql<{ count: number }>`
      select count(*)::int as count from cases c where ${which}`.execute(reads)
    return counted[0]?.count ?? 0
  }
  if (most !== undefined) requireAtMost(most, await rows())
  await auditTaken(db, {
    company: employee.company,
    at: now,
    by: { employeeId: employee.id, role: listingRole(employee, [see, sensitive]), request },
    what: 'case.exported',
    object: { kind: `case.${queue.calls.kind}`, id: '*' },
    which: await queryInLog(db, query),
    after: efter,
    rows,
  })
}

function requireAtMost(most: number, count: number): void {
  if (count > most)
    throw new Refusal(
      409,
      `Urvalet har ${inWords(count)} ärenden. En Excelfil rymmer högst ${inWords(most)}: begränsa urvalet eller hämta CSV.`,
    )
}

const inWords = (count: number) => count.toLocaleString('sv-SE')
