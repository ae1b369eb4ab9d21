import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Database } from '#platform/server/area.ts'
import { MONTHS_AHEAD } from './2027-02-21-days-of-duties.ts'

// Duties and their events are cut by the month of their service date: docs/decisions/0114. Keys by a lone id are each partition's own, since a
// key of the whole table would need the month, which neither the calls nor the version before have.
export const dutiesByMonth: Migration = {
  async up(db) {
    // Attaching takes the latter two as well, after all others.
    await sql`lock table duties, duty_events, feeds, employees in access exclusive mode`.execute(db)
    for (const each of [giveRights, makeMonth, dropMonth]) await sql.raw(each).execute(db)
    for (const table of ['duties', 'duty_events']) await partition(db, table)
    await sql`
      alter table duties
        add foreign key (feed_id) references feeds on delete cascade,
        add foreign key (employee_id) references employees on delete cascade,
        add unique (feed_id, employee_id, service_date, service_id, run, content_hash)`.execute(db)
    await sql`create index duties_to_come on duties (employee_id, ends_instant) where not withdrawn`.execute(db)
    await sql`create index duties_of_month on duties (employee_id, service_date) where not withdrawn`.execute(db)
    await sql`create index duties_of_feed on duties (feed_id, service_date) where not withdrawn`.execute(db)
    await sql`create index duties_withdrawn on duties (withdrawn_at) where withdrawn`.execute(db)
    await sql`create index duties_by_end on duties (ends_instant) where not withdrawn`.execute(db)
    await sql`
      create index duty_events_of_day on duty_events (employee_id, service_date, starts_at, sequence)
      where not withdrawn`.execute(db)
    await sql`create index duty_events_reported on duty_events (reported_at) where reported_at is not null`.execute(db)
    await keepEarlier(db)
  },
}

/*
 * The functions run with the rights of the tables' owner, so nothing but pg_catalog is on their search path: who may create in `public` could
 * otherwise put a function of the same name there.
 */

/** Gives a relation the rights that others have on another one, and on its columns. */
const giveRights = `
  create function give_rights_of(given regclass, of_relation regclass) returns void
  language plpgsql set search_path = pg_catalog, pg_temp as $$
  declare
    rights record;
  begin
    for rights in
      select privilege_type, '' as columns, case grantee when 0 then 'public' else grantee::regrole::text end as who,
        is_grantable
      from pg_class, aclexplode(relacl) where oid = of_relation and grantee <> relowner
      union all
      select privilege_type, format('(%I)', attname), case grantee when 0 then 'public' else grantee::regrole::text end,
        is_grantable
      from pg_attribute, aclexplode(attacl) where attrelid = of_relation and not attisdropped
    loop
      execute format('grant %s %s on %s to %s %s', rights.privilege_type, rights.columns, given, rights.who,
        case when rights.is_grantable then 'with grant option' else '' end);
    end loop;
  end $$`

/** Makes the month of a day if it does not exist. Whoever imports may be a role that only writes. */
const makeMonth = `
  create function make_duty_month(day date) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '10s' as $$
  declare
    first date := date_trunc('month', day::timestamp);
    name text := to_char(day::timestamp, 'YYYY_MM');
    bounds text := format('for values from (%L) to (%L)', first, (first + interval '1 month')::date);
  begin
    if not has_table_privilege(session_user, 'public.duties', 'insert') then
      raise exception 'only who may add duties makes months for them' using errcode = 'insufficient_privilege';
    end if;
    if to_regclass('public.duty_events_' || name) is not null or exists (
      select from pg_class where oid = to_regclass('public.duties_earlier')
        and substring(pg_get_expr(relpartbound, oid) from 'TO \\(''([0-9-]+)''\\)')::date > first
    ) then
      return;
    end if;
    -- The lock that attaching takes anyway. Whoever has waited for it sees what the other import has made.
    lock table public.duties in share update exclusive mode;
    if to_regclass('public.duty_events_' || name) is not null then
      return;
    end if;
    execute format('create table public.duties_%1$s (like public.duties including defaults, primary key (id))', name);
    execute format('create table public.duty_events_%1$s (like public.duty_events including defaults, primary key (id),
      foreign key (duty_id) references public.duties_%1$s on delete cascade, unique (duty_id, sequence))', name);
    perform public.give_rights_of(('public.duties_' || name)::regclass, 'public.duties'),
      public.give_rights_of(('public.duty_events_' || name)::regclass, 'public.duty_events');
    execute format('alter table public.duties attach partition public.duties_%s %s', name, bounds);
    execute format('alter table public.duty_events attach partition public.duty_events_%s %s', name, bounds);
  end $$`

/**
 * Removes a month with all its duties and says 'dropped'; 'reported' if something was reported back in it, and 'busy' if others use the tables.
 * Neither waits long: whoever asks for duties waits behind it.
 */
