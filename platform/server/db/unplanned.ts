import { sql, type RawBuilder } from 'kysely'

/**
 * A value that the planner does not see. PostgreSQL remembers a statement's plan only if that seems no dearer than plans for the values at
 * hand. For who has few rows those seem cheaper each time, so that each answer is planned anew, which costs several times what it reads.
 * Only where the same plan suits every value: where its columns are found by an index whatever they are compared with.
 */
export const unplanned = <Value>(
  value: Value,
  type: 'text' | 'text[]' | 'timestamptz' | 'date' | 'uuid',
  // The outer cast makes one value of the select: `any (select …)` would be a set.
): RawBuilder<Value> => sql<Value>`(select ${value}::${sql.raw(type)})::${sql.raw(type)}`
