import { sql } from 'kysely'
import type { Database } from '../area.ts'
import { WrongSetting } from '../settings.ts'

interface Found {
  /** Where a table without a schema's name is made; null where the role may use none of its search path. */
  readonly schema: string | null
  /** The names as SQL has them. */
  readonly names: { readonly schema: string | null; readonly role: string; readonly database: string }
  /** Whether the connection itself asks for the search path, so that no setting of the role changes it. */
  readonly named: boolean
  readonly hasPublic: boolean
  readonly mayUsePublic: boolean
  /** The schemas that have the portal's tables. */
  readonly filled: readonly string[]
  /** The role's own tables in the schema. */
  readonly tables: readonly string[]
}

/**
 * Throws WrongSetting where the portal's tables are, or would be made, in another schema than `public`, as where there is one of the
 * role's name: backups and restores are of `public` alone, and would have nothing to do. The line says what to do.
 */
export async function refuseOtherSchema(db: Database): Promise<void> {
  const { rows } = await sql<Found>`
    select current_schema() as schema,
      json_build_object('schema', quote_ident(current_schema()), 'role', quote_ident(current_user),
        'database', quote_ident(current_database())) as names,
      (select source = 'client' from pg_settings where name = 'search_path') as named,
      to_regnamespace('public') is not null as "hasPublic",
      coalesce(has_schema_privilege(to_regnamespace('public')::oid, 'usage'), false) as "mayUsePublic",
      (select coalesce(json_agg(n.nspname), '[]') from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relname = 'kysely_migration') as filled,
      (select coalesce(json_agg(format('%I.%I', n.nspname, c.relname) order by c.relname), '[]')
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = current_schema() and c.relkind in ('r', 'p')
          and pg_get_userbyid(c.relowner) = current_user) as tables`.execute(db)
  const found = rows[0] as Found
  if (found.schema === 'public') return
  const { schema, role } = found.names
  const where = schema === null ? `har rollen ${role} inget schema` : `arbetar rollen ${role} i schemat ${schema}`
  throw new WrongSetting(
    'Portalens tabeller ska ligga i schemat public, som är det enda som säkerhetskopieras, ' +
      `men nu ${where}. Stoppa portalen och kör i databasen: ${[...wayOut(found)].join('; ')}`,
  )
}

/** What an operator does about it, a statement each. */
function* wayOut({ schema, names, named, hasPublic, mayUsePublic, filled, tables }: Found): Generator<string> {
  if (schema !== null && filled.includes(schema)) {
    // Not dropped: whatever it holds is somebody's.
    if (hasPublic) yield 'alter schema public rename to public_old'
    yield `alter schema ${names.schema} rename to public`
  } else {
    if (!hasPublic) yield 'create schema public'
    else if (!mayUsePublic) yield `grant usage, create on schema public to ${names.role}`
    // The schema came later than the first tables: what has been made since is in it.
    if (filled.includes('public')) for (const table of tables) yield `alter table ${table} set schema public`
  }
  yield named
    ? 'ta bort search_path ur DATABASE_URL'
    : `alter role ${names.role} in database ${names.database} set search_path = public`
}
