import { enteringOf, type Entering } from '#core/cases/server/on-behalf.ts'
import { markedBecause } from '#core/cases/server/mark-reads.ts'
import { faultCases } from '../cases.ts'
import { sql, type RawBuilder } from 'kysely'
import { picturesOf } from '#core/pictures/server/picture-table.ts'
import type { Database, GivenNumbers } from '#platform/server/area.ts'
import { columnsOf, selected, type AllWritten, type NewRow, type RowOf } from '#platform/server/db/rows.ts'
import type { RequestScope } from '#platform/server/http/signed-in.ts'
import type { AddFault, FaultCategory, FaultReport, FaultStep, OwnFaultReport } from '../contract.ts'
import type { FaultState } from '../rules.ts'
import { faultPictures } from './picture-store.ts'
import { faultTables, type FaultTables } from './tables.ts'

const f = columnsOf<FaultTables['faults']>('f')
const c = columnsOf<FaultTables['fault_categories']>('c')
const v = columnsOf<FaultTables['vehicles']>('v')

/** A company's own categories, otherwise the common ones. */
export async function categoriesOf(db: Database, company: string): Promise<Required<FaultCategory>[]> {
  const category = selected({ id: c('id'), name: c('name') })
  const { rows } = await sql<RowOf<typeof category>>`
    select ${category} from fault_categories c
    where company = ${company}
      or company is null and not exists (select 1 from fault_categories own where own.company = ${company})
    order by position, id`.execute(db)
  return rows
}

// Required: fields that are optional in the contract must be selected too.
interface Stored {
  readonly number: number
  readonly groundedWhy: string | null
}
interface StoredStep extends Required<FaultStep> {
  readonly instant: Date
}
export type StoredReport = Required<Omit<FaultReport, keyof Stored>> & Stored
export type StoredOwnReport = Required<Omit<OwnFaultReport, keyof Stored | 'steps' | 'messages' | 'enteredBy'>> &
  Stored & {
    readonly entering: Entering | null
    readonly steps: StoredStep[]
  }

export interface Page {
  readonly page: number
  readonly size: number
}

const wallClock = (instant: RawBuilder<Date>, timeZone: string) =>
  sql<string>`to_char(${instant} at time zone ${timeZone}::text, 'YYYY-MM-DD"T"HH24:MI:SS')`

/** The fields in both lists of a report `f` in a category `c`. */
const listed = (timeZone: string) => ({
  id: f('id'),
  timestamp: wallClock(f('created_at'), timeZone),
  faultCategoryName: c('name'),
  text: f('text'),
  faultCategoryNumber: f('category_id'),
  number: f('number'),
  state: f('state'),
  attachments: picturesOf(faultPictures, f('id')),
  grounded: f('grounded'),
  groundedWhy: sql<
    string | null
  >`case when ${f('grounded')} then ${markedBecause(faultCases, { company: f('company'), id: f('id') })} end`,
})

/** The reports on a vehicle that have not ended, newest first. */
export async function activeFaults(
  db: Database,
  { company, vehicleId, timeZone }: { company: string; vehicleId: number; timeZone: string },
  { page, size }: Page,
): Promise<StoredReport[]> {
  const report = selected(listed(timeZone))
  const { rows } = await sql<RowOf<typeof report>>`
    select ${report}
    from (
      select id, company, created_at, category_id, text, number, state, grounded from faults
      where vehicle_id = ${vehicleId} and company = ${company} and not ended
      order by created_at desc, id desc limit ${size} offset ${page * size}
    ) f join fault_categories c on c.id = f.category_id
    order by f.created_at desc, f.id desc`.execute(db)
  return rows
}

