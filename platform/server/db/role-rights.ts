import { sql } from 'kysely'
import type { Database } from '../area.ts'
import { selected, type RowOf } from './rows.ts'

/** A superuser has the rights of every role, so only the owner shows which things are the portal's. */
export const isSuperuser = sql<boolean>`(select rolsuper from pg_roles where rolname = current_user)`

const rights = selected({
  /** The names of the portal's role and database, quoted for SQL. */
  role: sql<string>`quote_ident(current_user)`,
  database: sql<string>`quote_ident(current_database())`,
  makesSchemas: sql<boolean>`has_database_privilege(current_database(), 'create')`,
  /** In the schema `public`. */
  makesTables: sql<boolean>`coalesce(has_schema_privilege(to_regnamespace('public')::oid, 'create'), true)`,
  /** The owner of the portal's tables if the role does not own them; null if it does, or there are none. */
  owner: sql<string | null>`
    (select pg_get_userbyid(relowner) from pg_class
      where oid = to_regclass('public.kysely_migration') and not case
        when ${isSuperuser} then pg_get_userbyid(relowner) = current_user
        else pg_has_role(relowner, 'usage')
      end)`,
})

/** What the portal's role may change in the database besides rows. */
export async function rightsOfRole(db: Database): Promise<RowOf<typeof rights>> {
  const { rows } = await sql<RowOf<typeof rights>>`select ${rights}`.execute(db)
  return rows[0] as RowOf<typeof rights>
}

/**
 * The names of tables in `public` that the portal's role writes to and does not own, quoted for SQL. A superuser may write to all, and has
 * none.
 */
export async function writtenOfOthers(db: Database): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', nspname, relname) as name from pg_class c join pg_namespace n on n.oid = relnamespace
    where nspname = 'public' and relkind in ('r', 'p')
      and not pg_has_role(relowner, 'usage') and has_table_privilege(c.oid, 'insert')
      and not exists (
        select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')
    order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/** The beginning of a message about a role that does not own the portal's tables. */
export const ownsNot = (role: string): string => `Rollen ${role} äger inte portalens tabeller.`

/** What a superuser does so that the role may create in these places, `schema public`. */
export const letCreate = (role: string, places: readonly string[]): string =>
  `Låt en superanvändare köra i databasen: ${places.map((place) => `grant create on ${place} to ${role}`).join('; ')}`
