import { sql } from 'kysely'
import type { Vehicle } from '#platform/contract/vehicles.ts'
import type { Database } from '#platform/server/area.ts'
import type { AddFault, FaultCategory, FaultReport, FaultStep, OwnFaultReport } from '../contract.ts'
import { type FaultState, needsReason, statesBefore } from '../rules.ts'
import { faultTables } from './tables.ts'

/** A company's vehicles, in no order: the embedded database has no Swedish one. */
export function vehiclesOf(db: Database, company: string): Promise<Vehicle[]> {
  return faultTables(db).selectFrom('vehicles').select(['name', 'number']).where('company', '=', company).execute()
}

export async function findVehicle(db: Database, company: string, number: string): Promise<number | null> {
  const row = await faultTables(db)
    .selectFrom('vehicles')
    .select('id')
    .where('company', '=', company)
    .where('number', '=', number)
    .executeTakeFirst()
  return row?.id ?? null
}

/** A company's own categories, else the ones for all. */
export async function categoriesOf(db: Database, company: string): Promise<FaultCategory[]> {
  const { rows } = await sql<FaultCategory>`
    select id, name from fault_categories
    where company = ${company}
      or company is null and not exists (select 1 from fault_categories own where own.company = ${company})
    order by position, id`.execute(db)
  return rows
}

export type StoredReport = Omit<FaultReport, 'number'> & { readonly number: number }
export type StoredOwnReport = Omit<OwnFaultReport, 'number'> & { readonly number: number }

export interface Page {
  readonly page: number
  readonly size: number
}

const wallClock = (column: string, timeZone: string) =>
  sql`to_char(${sql.ref(column)} at time zone ${timeZone}::text, 'YYYY-MM-DD"T"HH24:MI:SS')`

/** The reports on a vehicle that are not ended, newest first. */
export async function activeFaults(
  db: Database,
  { company, vehicleId, timeZone }: { company: string; vehicleId: number; timeZone: string },
  { page, size }: Page,
): Promise<StoredReport[]> {
  const { rows } = await sql<StoredReport>`
    select f.id, ${wallClock('f.created_at', timeZone)} as timestamp, c.name as "faultCategoryName", f.text,
      f.category_id as "faultCategoryNumber", f.number, f.state
    from (
      select id, created_at, category_id, text, number, state from faults
      where vehicle_id = ${vehicleId} and company = ${company} and not ended
      order by created_at desc, id desc limit ${size} offset ${page * size}
    ) f join fault_categories c on c.id = f.category_id
    order by f.created_at desc, f.id desc`.execute(db)
  return rows
}

/** What an employee has reported, newest first, ended or not, each with its steps. */
export async function ownFaults(
  db: Database,
  { employeeId, timeZone }: { employeeId: string; timeZone: string },
  { page, size }: Page,
): Promise<{ items: StoredOwnReport[]; hasMore: boolean }> {
  const { rows } = await sql<Omit<StoredOwnReport, 'steps'>>`
    select f.id, ${wallClock('f.created_at', timeZone)} as timestamp, c.name as "faultCategoryName", f.text,
      f.category_id as "faultCategoryNumber", f.number, f.state, f.reason,
      v.name as "vehicleName", v.number as "vehicleNumber"
    from (
      select id, created_at, category_id, vehicle_id, text, number, state, reason from faults
      where reporter_id = ${employeeId}
      order by created_at desc, id desc limit ${size + 1} offset ${page * size}
    ) f join fault_categories c on c.id = f.category_id join vehicles v on v.id = f.vehicle_id
    order by f.created_at desc, f.id desc`.execute(db)
  const items = rows.slice(0, size)
  const { rows: steps } = await sql<FaultStep & { fault_id: number }>`
    select fault_id, state, reason, ${wallClock('at', timeZone)} as timestamp
    from fault_steps where fault_id = any(${items.map(({ id }) => id)}) order by fault_id, id`.execute(db)
  const stepsOf = Map.groupBy(steps, (step) => step.fault_id)
  return {
    items: items.map((item) => ({ ...item, steps: stepsOf.get(item.id) ?? [] })),
    hasMore: rows.length > size,
  }
}

export interface Reporter {
  readonly id: string
  readonly company: string
}

/** Stores a report under the company's next number, received. In a transaction: number, report and step are one. */
export async function saveFault(
  tx: Database,
  reporter: Reporter,
  { vehicleId, faultCategoryNumber, text }: Pick<AddFault, 'faultCategoryNumber' | 'text'> & { vehicleId: number },
  at: Date,
): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    insert into fault_numbers (company, last) values (${reporter.company}, ${FIRST_NUMBER})
    on conflict (company) do update set last = fault_numbers.last + 1
    returning last as number`.execute(tx)
  const { id } = await faultTables(tx)
    .insertInto('faults')
    .values({
      company: reporter.company,
      number: rows[0]?.number ?? FIRST_NUMBER,
      vehicle_id: vehicleId,
      category_id: faultCategoryNumber,
      text,
      reporter_id: reporter.id,
      created_at: at,
      state: 'Mottagen',
      reason: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await addStep(tx, { faultId: id, state: 'Mottagen', reason: null, at, by: reporter.id })
  return id
}

/** Four digits from the first report on. */
export const FIRST_NUMBER = 1001

export interface StateChange {
  readonly company: string
  readonly faultId: number
  readonly state: FaultState
  /** Told to the reporter; must be there where nothing is done. */
  readonly reason: string | null
  /** The employee who decided it; null where another system did. */
  readonly by: string | null
}

/** Takes a report a step on. False where it is not the company's, or cannot become that from where it is. */
export async function changeState(db: Database, change: StateChange, at: Date): Promise<boolean> {
  const { company, faultId, state, reason } = change
  if (needsReason(state) && !reason?.trim()) return false
  return db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await faultTables(tx)
      .updateTable('faults')
      .set({ state, reason })
      .where('id', '=', faultId)
      .where('company', '=', company)
      .where((eb) => eb('state', '=', eb.fn.any(eb.val(statesBefore(state)))))
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    await addStep(tx, { ...change, at })
    return true
  })
}

async function addStep(
  tx: Database,
  { faultId, state, reason, at, by }: Omit<StateChange, 'company'> & { at: Date },
): Promise<void> {
  await faultTables(tx).insertInto('fault_steps').values({ fault_id: faultId, state, reason, at, by_id: by }).execute()
}
