import type { Database, Erased } from '#platform/server/area.ts'
import { writePart } from './hidden-again.ts'
import { type Hide, hidingName } from './hide-name.ts'
import type { Queue } from './queue.ts'
import { storeWords } from './sought.ts'
import { caseTables, type EventBody } from './tables.ts'

/**
 * Takes the name of an employee who is erased out of the cases that he or she has sent: out of what was written there by anybody, out of
 * what is hidden, and out of the words by which they are found. What is about it stays, for the bus and for the law.
 */
export async function forgetReporter(tx: Database, queue: Queue, who: Erased): Promise<void> {
  const { company } = who
  const { kind } = queue.calls
  const hide = hidingName(who.firstName, who.lastName)
  const rows = await caseTables(tx)
    .selectFrom('cases')
    .select('id')
    .where('company', '=', company)
    .where('kind', '=', kind)
    .where('reporter_id', '=', who.id)
    .orderBy('id')
    .forUpdate()
    .execute()
  const ids = rows.map(({ id }) => id)
  for (const id of ids) {
    const texts = (await queue.texts?.of(tx, company, id)) ?? {}
    for (const [part, before] of Object.entries(texts)) {
      const after = hide(before)
      if (after !== before) await writePart(tx, queue, { company, id }, { part, before, after })
    }
    await inEvents(tx, queue, { company, id }, hide)
  }
  await inOriginals(tx, { company, kind, ids }, hide)
  await storeWords(tx, queue, company, ids)
}

async function inEvents(
  tx: Database,
  queue: Queue,
  { company, id }: { readonly company: string; readonly id: number },
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
    await caseTables(tx)
      .updateTable('case_events')
      .set({ body: JSON.stringify(hidden) as unknown as EventBody })
      .where('company', '=', company)
      .where('kind', '=', kind)
      .where('case_id', '=', id)
      .where('seq', '=', seq)
      .execute()
    if (body.text !== undefined && hidden.text !== undefined)
      await queue.texts?.replaceAnswer(tx, { company, id, before: body.text, after: hidden.text })
  }
}

async function inOriginals(
  tx: Database,
  { company, kind, ids }: { readonly company: string; readonly kind: string; readonly ids: readonly number[] },
  hide: Hide,
): Promise<void> {
  const rows = await caseTables(tx)
    .selectFrom('case_originals')
    .select(['case_id as id', 'part', 'text', 'why'])
    .where('company', '=', company)
    .where('kind', '=', kind)
    .where((eb) => eb('case_id', '=', eb.fn.any(eb.val([...ids]))))
    .execute()
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
