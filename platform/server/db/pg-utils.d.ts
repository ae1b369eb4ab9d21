// Part of the driver that its types leave out; pg-cursor, from the same repository, uses it as well.
declare module 'pg/lib/utils.js' {
  /** Writes a value as PostgreSQL reads it: a date, an array, bytes, or JSON. */
  export function prepareValue(value: unknown): string | Buffer | null
}
