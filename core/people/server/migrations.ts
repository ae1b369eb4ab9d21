import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const people: Migration = {
  async up(db) {
    await sql`
      create table companies (
        id text primary key,
        name text not null
      )`.execute(db)
    await sql`
      create table employees (
        id uuid primary key default gen_random_uuid(),
        company text not null references companies,
        number text not null,
        user_name text not null,
        first_name text not null,
        last_name text not null,
        manager_id uuid references employees,
        active boolean not null default true,
        unique (company, number),
        unique (company, user_name)
      )`.execute(db)
    await sql`create index employees_user_name on employees (user_name)`.execute(db)
    await sql`
      create table employee_claims (
        employee_id uuid not null references employees on delete cascade,
        type text not null,
        value text not null,
        primary key (employee_id, type, value)
      )`.execute(db)
    await sql`
      create table identities (
        issuer text not null,
        subject text not null,
        employee_id uuid not null references employees on delete cascade,
        primary key (issuer, subject)
      )`.execute(db)
    await sql`
      create table vehicles (
        id bigint generated always as identity primary key,
        company text not null references companies,
        number text not null,
        name text not null,
        license_plate text,
        unique (company, number)
      )`.execute(db)
  },
}

const contactNumbers: Migration = {
  async up(db) {
    // Work numbers, for colleagues to call; an employee's private numbers are in the personal details.
    await sql`
      create table contact_numbers (
        employee_id uuid primary key references employees on delete cascade,
        telephone text,
        mobile text
      )`.execute(db)
  },
}

const accounts: Migration = {
  async up(db) {
    await sql`
      create table unlinked_accounts (
        issuer text not null,
        subject text not null,
        name text,
        variant text not null,
        company text,
        last_tried_at timestamptz not null,
        primary key (issuer, subject)
      )`.execute(db)
    await sql`create index unlinked_accounts_age on unlinked_accounts (last_tried_at)`.execute(db)
    await sql`
      create table ended_sign_ins (
        key text primary key,
        issued_until timestamptz not null,
        forgotten_at timestamptz not null
      )`.execute(db)
    await sql`create index ended_sign_ins_age on ended_sign_ins (forgotten_at)`.execute(db)
  },
}

const personalDetails: Migration = {
  async up(db) {
    // Names are columns of `employees`, since colleagues see them. `own_fields` lists the fields that the employee has changed.
    await sql`
      create table personal_details (
        employee_id uuid primary key references employees on delete cascade,
        email text not null default '',
        address text not null default '',
        zip_code text not null default '',
        city text not null default '',
        phone_number text not null default '',
        relative_name text not null default '',
        relative_relation text not null default '',
        relative_phone text not null default '',
        own_fields text[] not null default '{}'
      )`.execute(db)
  },
}

const roles: Migration = {
  async up(db) {
    // So that an assignment cannot name another company's employee.
    await sql`create unique index employees_company_id on employees (company, id)`.execute(db)
    await sql`
      create table role_assignments (
        company text not null references companies,
        id bigint generated always as identity,
        employee_id uuid not null,
        role text not null,
        area text,
        category text,
        valid_from date not null,
        valid_to date,
        source text not null check (source in ('hand', 'scim', 'claim', 'deputy')),
        given_because text,
        given_by uuid references employees on delete set null,
        given_at timestamptz not null,
        deputy_of bigint,
        ended_at timestamptz,
        ended_by uuid references employees on delete set null,
        primary key (company, id),
        foreign key (company, employee_id) references employees (company, id) on delete cascade,
        foreign key (company, deputy_of) references role_assignments (company, id) on delete cascade,
        check ((source = 'deputy') = (deputy_of is not null)),
        check (source <> 'deputy' or valid_to is not null)
      )`.execute(db)
    await sql`create index role_assignments_of on role_assignments (company, employee_id)`.execute(db)
    // The same role twice at a time, in the same part of the company and from the same source, would have to be ended twice.
    await sql`
      create unique index role_assignments_once
      on role_assignments (company, employee_id, role, coalesce(area, ''), coalesce(category, ''), source, coalesce(deputy_of, 0))
      where ended_at is null`.execute(db)
  },
}

