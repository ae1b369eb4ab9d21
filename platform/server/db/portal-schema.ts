import { sql } from 'kysely'
import type { Database } from '../area.ts'
import { WrongSetting } from '../settings.ts'
import { selected, type RowOf } from './rows.ts'

const found = selected({
  /** The schema in which a table without a schema's name is made; null if the role may use no schema of its search path. */
  current: sql<string | null>`current_schema()`,
  /** The names, quoted for SQL. */
  names: sql<{ readonly current: string | null; readonly role: string; readonly database: string }>`
    json_build_object('current', quote_ident(current_schema()), 'role', quote_ident(current_user),
      'database', quote_ident(current_database()))`,
  /** Whether the address in DATABASE_URL sets the search path, so that no setting of the role changes it. */
  named: sql<boolean>`(select source = 'client' from pg_settings where name = 'search_path')`,
  hasPublic: sql<boolean>`to_regnamespace('public') is not null`,
  mayUsePublic: sql<boolean>`coalesce(has_schema_privilege(to_regnamespace('public')::oid, 'usage'), false)`,
  /** The schemas that have the portal's tables. */
  filled: sql<readonly string[]>`
    (select coalesce(json_agg(n.nspname), '[]') from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relname = 'kysely_migration')`,
  /** The role's own tables in the schema. */
  tables: sql<readonly string[]>`
    (select coalesce(json_agg(format('%I.%I', n.nspname, c.relname) order by c.relname), '[]')
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = current_schema() and c.relkind in ('r', 'p')
        and pg_get_userbyid(c.relowner) = current_user)`,
})

type Found = RowOf<typeof found>

/**
 * Throws WrongSetting if the portal's tables are, or would be made, in another schema than `public`, for example because there is a schema
 * of the role's name. Backups and restores are of `public` alone, and would find nothing there. The message says what to do.
 */
export async function refuseOtherSchema(db: Database): Promise<void> {
  const { rows } = await sql<RowOf<typeof found>>`select ${found}`.execute(db)
  const state = rows[0] as Found
  if (state.current === 'public') return
  const { current, role } = state.names
  const where = current === null ? `har rollen ${role} inget schema` : `arbetar rollen ${role} i schemat ${current}`
  throw new WrongSetting(
    'Portalens tabeller ska ligga i schemat public, som är det enda som säkerhetskopieras, ' +
      `men nu ${where}. Stoppa portalen och kör i databasen: ${[...wayOut(state)].join('; ')}`,
  )
}

/** The steps for an operator, one statement each. */
function* wayOut({ current, names, named, hasPublic, mayUsePublic, filled, tables }: Found): Generator<string> {
  if (current !== null && filled.includes(current)) {
    // Not dropped, because its content may be somebody's.
    if (hasPublic) yield 'alter schema public rename to public_old'
    yield `alter schema ${names.current} rename to public`
  } else {
    if (!hasPublic) yield 'create schema public'
    else if (!mayUsePublic) yield `grant usage, create on schema public to ${names.role}`
    // The other schema was made after the first tables, and has those made since then.
    if (filled.includes('public')) for (const table of tables) yield `alter table ${table} set schema public`
  }
  yield named
    ? 'ta bort search_path ur DATABASE_URL'
    : `alter role ${names.role} in database ${names.database} set search_path = public`
}
