import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const cases: Migration = {
  async up(db) {
    await sql`
      create table cases (
        company text not null references companies,
        kind text not null,
        id bigint not null,
        number text not null,
        area text,
        category text,
        about text,
        reporter_id uuid references employees on delete set null,
        received_at timestamptz not null,
        state text not null,
        ended_at timestamptz,
        owner_id uuid references employees on delete set null,
        version int not null default 0,
        marked boolean not null default false,
        answered_at timestamptz,
        asked_at timestamptz,
        replied boolean not null default false,
        due_at timestamptz,
        due_what text,
        merged_into bigint,
        primary key (company, kind, id),
        unique (company, kind, number)
      )`.execute(db)
    // Lists show open cases by when they are due, and ended ones by when they ended: one index for each view that may be long.
    await sql`
      create index cases_open on cases (company, kind, due_at, id)
      where ended_at is null and merged_into is null`.execute(db)
    await sql`
      create index cases_owned on cases (company, kind, owner_id, due_at, id)
      where ended_at is null and merged_into is null`.execute(db)
    await sql`
      create index cases_to_notice on cases (company, kind, due_at, id)
      where ended_at is null and merged_into is null and (marked or replied or asked_at is not null)`.execute(db)
    await sql`
      create index cases_ended on cases (company, kind, ended_at desc, id desc)
      where ended_at is not null and merged_into is null`.execute(db)
    await sql`create index cases_state on cases (company, kind, state, due_at, id) where merged_into is null`.execute(
      db,
    )
    await sql`create index cases_about on cases (company, kind, about, received_at desc)`.execute(db)
    await sql`create index cases_of_reporter on cases (reporter_id)`.execute(db)
    await sql`create index cases_merged on cases (company, kind, merged_into) where merged_into is not null`.execute(db)
    await sql`
      create table case_events (
        company text not null,
        kind text not null,
        case_id bigint not null,
        seq int not null,
        at timestamptz not null,
        by_id uuid references employees on delete set null,
        type text not null,
        public boolean not null,
        body jsonb not null,
        primary key (company, kind, case_id, seq),
        foreign key (company, kind, case_id) references cases on delete cascade
      )`.execute(db)
    await sql`
      create table case_viewers (
        company text not null,
        kind text not null,
        case_id bigint not null,
        employee_id uuid not null references employees on delete cascade,
        seen_at timestamptz not null,
        primary key (company, kind, case_id, employee_id),
        foreign key (company, kind, case_id) references cases on delete cascade
      )`.execute(db)
    await sql`create index case_viewers_age on case_viewers (seen_at)`.execute(db)
  },
}

const received: Migration = {
  async up(db) {
    // Cases by when they came, in any state: for figures, and for removing cases by their age.
    await sql`create index cases_received on cases (company, kind, received_at)`.execute(db)
  },
}

const responsible: Migration = {
  async up(db) {
    await sql`alter table cases add column responsible_id uuid references employees on delete set null`.execute(db)
  },
}

const recurring: Migration = {
  async up(db) {
    await sql`alter table cases add column recurring boolean not null default false`.execute(db)
    await sql`
      create index cases_recurring on cases (company, kind, due_at, id) include (area, category)
      where ended_at is null and merged_into is null and recurring`.execute(db)
  },
}

const views: Migration = {
  async up(db) {
    await sql`
      create table case_views (
        company text not null references companies,
        id bigint generated always as identity,
        kind text not null,
        name text not null,
        query jsonb not null,
        owner_id uuid not null references employees on delete cascade,
        role text,
        created_at timestamptz not null,
        primary key (company, id)
      )`.execute(db)
    await sql`create unique index case_views_own on case_views (company, kind, owner_id, lower(name))`.execute(db)
    await sql`create index case_views_shared on case_views (company, kind, role) where role is not null`.execute(db)
    await sql`create index case_views_of_owner on case_views (owner_id)`.execute(db)
  },
}

const templates: Migration = {
  async up(db) {
    await sql`
      create table case_templates (
        company text not null references companies,
        kind text not null,
        state text not null,
        text text,
        version int not null,
        changed_by uuid references employees on delete set null,
        changed_at timestamptz not null,
        primary key (company, kind, state)
      )`.execute(db)
    await sql`create index case_templates_changed_by on case_templates (changed_by)`.execute(db)
  },
}

