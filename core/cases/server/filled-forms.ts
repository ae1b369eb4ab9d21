import { sql } from 'kysely'
import type { Scope } from '#core/people/roles.ts'
import { nameOf } from '#core/people/server/names.ts'
import { reach, reaches } from '#core/people/server/roles/reach.ts'
import type { PeopleTables } from '#core/people/server/tables.ts'
import { dateInWords } from '#platform/contract/dates-in-words.ts'
import { dateIn, wallClockIn } from '#platform/contract/wall-clock.ts'
import type { Database } from '#platform/server/area.ts'
import { columnsOf, columnsOrNull, selected, type RowOf } from '#platform/server/db/rows.ts'
import type { CaseForm, Fact, FormField } from '../contract.ts'
import { isWritten, kronorOf } from '../rules.ts'
import { type Asking, fullName } from './case-row.ts'
import { partOfForm } from './form-parts.ts'
import { type Ending, type FormOfQueue, hasChecks, type Queue } from './queue.ts'
import type { CaseTables, EventBody } from './tables.ts'

/** The columns of a case that decide which forms it has. */
interface Placed extends Scope {
  readonly marked: boolean
}

interface Named extends Scope {
  readonly responsibleId: string | null
}

export const formsOf = ({ forms = [] }: Queue, about: Placed) => forms.filter((form) => form.isFor?.(about) ?? true)

/**
 * Whether the employee has the permission that the form needs besides the right to handle. The employee named as responsible needs none.
 */
export const mayFill = ({ employee }: Asking, { may }: FormOfQueue, { area, category, responsibleId }: Named) =>
  may === undefined ||
  responsibleId === employee.id ||
  reaches(reach(employee, may), { company: employee.company, area, category })

export const fieldsOf = ({ fields }: FormOfQueue): FormField[] =>
  fields.map((field) => ({ required: false, choices: [], hint: null, ...field }))

export interface Filled {
  readonly form: string
  readonly item: number
  readonly values: Readonly<Record<string, string>>
  readonly at: Date
  readonly by: string | null
}

const e = columnsOf<CaseTables['case_events']>('e')
const b = columnsOrNull<PeopleTables['employees']>('b')

/**
 * The forms of cases, by the cases' ids, as they were last filled in. The forms of a case are in the order in which they were first filled
 * in.
 */
