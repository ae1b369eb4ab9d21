import { sql, type SqlBool } from 'kysely'
import type { Database, Erased } from '#platform/server/area.ts'
import { columnsOf, selected, type RowOf } from '#platform/server/db/rows.ts'
import { replaceAnswer } from './answer-blocks.ts'
import { writePart } from './hidden-again.ts'
import { type Hide, hidingErased } from './hide-name.ts'
import type { Queue } from './queue.ts'
import { eventsWithText } from './redact.ts'
import { storeWords } from './case-words.ts'
import { type CaseTables, caseTables, type EventBody } from './tables.ts'

const c = columnsOf<CaseTables['cases']>('c')
const o = columnsOf<CaseTables['case_originals']>('o')

/**
 * Takes the name of an erased employee out of the cases that he or she has sent: out of everything written there, out of what photos are
 * called, out of the hidden originals, and out of the words by which the cases are found. The rest of the reports stays, for the bus and
 * for the law. In a queue that hides reporters, the name is also taken out of the cases merged with these: it was hidden there too, as the
 * name of somebody whom the case no longer has afterwards.
 */
export async function forgetReporter(tx: Database, queue: Queue, who: Erased): Promise<void> {
  const { kind } = queue.calls
  const hide = hidingErased(who)
  const main = sql`coalesce(c.merged_into, c.id)`
  const own = sql<SqlBool>`c.reporter_id = ${who.id}`
  const which =
    queue.calls.rights.reporter === null
      ? own
      : sql<SqlBool>`(c.company, ${main}) in (select c.company, ${main} from cases c where c.kind = ${kind} and ${own})`
  const sent = selected({ company: c('company'), id: c('id'), mergedInto: c('merged_into') })
  // A report may be addressed to another company than the reporter's own.
  const { rows } = await sql<RowOf<typeof sent>>`
    select ${sent} from cases c where c.kind = ${kind} and ${which}
    order by c.company, c.id for update`.execute(tx)
  for (const { company, id, mergedInto } of rows) {
    const texts = (await queue.texts?.of(tx, company, id)) ?? {}
    for (const [part, before] of Object.entries(texts)) {
      const after = hide(before)
      if (after !== before) await writePart(tx, queue, { company, id }, { part, before, after })
    }
    await inEvents(tx, queue, { company, id, mergedInto }, hide)
  }
  await queue.pictures?.renameFiles(tx, { employeeId: who.id, reportIds: rows.map(({ id }) => id) }, hide)
  for (const company of new Set(rows.map((row) => row.company))) {
    const ids = rows.filter((row) => row.company === company).map(({ id }) => id)
    await inOriginals(tx, { company, kind, ids }, hide)
    await storeWords(tx, queue, company, ids)
  }
}

/** Removes the cases that an erased employee has sent, in queues whose things are removed with the employee. */
export async function removeCasesOf(
  tx: Database,
  { calls: { kind } }: Pick<Queue, 'calls'>,
  who: Erased,
): Promise<void> {
  await caseTables(tx).deleteFrom('cases').where('kind', '=', kind).where('reporter_id', '=', who.id).execute()
}

async function inEvents(
  tx: Database,
  queue: Queue,
  { company, id, mergedInto }: { readonly company: string; readonly id: number; readonly mergedInto: number | null },
  hide: Hide,
): Promise<void> {
  const { kind } = queue.calls
  const rows = await caseTables(tx)
    .selectFrom('case_events')
    .select(['seq', 'body'])
    .where('company', '=', company)
    .where('kind', '=', kind)
    .where('case_id', '=', id)
    .orderBy('seq')
    .execute()
  for (const { seq, body } of rows) {
    const values =
      body.values && Object.fromEntries(Object.entries(body.values).map(([name, value]) => [name, hide(value)]))
    const hidden = { ...body, ...(body.text !== undefined && { text: hide(body.text) }), ...(values && { values }) }
    if (JSON.stringify(hidden) === JSON.stringify(body)) continue
    // An answer of the office to merged cases is an event in each of them.
    const copies = body.text ? await eventsWithText(tx, queue, company, { id, mergedInto }, body.text) : []
    for (const copy of copies.filter((each) => each.id !== id))
      await writePart(
        tx,
        queue,
        { company, id: copy.id },
        { part: `event:${copy.seq}`, before: body.text ?? '', after: hidden.text ?? '' },
      )
    await caseTables(tx)
      .updateTable('case_events')
      .set({ body: JSON.stringify(hidden) as unknown as EventBody })
      .where('company', '=', company)
      .where('kind', '=', kind)
      .where('case_id', '=', id)
      .where('seq', '=', seq)
      .execute()
    if (body.text !== undefined && hidden.text !== undefined)
      await replaceAnswer(tx, queue, { company, id, seq, before: body.text, after: hidden.text })
  }
}

/** Takes the name out of the originals. If words were hidden in an answer to merged cases, each of those cases has an original. */
async function inOriginals(
  tx: Database,
  { company, kind, ids }: { readonly company: string; readonly kind: string; readonly ids: readonly number[] },
  hide: Hide,
): Promise<void> {
  const key = selected({ id: o('case_id'), part: o('part'), text: o('text'), why: o('why') })
  const { rows } = await sql<RowOf<typeof key>>`
    select ${key} from case_originals o join cases c
      on c.company = o.company and c.kind = o.kind and c.id = o.case_id
    where o.company = ${company} and o.kind = ${kind} and (
      c.id = any(${[...ids]}::bigint[])
      or o.text is not null and o.part like 'event:%' and exists (
        select from case_originals own join cases i
          on i.company = own.company and i.kind = own.kind and i.id = own.case_id
        where own.company = o.company and own.kind = o.kind and own.case_id = any(${[...ids]}::bigint[])
          and own.text = o.text and coalesce(i.merged_into, i.id) = coalesce(c.merged_into, c.id)))`.execute(tx)
  for (const { id, part, text, why } of rows)
    await caseTables(tx)
      .updateTable('case_originals')
      .set({ text: text && hide(text), why: hide(why) })
      .where('company', '=', company)
      .where('kind', '=', kind)
      .where('case_id', '=', id)
      .where('part', '=', part)
      .execute()
}