const officeFields: Migration = {
  async up(db) {
    // The fields that the office has set. An import leaves them unchanged until the office releases them.
    await sql`
      create table office_fields (
        company text not null,
        employee_id uuid not null,
        field text not null,
        changed_at timestamptz not null,
        changed_by uuid references employees on delete set null,
        primary key (company, employee_id, field),
        foreign key (company, employee_id) references employees (company, id) on delete cascade
      )`.execute(db)
    // The office's list, in its order.
    await sql`create index employees_by_name on employees (company, last_name, first_name, id)`.execute(db)
    await sql`create index employees_managed on employees (manager_id) where manager_id is not null`.execute(db)
    await sql`create index identities_of on identities (employee_id)`.execute(db)
  },
}

const roleRules: Migration = {
  async up(db) {
    // A rule that has ended stays, because assignments name it.
    await sql`
      create table role_rules (
        company text not null references companies,
        id bigint generated always as identity,
        issuer text,
        claim text not null,
        value text not null,
        role text not null,
        area text,
        category text,
        made_by uuid references employees on delete set null,
        made_at timestamptz not null,
        approved_by uuid references employees on delete set null,
        ended_at timestamptz,
        ended_by uuid references employees on delete set null,
        primary key (company, id)
      )`.execute(db)
    await sql`
      create unique index role_rules_once
      on role_rules (company, coalesce(issuer, ''), claim, value, role, coalesce(area, ''), coalesce(category, ''))
      where ended_at is null`.execute(db)
    // Without a foreign key, which the version before would have to obey: no rule is ever removed.
    await sql`alter table role_assignments add column rule_id bigint`.execute(db)
    await sql`
      create index role_assignments_by_rule on role_assignments (company, rule_id)
      where rule_id is not null and ended_at is null`.execute(db)
    // The claims of the token that was issued last. They are hashes, because groups could show what nobody may know, such as who is in a union.
    await sql`
      create table role_claims (
        company text not null,
        employee_id uuid not null,
        issuer text not null,
        issued_at timestamptz not null,
        hashes text[] not null,
        primary key (company, employee_id),
        foreign key (company, employee_id) references employees (company, id) on delete cascade
      )`.execute(db)
  },
}

const emergencyRoles: Migration = {
  async up(db) {
    // The instant at which a role that somebody took in an emergency ends, before its last day does.
    await sql`alter table role_assignments add column valid_until timestamptz`.execute(db)
    await sql`
      create index role_assignments_taken on role_assignments (company, given_at) where valid_until is not null`.execute(
      db,
    )
  },
}

const erasedManagers: Migration = {
  async up(db) {
    // An employee who is erased may have been a manager.
    await sql`alter table employees drop constraint employees_manager_id_fkey`.execute(db)
    await sql`
      alter table employees add constraint employees_manager_id_fkey
      foreign key (manager_id) references employees on delete set null`.execute(db)
  },
}

const rolesOfLeft: Migration = {
  async up(db) {
    // From now on a role ends with the employment. Otherwise somebody who came back would have it again, although nobody had given it.
    await sql`
      update role_assignments r set ended_at = now()
      from employees e where e.id = r.employee_id and not e.active and r.ended_at is null`.execute(db)
    await sql`
      update role_assignments d set ended_at = now() from role_assignments r
      where r.company = d.company and r.id = d.deputy_of and r.ended_at is not null and d.ended_at is null`.execute(db)
  },
}

// Texts from before a change of name have the former name, by which they would still name somebody who is hidden or erased. A trigger stores
// it, because an import, the employee, a version of the portal that does not know the table, and SQL all change names.
const formerNames: Migration = {
  async up(db) {
    await sql`
      create table former_names (
        company text not null,
        employee_id uuid not null,
        first_name text not null,
        last_name text not null,
        primary key (company, employee_id, first_name, last_name),
        foreign key (company, employee_id) references employees (company, id) on delete cascade
      )`.execute(db)
    await sql`
      create function keep_former_name() returns trigger language plpgsql as $$
      begin
        insert into former_names (company, employee_id, first_name, last_name)
        values (new.company, new.id, old.first_name, old.last_name) on conflict do nothing;
        return null;
      end $$`.execute(db)
    await sql`
      create trigger former_names_kept after update of first_name, last_name on employees for each row
      when ((old.first_name, old.last_name) is distinct from (new.first_name, new.last_name))
      execute function keep_former_name()`.execute(db)
  },
}