const words: Migration = {
  async up(db) {
    await sql`
      create table case_words (
        company text not null,
        kind text not null,
        case_id bigint not null,
        words tsvector not null,
        primary key (company, kind, case_id),
        foreign key (company, kind, case_id) references cases on delete cascade
      )`.execute(db)
    await sql`create index case_words_found on case_words using gin (words)`.execute(db)
    await sql`alter table cases add column worded boolean not null default false`.execute(db)
    await sql`create index cases_not_worded on cases (kind, company, id) where not worded`.execute(db)
    await sql`
      create index cases_digits on cases (company, kind, (split_part(number, '-', 2)) collate "C")`.execute(db)
    await sql`
      create index cases_about_begins on cases (company, kind, (upper(about)) collate "C") where about is not null`.execute(
      db,
    )
  },
}

// Every view is counted from an index alone, also for an area or a category: its rows are far apart in the table, and each would be another
// page to read.
const indexes: Migration = {
  async up(db) {
    const open = sql`ended_at is null and merged_into is null`
    await sql`
      create index cases_open_due on cases (company, kind, due_at, id) include (asked_at, area, category)
      where ${open}`.execute(db)
    await sql`
      create index cases_open_of_area on cases (company, kind, area, due_at, id) include (asked_at, category)
      where ${open}`.execute(db)
    await sql`
      create index cases_owned_by on cases (company, kind, owner_id, due_at, id) include (area, category)
      where ${open}`.execute(db)
    // Indexes of their own: in an index by owner, cases without an owner are not in the order of the list.
    await sql`
      create index cases_unowned on cases (company, kind, due_at, id) include (area, category)
      where ${open} and owner_id is null`.execute(db)
    await sql`
      create index cases_unowned_by_state on cases (company, kind, state, due_at, id) include (area, category)
      where ${open} and owner_id is null`.execute(db)
    await sql`
      create index cases_unowned_of_area on cases (company, kind, area, due_at, id) include (category)
      where ${open} and owner_id is null`.execute(db)
    for (const [name, condition] of Object.entries({
      cases_open_marked: sql`marked`,
      cases_open_replied: sql`replied`,
      cases_open_asked: sql`asked_at is not null`,
    }))
      await sql`
        create index ${sql.id(name)} on cases (company, kind, due_at, id) include (area, category)
        where ${open} and ${condition}`.execute(db)
    // The indexes that these replace.
    await sql`drop index cases_open`.execute(db)
    await sql`drop index cases_owned`.execute(db)
    await sql`drop index cases_to_notice`.execute(db)
  },
}

// In an index for the whole company, the few cases of an area are far apart.
const ofAreas: Migration = {
  async up(db) {
    const open = sql`ended_at is null and merged_into is null`
    for (const [name, condition] of Object.entries({
      cases_marked_of_area: sql`marked`,
      cases_replied_of_area: sql`replied`,
      cases_asked_of_area: sql`asked_at is not null`,
      cases_recurring_of_area: sql`recurring`,
    }))
      await sql`
        create index ${sql.id(name)} on cases (company, kind, area, due_at, id) include (category)
        where ${open} and ${condition}`.execute(db)
    await sql`
      create index cases_unowned_of_area_by_state on cases (company, kind, area, state, due_at, id) include (category)
      where ${open} and owner_id is null`.execute(db)
    // For counting open cases. Equal entries without included columns are stored as one: a thirtieth of the other indexes.
    await sql`create index cases_open_counted on cases (company, kind, area, merged_into) where ${open}`.execute(db)
    // An index alone is enough only where the page has been vacuumed since it was changed: by default after a fifth of all cases.
    await sql`alter table cases set (autovacuum_vacuum_scale_factor = 0.01)`.execute(db)
  },
}

const originals: Migration = {
  async up(db) {
    await sql`
      create table case_originals (
        company text not null,
        kind text not null,
        case_id bigint not null,
        part text not null,
        text text,
        picture bytea,
        by_id uuid references employees on delete set null,
        at timestamptz not null,
        why text not null,
        primary key (company, kind, case_id, part),
        foreign key (company, kind, case_id) references cases on delete cascade,
        check ((text is null) <> (picture is null))
      )`.execute(db)
  },
}

const markReads: Migration = {
  async up(db) {
    await sql`
      create table case_mark_reads (
        company text not null,
        kind text not null,
        case_id bigint not null,
        employee_id uuid not null references employees on delete cascade,
        read_at timestamptz not null,
        primary key (company, kind, case_id, employee_id),
        foreign key (company, kind, case_id) references cases on delete cascade
      )`.execute(db)
    await sql`create index case_mark_reads_employee on case_mark_reads (employee_id)`.execute(db)
  },
}

const checks: Migration = {
  async up(db) {
    await sql`alter table cases add column check_by date`.execute(db)
    await sql`
      create index cases_to_check on cases (company, kind, check_by, id) where check_by is not null and merged_into is null`.execute(
      db,
    )
  },
}

