import { sql, type RawBuilder } from 'kysely'

/**
 * Hides a value from the planner, so that PostgreSQL keeps the generic plan. Otherwise it plans every query anew if plans for the values at
 * hand seem cheaper. Only for queries in which one plan suits every value, because an index serves the columns whatever they are compared
 * with.
 */
export const unplanned = <Value>(
  value: Value,
  type: 'text' | 'text[]' | 'timestamptz' | 'date' | 'uuid',
  // The outer cast makes the select a single value: in `any (select …)` it would be a set.
): RawBuilder<Value> => sql<Value>`(select ${value}::${sql.raw(type)})::${sql.raw(type)}`