const deputiesOfErased: Migration = {
  async up(db) {
    // A deputy's row stays when the role's holder is erased, because it shows what the deputy could do, and when. It then gives no role.
    await sql`alter table role_assignments drop constraint role_assignments_company_deputy_of_fkey`.execute(db)
  },
}

const emergencyBesideLater: Migration = {
  async up(db) {
    // Somebody with a role from a later day may take the same one in an emergency today. It ends by itself, within hours.
    await sql`
      create unique index role_assignments_once_each
      on role_assignments (company, employee_id, role, coalesce(area, ''), coalesce(category, ''), source, coalesce(deputy_of, 0),
        (valid_until is not null))
      where ended_at is null`.execute(db)
    await sql`drop index role_assignments_once`.execute(db)
  },
}

// A trigger writes it, because a version of the portal that does not know the table brings tokens too, during an upgrade.
const claimIssuers: Migration = {
  async up(db) {
    await sql`
      create table role_claim_issuers (
        company text not null,
        employee_id uuid not null,
        issuer text not null,
        issued_at timestamptz not null,
        primary key (company, employee_id, issuer),
        foreign key (company, employee_id) references employees (company, id) on delete cascade
      )`.execute(db)
    await sql`
      create function keep_claim_issuer() returns trigger language plpgsql as $$
      begin
        insert into role_claim_issuers (company, employee_id, issuer, issued_at)
        values (new.company, new.employee_id, new.issuer, new.issued_at)
        on conflict (company, employee_id, issuer) do update
          set issued_at = greatest(role_claim_issuers.issued_at, excluded.issued_at);
        return null;
      end $$`.execute(db)
    await sql`
      create trigger claim_issuers_kept after insert or update on role_claims for each row
      execute function keep_claim_issuer()`.execute(db)
    await sql`
      insert into role_claim_issuers (company, employee_id, issuer, issued_at)
      select company, employee_id, issuer, issued_at from role_claims`.execute(db)
    // Roles of other providers than the last token's: their tokens are not known, but were issued before it.
    await sql`
      insert into role_claim_issuers (company, employee_id, issuer, issued_at)
      select distinct r.company, r.employee_id, rr.issuer, coalesce(c.issued_at, now())
      from role_assignments r
      join role_rules rr on rr.company = r.company and rr.id = r.rule_id and rr.issuer is not null
      left join role_claims c on c.company = r.company and c.employee_id = r.employee_id
      where r.ended_at is null
      on conflict do nothing`.execute(db)
  },
}

const attemptsByCompany: Migration = {
  async up(db) {
    // Companies may share a provider. Each sees the attempts on its own hosts, and nothing of those on another's.
    await sql`
      create table unlinked_attempts (
        company text not null,
        issuer text not null,
        subject text not null,
        variant text not null,
        last_tried_at timestamptz not null,
        primary key (company, issuer, subject),
        foreign key (issuer, subject) references unlinked_accounts on delete cascade
      )`.execute(db)
    await sql`create index unlinked_attempts_of on unlinked_attempts (issuer, subject)`.execute(db)
    await sql`
      insert into unlinked_attempts (company, issuer, subject, variant, last_tried_at)
      select company, issuer, subject, variant, last_tried_at from unlinked_accounts where company is not null`.execute(
      db,
    )
  },
}

export const peopleMigrations = {
  '2026-11-20-people': people,
  '2026-11-26-contact-numbers': contactNumbers,
  '2026-11-26-personal-details': personalDetails,
  '2026-12-03-accounts': accounts,
  '2026-12-24-roles': roles,
  '2027-01-14-role-rules': roleRules,
  '2027-01-15-emergency-roles': emergencyRoles,
  '2027-01-22-office-fields': officeFields,
  '2027-01-25-erased-managers': erasedManagers,
  '2027-02-02-roles-of-left': rolesOfLeft,
  '2027-02-07-former-names': formerNames,
  '2027-02-07-deputies-of-erased': deputiesOfErased,
  '2027-02-10-emergency-beside-later': emergencyBesideLater,
  '2027-02-11-claim-issuers': claimIssuers,
  '2027-02-12-attempts-by-company': attemptsByCompany,
}