/** An employee's own reports, newest first, ended or not, each with its steps. */
export async function ownFaults(
  db: Database,
  { employeeId, timeZone }: { employeeId: string; timeZone: string },
  { page, size }: Page,
): Promise<{ items: StoredOwnReport[]; hasMore: boolean }> {
  const report = selected({
    ...listed(timeZone),
    reason: f('reason'),
    vehicleName: v('name'),
    vehicleNumber: v('number'),
    entering: enteringOf(faultCases.kind, { company: f('company'), id: f('id') }),
  })
  const { rows } = await sql<RowOf<typeof report>>`
    select ${report}
    from (
      select id, company, created_at, category_id, vehicle_id, text, number, state, reason, grounded from faults
      where reporter_id = ${employeeId}
      order by created_at desc, id desc limit ${size + 1} offset ${page * size}
    ) f join fault_categories c on c.id = f.category_id join vehicles v on v.id = f.vehicle_id
    order by f.created_at desc, f.id desc`.execute(db)
  const items = rows.slice(0, size)
  const s = columnsOf<FaultTables['fault_steps']>('s')
  const step = selected({
    faultId: s('fault_id'),
    state: s('state'),
    reason: s('reason'),
    timestamp: wallClock(s('at'), timeZone),
    instant: s('at'),
  })
  const { rows: steps } = await sql<RowOf<typeof step>>`
    select ${step}
    from fault_steps s where fault_id = any(${items.map(({ id }) => id)}) order by fault_id, id`.execute(db)
  const stepsOf = Map.groupBy(steps satisfies readonly StoredStep[], ({ faultId }) => faultId)
  return {
    items: items.map((item) => ({ ...item, steps: stepsOf.get(item.id) ?? [] })),
    hasMore: rows.length > size,
  }
}

/**
 * Stores a report with the company's next number, in its first state. Call it in a transaction, since number, report and step belong
 * together.
 */
export async function saveFault(
  tx: Database,
  scope: RequestScope,
  // The pictures are claimed for the report.
  report: Omit<AddFault, 'AttachmentUploadBlobNames'> & { readonly vehicleId: number },
  at: Date,
): Promise<{ id: number; number: number }> {
  // The number of the vehicle is stored as its id.
  const { faultCategoryNumber, vehicleNumber: _vehicleNumber, vehicleId, text, ...unwritten } = report
  unwritten satisfies AllWritten
  const { number } = await faultTables(tx)
    .insertInto('fault_numbers')
    .values({ company: scope.company, last: FIRST_NUMBER })
    .onConflict((conflict) => conflict.column('company').doUpdateSet({ last: sql`fault_numbers.last + 1` }))
    .returning('last as number')
    .executeTakeFirstOrThrow()
  const { id } = await faultTables(tx)
    .insertInto('faults')
    .values({
      company: scope.company,
      number,
      vehicle_id: vehicleId,
      category_id: faultCategoryNumber,
      text,
      reporter_id: scope.id,
      created_at: at,
      state: 'Mottagen',
      reason: null,
    } satisfies NewRow<FaultTables['faults']>)
    .returning('id')
    .executeTakeFirstOrThrow()
  await addStep(tx, { faultId: id, state: 'Mottagen', reason: null, at, by: scope.id })
  return { id, number }
}

export const numbersOfFaults: GivenNumbers = {
  counter: 'fault_numbers',
  given: (db) => faultTables(db).selectFrom('fault_numbers').select(['company', 'last']).execute(),
  async goOnAfter(tx, given) {
    for (const { company, last } of given)
      if (company !== null)
        await faultTables(tx)
          .insertInto('fault_numbers')
          .values({ company, last })
          .onConflict((conflict) =>
            conflict.column('company').doUpdateSet({ last: sql`greatest(fault_numbers.last, excluded.last)` }),
          )
          .execute()
  },
}

/** The first report's number, so that all numbers have at least four digits. */
export const FIRST_NUMBER = 1001

interface Step {
  readonly faultId: number
  readonly state: FaultState
  /** The text that the reporter reads with the step. */
  readonly reason: string | null
  readonly at: Date
  /** The employee who decided it. */
  readonly by: string | null
}

export async function addStep(tx: Database, { faultId, state, reason, at, by }: Step): Promise<void> {
  await faultTables(tx)
    .insertInto('fault_steps')
    .values({ fault_id: faultId, state, reason, at, by_id: by } satisfies NewRow<FaultTables['fault_steps']>)
    .execute()
}
