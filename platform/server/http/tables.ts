import type { ColumnType } from 'kysely'

export type HttpTables = {
  idempotency_keys: {
    employee_id: string
    key: string
    request_hash: string
    /** What the write returned, null until it is done; inserted as JSON text. */
    answer: ColumnType<unknown, string | null, string>
    created_at: Date
  }
  write_counts: { employee_id: string; minute: number; writes: number }
}