const dropMonth = `
  create function drop_duty_month(month text) returns text
  language plpgsql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '300ms' as $$
  declare
    reported boolean;
  begin
    if not has_table_privilege(session_user, 'public.duties', 'delete') then
      raise exception 'only who may remove duties drops a month of them' using errcode = 'insufficient_privilege';
    end if;
    if month !~ '^([0-9]{4}_[0-9]{2}|earlier)$' or to_regclass('public.duty_events_' || month) is null then
      raise exception 'there is no such month' using errcode = 'undefined_table';
    end if;
    for attempt in 1..2 loop
      execute format('select exists (select from public.duty_events_%s where reported_at is not null)', month) into reported;
      if reported then
        return 'reported';
      end if;
      -- In the order in which queries take them.
      if attempt = 1 then
        lock table only public.duties, only public.duty_events;
        execute format('lock table public.duties_%1$s, public.duty_events_%1$s', month);
      end if;
    end loop;
    execute format('drop table public.duty_events_%1$s, public.duties_%1$s', month);
    return 'dropped';
  exception when lock_not_available then
    return 'busy';
  end $$`

/** Puts an empty table of months in the place of one, which becomes `…_earlier`. */
async function partition(db: Database, table: string): Promise<void> {
  const earlier = `${table}_earlier`
  await sql`alter table ${sql.table(table)} rename to ${sql.table(earlier)}`.execute(db)
  const { rows: indexes } = await sql<{ index: string }>`
    select relname::text as index from pg_index join pg_class c on c.oid = indexrelid where indrelid = ${earlier}::regclass`.execute(
    db,
  )
  for (const { index } of indexes)
    await sql`alter index ${sql.id(index)} rename to ${sql.id(`earlier_${index}`)}`.execute(db)
  const ids = `${table}_id_seq`
  await sql`alter sequence ${sql.table(ids)} rename to ${sql.id(`earlier_${ids}`)}`.execute(db)
  // An id that was given once is not given again, even if nothing has it any more.
  const { rows } = await sql<{ next: number }>`select nextval(${`earlier_${ids}`}::regclass) as next`.execute(db)
  await sql`
    create table ${sql.table(table)} (like ${sql.table(earlier)} including defaults) partition by range (service_date)`.execute(
    db,
  )
  await sql`
    alter table ${sql.table(table)} alter column id
    add generated always as identity (sequence name ${sql.table(ids)} start with ${sql.lit(rows[0]?.next)})`.execute(db)
  await sql`
    select give_rights_of(${table}::regclass, ${earlier}::regclass),
      give_rights_of(${ids}::regclass, ${`earlier_${ids}`}::regclass)`.execute(db)
  await sql`alter table ${sql.table(earlier)} alter column id drop identity`.execute(db)
}

/** Keeps what there is already as one partition that ends with its last month: to cut it would rewrite it while everybody waits. */
async function keepEarlier(db: Database): Promise<void> {
  const { rows: known } = await sql<{ table: string; end: string }>`
    select conrelid::regclass::text as table, substring(pg_get_constraintdef(oid) from '[0-9]{4}-[0-9]{2}-[0-9]{2}') as end
    from pg_constraint where conname in ('duties_days', 'duty_events_days')`.execute(db)
  const end = known.length === 2 ? known[0]!.end : await lastMonthRead(db)
  if (end === null) {
    await sql`drop table duty_events_earlier, duties_earlier`.execute(db)
    return
  }
  if (known.length < 2) await setLaterAside(db, end)
  for (const table of ['duties', 'duty_events'])
    await sql`
      alter table ${sql.table(table)} attach partition ${sql.table(`${table}_earlier`)}
      for values from (minvalue) to (${sql.lit(end)})`.execute(db)
  for (const { table } of known)
    await sql`
      alter table ${sql.table(table)} drop constraint ${sql.id(`${table.replace('_earlier', '')}_days`)}`.execute(db)
  if (known.length < 2) await bringLater(db)
}

/** The first day after the last month, and none far in the future; null if there are no duties in a portal that nobody has used. */
async function lastMonthRead(db: Database): Promise<string | null> {
  const { rows } = await sql<{ end: string | null }>`
    select coalesce(
      (select least(
        date_trunc('month', max(service_date)::timestamp) + interval '1 month',
        date_trunc('month', current_date::timestamp) + make_interval(months => ${MONTHS_AHEAD}))
        from duties_earlier having count(*) > 0),
      (select date_trunc('month', current_date::timestamp) where exists (select from companies)))::date as end`.execute(
    db,
  )
  return rows[0]?.end ?? null
}

/** Duties of days that a feed has by mistake, or that an import of the version before has just written: few or none. */
async function setLaterAside(db: Database, end: string): Promise<void> {
  for (const table of ['duties', 'duty_events'])
    await sql`
      create temporary table ${sql.table(`later_${table}`)} on commit drop as
      select * from ${sql.table(`${table}_earlier`)} where service_date >= ${sql.lit(end)}`.execute(db)
  await sql`delete from duties_earlier where service_date >= ${end}::date`.execute(db)
}

async function bringLater(db: Database): Promise<void> {
  await sql`
    select make_duty_month(month) from (
      select distinct date_trunc('month', service_date::timestamp)::date as month from later_duties) m`.execute(db)
  for (const table of ['duties', 'duty_events'])
    await sql`
      insert into ${sql.table(table)} overriding system value select * from ${sql.table(`later_${table}`)}`.execute(db)
}
