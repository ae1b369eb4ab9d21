import { access, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database, Platform } from '../area.ts'
import { WrongSetting } from '../settings.ts'
import { embeddedFolder } from './open.ts'
import { isSuperuser, letCreate, ownsNot, rightsOfRole, writtenOfOthers } from './role-rights.ts'
import { selected, type RowOf } from './rows.ts'

/*
 * The content of the database before a restore is set aside whole, so that going back is only a matter of renaming. On a server it is moved
 * to a schema, whose comment says whether the restore has finished. The embedded database is a folder, which is renamed last.
 */

const schema = 'before_restore'
/** The folder of the embedded database that is set aside. */
export const folderAside = 'postgres.before-restore'
/** The folder in which the embedded database of a backup is restored before it replaces the other one. */
export const restoringFolder = 'postgres.restoring'

type Setting = 'none' | 'unfinished' | 'finished'

/** Whether tables are set aside in a database on a server, and whether the restore has finished. */
export async function setAside(db: Database): Promise<Setting> {
  const { rows } = await sql<{ said: Setting | null }>`
    select obj_description(oid, 'pg_namespace') as said from pg_namespace where nspname = ${schema}`.execute(db)
  return rows[0] ? (rows[0].said ?? 'unfinished') : 'none'
}

/**
 * Returns lines for the operator about why this role cannot set the portal's tables aside, or cannot restore in their place. Empty if it
 * can.
 */
export async function cannotSetAside(db: Database): Promise<readonly string[]> {
  const { role, database, makesSchemas, makesTables, owner } = await rightsOfRole(db)
  if (owner !== null) return [`${ownsNot(role)} Återläs med adressen till den som gör det, ${owner}.`]
  const needed = [
    {
      has: makesSchemas,
      what: 'ett schema i databasen, och det gör en återläsning för det som undanställs',
      where: `database ${database}`,
    },
    { has: makesTables, what: 'tabeller i schemat public, och det gör en återläsning', where: 'schema public' },
  ]
  const missing = needed.filter(({ has }) => !has)
  if (missing.length === 0) return notOwned(role, await writtenOfOthers(db))
  return [
    ...missing.map(({ what }) => `Rollen ${role} får inte skapa ${what}.`),
    letCreate(
      role,
      missing.map(({ where }) => where),
    ),
  ]
}

/** Such tables would stay with their rows of now beside the restored ones. */
function notOwned(role: string, tables: readonly string[]): readonly string[] {
  if (tables.length === 0) return []
  return [
    `Rollen ${role} får skriva till tabeller i schemat public som den inte äger, och som en återläsning därför inte byter ut: ${tables.join(', ')}.`,
    `Låt en superanvändare köra i databasen: ${tables.map((table) => `alter table ${table} owner to ${role}`).join('; ')}`,
    `Är en av dem inte portalens, kör i stället för den: revoke insert on <tabell> from ${role}`,
  ]
}

/** A table, a view, a function …, as SQL names it. */
const thing = selected({ kind: sql<string>`kind`, name: sql<string>`name` })

/**
 * The portal's tables, functions and types in a schema. Extensions and other roles' tables are not the portal's: they stay where they are.
 * All that has been set aside is the portal's. The sequence of an identity or serial column and a table's types and indexes go with their
 * table.
 */