export async function filledOf(
  db: Database,
  queue: Queue,
  company: string,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly Filled[]>> {
  const event = selected({
    id: e('case_id'),
    at: e('at'),
    body: e('body'),
    first: b('first_name'),
    last: b('last_name'),
  })
  const { rows } = await sql<RowOf<typeof event>>`
    select ${event} from case_events e left join employees b on b.id = e.by_id
    where e.company = ${company} and e.kind = ${queue.calls.kind} and e.case_id = any(${[...ids]}) and e.type = 'filled'
    order by e.case_id, e.seq`.execute(db)
  const byCase = new Map<number, Map<string, Filled>>()
  for (const { id, at, body, first, last } of rows) {
    const { form = '', item = 1, values = {} } = body
    const forms = byCase.get(id) ?? new Map<string, Filled>()
    forms.set(`${form} ${item}`, { form, item, values, at, by: fullName(first, last) || null })
    byCase.set(id, forms)
  }
  return new Map([...byCase].map(([id, forms]) => [id, [...forms.values()]]))
}

/** The forms of one case, as the employee may see and fill them in. */
export async function formsOn(
  db: Database,
  queue: Queue,
  asking: Asking,
  found: Placed & Named & { readonly id: number; readonly fills: boolean },
): Promise<Required<CaseForm>[]> {
  const forms = formsOf(queue, found)
  if (forms.length === 0) return []
  const { employee, now, timeZone } = asking
  const filled = (await filledOf(db, queue, employee.company, [found.id])).get(found.id) ?? []
  const names = await namesIn(db, employee.company, filled)
  return forms.map((form) => {
    const fields = fieldsOf(form)
    const { name, title, hint = null, many = false } = form
    return {
      name,
      title,
      hint,
      many,
      fields,
      open: found.fills && mayFill(asking, form, found),
      filled: filled
        .filter((each) => each.form === name)
        .map(({ item, values, at, by }) => ({
          item,
          values,
          shown: shownFields(fields, values, names).map(({ field: { name: field, label, kind }, value }) => ({
            label,
            value,
            ...(isWritten(kind) && { part: partOfForm({ form: name, item, field }) }),
          })),
          at: wallClockIn(timeZone, at),
          by,
          late: form.late?.(values, dateIn(timeZone, now)) ?? null,
        })),
    }
  })
}

/** The filled-in fields of forms, as they are shown: one list for each body of a `filled` event, in the same order. */
export async function shownOf(
  db: Database,
  queue: Queue,
  company: string,
  bodies: readonly EventBody[],
): Promise<Pick<Fact, 'label' | 'value'>[][]> {
  const names = await namesIn(db, company, bodies)
  return bodies.map(({ form: name, values = {} }) => {
    const form = queue.forms?.find((each) => each.name === name)
    return form
      ? shownFields(fieldsOf(form), values, names).map(({ field, value }) => ({ label: field.label, value }))
      : []
  })
}

/** The filled-in fields, each with its value as it is shown. */
const shownFields = (fields: readonly FormField[], values: Filled['values'], names: ReadonlyMap<string, string>) =>
  fields.flatMap((field) => {
    const value = values[field.name]
    return value === undefined ? [] : [{ field, value: asRead(field, value, names) }]
  })

const p = columnsOf<PeopleTables['employees']>('p')
const named = selected({ id: p('id'), name: nameOf('p') })

/** The names, by id, of the employees whose ids are values of the forms. */
async function namesIn(
  db: Database,
  company: string,
  filled: readonly Pick<EventBody, 'values'>[],
): Promise<ReadonlyMap<string, string>> {
  const values = filled.flatMap((each) => Object.values(each.values ?? {}))
  if (values.length === 0) return new Map()
  const { rows } = await sql<RowOf<typeof named>>`
    select ${named} from employees p where p.company = ${company} and p.id::text = any(${values})`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

function asRead({ kind }: FormField, value: string, names: ReadonlyMap<string, string>): string {
  if (kind === 'person') return names.get(value) ?? 'Någon som har slutat'
  // With the year, as everywhere in a case: it is kept for years, and so is its copy on paper.
  if (kind === 'date') return dateInWords(value)
  if (kind === 'kronor') return `${(kronorOf(value) ?? 0).toLocaleString('sv-SE')} kr`
  return value
}

/** What has to be written before the case may end. */
export async function demandsOn(
  db: Database,
  queue: Queue,
  { company, id, category, marked }: Omit<Ending, 'filled'>,
): Promise<string[]> {
  if (!queue.demands) return []
  const filled = (await filledOf(db, queue, company, [id])).get(id) ?? []
  return [
    ...(await queue.demands(db, { company, id, category, marked, filled: new Set(filled.map(({ form }) => form)) })),
  ]
}

/**
 * Stores the first day by which something in the forms of each case should have been done and checked. Call it after a form has been filled
 * in.
 */
export async function storeChecks(tx: Database, queue: Queue, company: string, ids: readonly number[]): Promise<void> {
  const { forms = [] } = queue
  if (ids.length === 0 || !hasChecks(queue)) return
  const filled = await filledOf(tx, queue, company, ids)
  const rows = ids.map((id) => {
    const days = (filled.get(id) ?? []).flatMap(
      ({ form, values }) => forms.find(({ name }) => name === form)?.checkBy?.(values) ?? [],
    )
    return { id, day: days.toSorted()[0] ?? null }
  })
  await sql`
    update cases c set check_by = d.day
    from json_to_recordset(${JSON.stringify(rows)}::json) as d(id bigint, day date)
    where c.company = ${company} and c.kind = ${queue.calls.kind} and c.id = d.id and c.check_by is distinct from d.day`.execute(
    tx,
  )
}
