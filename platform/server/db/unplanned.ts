import { sql, type RawBuilder } from 'kysely'

/**
 * Hides a value from the planner, so that PostgreSQL keeps the generic plan instead of planning every query anew, as it does where plans for
 * the values at hand seem cheaper. Only where the same plan suits every value: where an index serves its columns whatever they are compared
 * with.
 */
export const unplanned = <Value>(
  value: Value,
  type: 'text' | 'text[]' | 'timestamptz' | 'date' | 'uuid',
  // The outer cast makes one value of the select: `any (select …)` would be a set.
): RawBuilder<Value> => sql<Value>`(select ${value}::${sql.raw(type)})::${sql.raw(type)}`