async function thingsIn(db: Database, place: 'public' | typeof schema): Promise<readonly RowOf<typeof thing>[]> {
  const owned = sql`case
    when ${place} = ${schema} then true
    when ${isSuperuser} then owner = (select relowner from pg_class where oid = to_regclass('public.kysely_migration'))
    else pg_has_role(owner, 'usage')
  end`
  const { rows } = await sql<RowOf<typeof thing>>`
    select ${thing} from (
      select c.oid, 'pg_class'::regclass as catalog, relowner as owner, format('%I.%I', nspname, relname) as name,
        case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end as kind
      from pg_class c join pg_namespace n on n.oid = relnamespace
      where nspname = ${place} and relkind in ('r', 'p', 'v', 'm', 'S') and not exists (
        select from pg_depend
        where classid = 'pg_class'::regclass and objid = c.oid and refclassid = 'pg_class'::regclass
          and relkind = 'S' and deptype in ('a', 'i'))
      union all
      select p.oid, 'pg_proc'::regclass, proowner,
        format('%I.%I(%s)', nspname, proname, pg_get_function_identity_arguments(p.oid)), 'routine'
      from pg_proc p join pg_namespace n on n.oid = pronamespace where nspname = ${place}
      union all
      select t.oid, 'pg_type'::regclass, typowner, format('%I.%I', nspname, typname), 'type'
      from pg_type t join pg_namespace n on n.oid = typnamespace where nspname = ${place} and typtype in ('d', 'e')
    ) things
    where ${owned} and not exists (
      select from pg_depend where classid = catalog and objid = things.oid and deptype = 'e')`.execute(db)
  return rows
}

async function moveThings(db: Database, from: 'public' | typeof schema, to: string): Promise<void> {
  for (const { kind, name } of await thingsIn(db, from)) {
    await sql`alter ${sql.raw(kind)} ${sql.raw(name)} set schema ${sql.id(to)}`.execute(db)
  }
}

/**
 * Sets the portal's tables aside. The schema `public` itself is not renamed: its extensions would be set aside, and later removed, with the
 * tables, and in a cluster that has been upgraded it belongs to a superuser.
 */
export async function setTablesAside(db: Database): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`create schema ${sql.id(schema)}`.execute(tx)
    await sql`comment on schema ${sql.id(schema)} is 'unfinished'`.execute(tx)
    await moveThings(tx, 'public', schema)
  })
}

export async function finishRestore(db: Database): Promise<void> {
  await sql`comment on schema ${sql.id(schema)} is 'finished'`.execute(db)
}

/** The names of the tables that are set aside. */
export async function tablesAside(db: Database): Promise<ReadonlySet<string>> {
  const table = selected({ name: sql<string>`tablename` })
  const { rows } = await sql<RowOf<typeof table>>`
    select ${table} from pg_tables where schemaname = ${schema}`.execute(db)
  return new Set(rows.map(({ name }) => name))
}

/** Whether no table of the portal's is set aside: going back would then only remove the tables in their place. */
export const nothingAside = async (db: Database): Promise<boolean> => !(await tablesAside(db)).has('kysely_migration')

/**
 * Others' views on the portal's tables in a schema, and the views on those: they are removed with the tables. The views of the portal itself
 * are among its things.
 */