const named: Migration = {
  async up(db) {
    // Asked at each sign-in: whether any case names the employee.
    await sql`
      create index cases_named on cases (company, responsible_id, kind) where responsible_id is not null`.execute(db)
  },
}

const history: Migration = {
  async up(db) {
    // In an event only words change, when they are hidden or a name is erased. The employee who acted may be erased, and a case is removed
    // with its history when it is old enough.
    await sql`
      create function case_events_keep_what_happened() returns trigger language plpgsql as $$
      begin
        if (new.company, new.kind, new.case_id, new.seq, new.at, new.type, new.public)
            is distinct from (old.company, old.kind, old.case_id, old.seq, old.at, old.type, old.public)
          or (new.by_id is distinct from old.by_id and new.by_id is not null)
          or new.body - array['text', 'values'] is distinct from old.body - array['text', 'values']
        then raise exception 'of what has happened to a case only words are hidden';
        end if;
        return new;
      end $$`.execute(db)
    await sql`
      create trigger case_events_kept before update on case_events
      for each row execute function case_events_keep_what_happened()`.execute(db)
    await sql`
      create function case_events_are_not_emptied() returns trigger language plpgsql as $$
      begin raise exception 'what has happened to cases is not emptied'; end $$`.execute(db)
    await sql`
      create trigger case_events_not_emptied before truncate on case_events
      for each statement execute function case_events_are_not_emptied()`.execute(db)
  },
}

// An employee with an area, some categories, and cases that are marked or name him or her, sees cases in five ways at once: the index has
// the columns that decide it.
const openSeen: Migration = {
  async up(db) {
    await sql`
      create index cases_open_seen on cases (company, kind, due_at, id) include (asked_at, area, category, marked, responsible_id)
      where ended_at is null and merged_into is null`.execute(db)
    // The index that this one replaces.
    await sql`drop index cases_open_due`.execute(db)
  },
}

// The words of the reporter's cases may have the new name, by which a case whose reporter is hidden must not be found.
const wordsOfRenamed: Migration = {
  async up(db) {
    await sql`
      create function word_cases_of_renamed() returns trigger language plpgsql as $$
      begin
        update cases set worded = false where reporter_id = new.id and worded;
        return null;
      end $$`.execute(db)
    await sql`
      create trigger cases_of_renamed after update of first_name, last_name on employees for each row
      when ((old.first_name, old.last_name) is distinct from (new.first_name, new.last_name))
      execute function word_cases_of_renamed()`.execute(db)
  },
}

// In a merged case the reporters of all cases merged with it are hidden, so that it must not be found by any of their names.
const wordsOfMerged: Migration = {
  async up(db) {
    await sql`
      create or replace function word_cases_of_renamed() returns trigger language plpgsql as $$
      begin
        update cases set worded = false where worded and reporter_id = new.id;
        update cases c set worded = false from cases o
        where c.worded and o.reporter_id = new.id and c.company = o.company and c.kind = o.kind
          and (c.id = o.merged_into or c.merged_into in (o.id, o.merged_into));
        return null;
      end $$`.execute(db)
    await sql`
      update cases c set worded = false
      where c.worded and (c.merged_into is not null or exists (
        select from cases o where o.company = c.company and o.kind = c.kind and o.merged_into = c.id))`.execute(db)
  },
}

// The latest ended cases in one state, of which there may be few.
const endedInState: Migration = {
  async up(db) {
    await sql`
      create index cases_ended_in_state on cases (company, kind, state, ended_at desc, id desc)
      where ended_at is not null and merged_into is null`.execute(db)
  },
}

export const caseMigrations = {
  '2026-12-26-cases': cases,
  '2026-12-31-cases-responsible': responsible,
  '2027-01-16-case-originals': originals,
  '2027-01-18-cases-recurring': recurring,
  '2027-01-18-case-views': views,
  '2027-01-18-case-templates': templates,
  '2027-01-19-case-words': words,
  '2027-01-19-cases-indexes': indexes,
  '2027-01-22-cases-of-areas': ofAreas,
  '2027-01-23-cases-received': received,
  '2027-01-26-case-mark-reads': markReads,
  '2027-01-26-cases-to-check': checks,
  '2027-01-27-whom-cases-name': named,
  '2027-02-03-case-history': history,
  '2027-02-06-cases-open-seen': openSeen,
  '2027-02-07-words-of-renamed': wordsOfRenamed,
  '2027-02-15-words-of-merged': wordsOfMerged,
  '2027-02-19-cases-ended-in-state': endedInState,
}
