import { sql } from 'kysely'
import { audit } from '#core/audit/server/audit.ts'
import { actingRole, reach, reaches } from '#core/people/server/roles/reach.ts'
import type { PeopleTables } from '#core/people/server/tables.ts'
import { wallClockIn } from '#platform/contract/wall-clock.ts'
import type { Database } from '#platform/server/area.ts'
import {
  columnsOf,
  columnsOrNull,
  selected,
  type AllWritten,
  type NewRow,
  type RowOf,
} from '#platform/server/db/rows.ts'
import { notAllowed, notFound, Refusal, refused } from '#platform/server/http/errors.ts'
import { placeholders, type Placeholder, unknownIn } from '../placeholders.ts'
import type { QueueTemplates, SaveTemplate } from '../templates.ts'
import { type Asking, fullName } from './case-row.ts'
import type { Acting } from './change.ts'
import { type Queue, statesOf } from './queue.ts'
import { caseTables, type CaseTables } from './tables.ts'

const t = columnsOf<CaseTables['case_templates']>('t')
const b = columnsOrNull<PeopleTables['employees']>('b')
const template = selected({
  kind: t('kind'),
  state: t('state'),
  text: t('text'),
  version: t('version'),
  changedAt: t('changed_at'),
  first: b('first_name'),
  last: b('last_name'),
})

/** Templates are for the whole company: an employee with the permission for only a part of it changes none. */
const editsTexts = ({ employee }: Asking): boolean =>
  reaches(reach(employee, 'templates.edit'), { company: employee.company, area: null, category: null })

/** A queue whose cases are not about vehicles has no placeholder for them. */
const placeholdersOf = ({ aboutVehicles }: Queue): Placeholder[] =>
  (Object.keys(placeholders) as Placeholder[]).filter((each) => each !== 'fordon' || aboutVehicles)

/** Refuses a text, in a field of the request, that has placeholders which mean nothing: reporters would read the braces. */
export function refuseUnknownIn(queue: Queue, field: string, text: string): void {
  const known = placeholdersOf(queue)
  const [unknown] = unknownIn(text, known)
  if (unknown !== undefined)
    throw refused({ [field]: [`${unknown} betyder ingenting. Använd ${known.map((each) => `{${each}}`).join(', ')}.`] })
}

/** The templates for each change of state, in the queues of the company. Empty if the employee may not edit them. */
export async function templatesIn(
  db: Database,
  queues: readonly Queue[],
  asking: Asking,
): Promise<Required<QueueTemplates>[]> {
  if (!editsTexts(asking)) return []
  const { rows } = await sql<RowOf<typeof template>>`
    select ${template} from case_templates t left join employees b on b.id = t.changed_by and b.company = t.company
    where t.company = ${asking.employee.company}`.execute(db)
  return queues.map((queue) => ({
    kind: queue.calls.kind,
    placeholders: placeholdersOf(queue),
    // The first state is that of a new case: nothing is sent with it.
    states: statesOf(queue)
      .slice(1)
      .map((state) => {
        const row = rows.find((each) => each.kind === queue.calls.kind && each.state === state)
        const standard = queue.states[state]?.template ?? ''
        return {
          state,
          needsText: queue.states[state]?.needsText ?? false,
          text: row?.text ?? standard,
          standard,
          changed:
            row && row.text !== null
              ? { by: fullName(row.first, row.last) || null, at: wallClockIn(asking.timeZone, row.changedAt) }
              : null,
          version: row?.version ?? 0,
        }
      }),
  }))
}

export async function changeTemplate(
  tx: Database,
  queues: readonly Queue[],
  asking: Acting,
  { kind, state, text: typed, version, ...unwritten }: SaveTemplate,
): Promise<void> {
  unwritten satisfies AllWritten
  if (!editsTexts(asking)) throw notAllowed()
  const queue = queues.find(({ calls }) => calls.kind === kind)
  if (!queue || !statesOf(queue).slice(1).includes(state)) throw notFound()
  const text = typed?.trim() ?? null
  refuseUnknownIn(queue, 'text', text ?? '')
  const { company, id: changed_by } = asking.employee
  const values = { text, changed_by, changed_at: asking.now }
  const before = await lockTemplate(tx, { company, kind, state, ...values })
  if (before.version !== version)
    throw new Refusal(409, 'Mallen har ändrats av någon annan. Ladda om sidan för att se den nya texten.')
  await caseTables(tx)
    .updateTable('case_templates')
    .set({ ...values, version: version + 1 })
    .where('company', '=', company)
    .where('kind', '=', kind)
    .where('state', '=', state)
    .execute()
  await audit(tx, {
    company,
    at: asking.now,
    by: { employeeId: changed_by, role: actingRole(asking.employee, 'templates.edit'), request: asking.request },
    what: 'template.changed',
    object: { kind: `template.${kind}`, id: state },
    before: { text: before.text },
    after: { text },
  })
}

interface Stored {
  readonly company: string
  readonly kind: string
  readonly state: string
  readonly changed_by: string
  readonly changed_at: Date
}

/**
 * Locks and returns the stored text. A template that was never changed gets its row first, so that two employees who change it at the same
 * time wait for the same lock.
 */
async function lockTemplate(
  tx: Database,
  { company, kind, state, changed_by, changed_at }: Stored,
): Promise<{ text: string | null; version: number }> {
  await caseTables(tx)
    .insertInto('case_templates')
    .values({ company, kind, state, text: null, version: 0, changed_by, changed_at } satisfies NewRow<
      CaseTables['case_templates']
    >)
    .onConflict((same) => same.doNothing())
    .execute()
  return caseTables(tx)
    .selectFrom('case_templates')
    .select(['text', 'version'])
    .where('company', '=', company)
    .where('kind', '=', kind)
    .where('state', '=', state)
    .forUpdate()
    .executeTakeFirstOrThrow()
}