export async function viewsOfOthers(db: Database, place: 'public' | typeof schema): Promise<readonly string[]> {
  const own = (await thingsIn(db, place)).filter(({ kind }) => kind !== 'routine' && kind !== 'type')
  const { rows } = await sql<{ name: string }>`
    with recursive own as (
      select to_regclass(name)::oid as oid from unnest(${own.map(({ name }) => name)}::text[]) as name
    ), removed as (
      select oid from own
      union
      select ev_class from removed
        join pg_depend on refclassid = 'pg_class'::regclass and refobjid = removed.oid and classid = 'pg_rewrite'::regclass
        join pg_rewrite on pg_rewrite.oid = objid
    )
    select format('%I.%I', nspname, relname) as name
    from pg_class c join pg_namespace n on n.oid = relnamespace
    where relkind in ('v', 'm') and c.oid in (select oid from removed) and c.oid not in (select oid from own)
    order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/** Puts back the tables that were set aside, removes those in their place, and does in the same transaction what these must be given. */
export async function putTablesBack(
  db: Database,
  give: (tx: Database) => Promise<void> = async () => {},
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const { kind, name } of await thingsIn(tx, 'public')) {
      await sql`drop ${sql.raw(kind)} if exists ${sql.raw(name)} cascade`.execute(tx)
    }
    await moveThings(tx, schema, 'public')
    await give(tx)
    await sql`drop schema ${sql.id(schema)}`.execute(tx)
  })
}

export async function dropTablesAside(db: Database): Promise<void> {
  await sql`drop schema ${sql.id(schema)} cascade`.execute(db)
}

/**
 * The others that are connected to the database, with any role. Connections that have just been closed get `patienceMs` to end on the
 * server.
 */
export async function othersConnected(db: Database, patienceMs = 2000): Promise<readonly string[]> {
  const until = Date.now() + patienceMs
  for (;;) {
    const others = await otherSessions(db)
    if (others.length === 0 || Date.now() > until) return others
    await setTimeout(50)
  }
}

async function otherSessions(db: Database): Promise<string[]> {
  // A role that may not read statistics does not see the kind of another role's session. A session without a role is the server's own, such
  // as autovacuum. Replication is recognised by pg_stat_replication.
  const { rows } = await sql<{ who: string }>`
    select distinct usename || case when application_name = '' then '' else ' (' || application_name || ')' end as who
    from pg_stat_activity
    where datname = current_database() and coalesce(backend_type, 'client backend') = 'client backend'
      and usename is not null and pid <> pg_backend_pid() and pid not in (select pid from pg_stat_replication)
    order by who`.execute(db)
  return rows.map(({ who }) => who)
}

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

/** Like `setAside`, for an embedded database. */
export async function folderSetAside(dataDir: string): Promise<Setting> {
  if (!(await isThere(join(dataDir, folderAside)))) return 'none'
  return (await isThere(join(dataDir, embeddedFolder))) ? 'finished' : 'unfinished'
}

/**
 * Whether a restore may still be undone: the database that is set aside names files too, some of which the restored database does not name.
 */
export async function mayBeTakenBack({
  db,
  config: { databaseUrl, dataDir },
}: {
  readonly db: Database
  readonly config: Pick<Platform['config'], 'databaseUrl' | 'dataDir'>
}): Promise<boolean> {
  return (databaseUrl ? await setAside(db) : await folderSetAside(dataDir)) !== 'none'
}

/** Sets the embedded database aside for the restored one. */
export async function exchangeFolders(dataDir: string): Promise<void> {
  await rename(join(dataDir, embeddedFolder), join(dataDir, folderAside))
  await rename(join(dataDir, restoringFolder), join(dataDir, embeddedFolder))
}

export async function putFolderBack(dataDir: string): Promise<void> {
  // Removing a folder takes time, and a half-removed one must not be mistaken for the database.
  await dropRestoring(dataDir)
  if (await isThere(join(dataDir, embeddedFolder)))
    await rename(join(dataDir, embeddedFolder), join(dataDir, restoringFolder))
  await rename(join(dataDir, folderAside), join(dataDir, embeddedFolder))
  await dropRestoring(dataDir)
}

export async function dropFolderAside(dataDir: string): Promise<void> {
  // Renamed first, as in putFolderBack: if the removal breaks off halfway, `--undo` must not go back to the rest.
  await dropRestoring(dataDir)
  await rename(join(dataDir, folderAside), join(dataDir, restoringFolder))
  await dropRestoring(dataDir)
}

/** Whether a restore or a removal that was broken off has left its folder. */
export const isRestoringThere = (dataDir: string): Promise<boolean> => isThere(join(dataDir, restoringFolder))

export const dropRestoring = (dataDir: string): Promise<void> =>
  rm(join(dataDir, restoringFolder), { recursive: true, force: true })

/** Throws WrongSetting if a restore broke off, because the database is then not the one from before. */
export function refuseUnfinished(setting: Setting): void {
  if (setting === 'unfinished')
    throw new WrongSetting('En återläsning avbröts. Gå tillbaka till det som var: npm run restore -- --undo')
}
