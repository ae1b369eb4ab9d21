import type { Database } from '#platform/server/area.ts'
import type { AllWritten } from '#platform/server/db/rows.ts'
import { notAllowed, refused } from '#platform/server/http/errors.ts'
import type { Fill } from '../acts.ts'
import type { FormField } from '../contract.ts'
import { problemsOf } from '../rules.ts'
import { type Acting, happen, lockCase } from './change.ts'
import { type Filled, fieldsOf, filledOf, formsOf, mayFill, storeChecks } from './filled-forms.ts'
import { peopleOf } from './handlers.ts'
import { fieldInLog } from './in-log.ts'
import type { Queue } from './queue.ts'

/** Fills in a form of a case, or changes it. What it said before stays in the history. */
export async function fillForm(
  tx: Database,
  queue: Queue,
  asking: Acting,
  { number, version, form: name, item: chosen, values: typed, ...unwritten }: Fill,
): Promise<void> {
  unwritten satisfies AllWritten
  const found = await lockCase(tx, queue, asking, { number, version, act: 'fill' })
  const form = formsOf(queue, found).find((each) => each.name === name)
  if (!form) throw refused({ form: ['Blanketten finns inte för det här ärendet.'] })
  if (!mayFill(asking, form, found)) throw notAllowed()
  const fields = fieldsOf(form)
  const values = Object.fromEntries(
    Object.entries(typed).flatMap(([field, value]) => (value.trim() === '' ? [] : [[field, value.trim()]])),
  )
  const wrong = problemsOf(fields, values)
  if (Object.keys(wrong).length > 0) throw refused(wrong)
  const together = form.problems?.(values) ?? {}
  if (Object.keys(together).length > 0) throw refused(together)
  const { company } = asking.employee
  const before = ((await filledOf(tx, queue, company, [found.id])).get(found.id) ?? []).filter(
    (each) => each.form === name,
  )
  await refuseUnknownPeople(tx, asking, { responsibleId: found.responsibleId, fields, values, before })
  const item = form.many ? (chosen ?? before.length + 1) : 1
  if (item > before.length + 1) throw refused({ item: ['Raden finns inte.'] })
  const body = { form: name, item, values, to: form.title }
  const said = before.find((each) => each.item === item)?.values ?? {}
  const event = { type: 'filled', public: false, body } as const
  const changes = { before: {}, after: { form: form.title, ...(form.many && { item }) } }
  for (const field of fields.filter((each) => said[each.name] !== values[each.name])) {
    Object.assign(changes.before, fieldInLog(field, said))
    Object.assign(changes.after, fieldInLog(field, values))
  }
  await happen({ tx, queue, asking }, found, {}, [event], changes)
  await form.store?.(tx, { company, id: found.id, values })
  await storeChecks(tx, queue, company, [found.id])
}

interface FilledNow {
  readonly responsibleId: string | null
  readonly fields: readonly FormField[]
  readonly values: Readonly<Record<string, string>>
  readonly before: readonly Filled[]
}

/** Refuses a person who is neither among those to choose from nor was named in the field before. */
async function refuseUnknownPeople(
  tx: Database,
  asking: Acting,
  { responsibleId, fields, values, before }: FilledNow,
): Promise<void> {
  const named = fields.filter(({ kind, name }) => kind === 'person' && values[name] !== undefined)
  if (named.length === 0) return
  const known = new Set((await peopleOf(tx, asking, responsibleId)).map(({ id }) => id))
  for (const { name, label } of named) {
    const id = values[name] ?? ''
    if (!known.has(id) && !before.some(({ values: old }) => old[name] === id))
      throw refused({ [name]: [`${label} måste väljas från listan`] })
  }
}
