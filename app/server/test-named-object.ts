// The types with which a test of ownership describes the objects that a call names.
import type { RawBuilder } from 'kysely'
import type { Database } from '#platform/server/area.ts'

export type Id = string | number

export interface Named {
  /** `POST /api/… field`. */
  readonly field: string
  readonly own: readonly Id[]
  /** Objects of a colleague that the employee may not see or change; empty if colleagues share all of them. */
  readonly colleagues: readonly Id[]
  readonly otherCompanies: readonly Id[]
  readonly absent: readonly Id[]
  readonly ask: (id: Id) => { readonly method: 'GET' | 'POST' | 'DELETE'; readonly url: string; readonly body?: object }
}

export const inQuery = (path: string, name: string, method: 'GET' | 'DELETE' = 'GET') => ({
  field: `${method} ${path} ${name}`,
  ask: (id: Id) => ({ method, url: `${path}?${name}=${encodeURIComponent(id)}` }),
})

export const inBody = (path: string, name: string, rest: object = {}) => ({
  field: `POST ${path} ${name}`,
  ask: (id: Id) => ({ method: 'POST' as const, url: path, body: { ...rest, [name]: id } }),
})

export const inPath = (path: string, name: string) => ({
  field: `GET ${path}/:${name} ${name}`,
  ask: (id: Id) => ({ method: 'GET' as const, url: `${path}/${encodeURIComponent(id)}` }),
})

/** The values of the first column. */
export const columnOf = async (db: Database, query: RawBuilder<unknown>): Promise<Id[]> =>
  (await query.execute(db)).rows.map((row) => Object.values(row as Record<string, Id>)[0]!)

/** Numbers that no row has. */
export const absentNumbers = [987_654_321, 2 ** 31 - 1]
