import { sql } from 'kysely'
import type { Database } from '#platform/server/area.ts'
import type { Vehicle } from '../contract.ts'
import { vehicleTables as tables } from './tables.ts'

/** A company's vehicles, unsorted: the embedded database has no Swedish collation. */
export function vehiclesOf(db: Database, company: string): Promise<Required<Vehicle>[]> {
  return tables(db).selectFrom('vehicles').select(['name', 'number']).where('company', '=', company).execute()
}

/** The id of the vehicle with that number; null if the company has none. */
export async function findVehicle(db: Database, company: string, number: string): Promise<number | null> {
  const row = await tables(db)
    .selectFrom('vehicles')
    .select('id')
    .where('company', '=', company)
    .where('number', '=', number)
    .executeTakeFirst()
  return row?.id ?? null
}

/** Whether the company has a vehicle of that name. */
export async function hasVehicleNamed(db: Database, company: string, name: string): Promise<boolean> {
  const row = await tables(db)
    .selectFrom('vehicles')
    .select('id')
    .where('company', '=', company)
    .where('name', '=', name)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export interface NewVehicle {
  readonly number: string
  readonly name: string | null
  readonly licensePlate: string | null
}

/**
 * Adds vehicles whose number the company does not have yet, with the number as name if none is given. An existing one gets the given name and
 * plate, and keeps what is not given.
 */
export async function ensureVehicles(db: Database, company: string, vehicles: readonly NewVehicle[]): Promise<void> {
  const given = JSON.stringify(
    vehicles.map(({ number, name, licensePlate }) => ({ number, name, plate: licensePlate })),
  )
  await sql`
    insert into vehicles (company, number, name, license_plate)
    select ${company}, g.number, coalesce(g.name, v.name, g.number), coalesce(g.plate, v.license_plate)
    from json_to_recordset(${given}::json) as g(number text, name text, plate text)
    left join vehicles v on v.company = ${company} and v.number = g.number
    on conflict (company, number) do update set name = excluded.name, license_plate = excluded.license_plate`.execute(
    db,
  )
}
