import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * An answer is stored sealed until it is mixed with others (docs/decisions/0024). Only the epoch of a sealed row, and whether it
 * has been through a mixing, are readable: no company, form, time or employee.
 */
export const sealedAnswers: Migration = {
  async up(db) {
    // An epoch is its public key, in hex; the private key is a file of that name outside the database.
    await sql`create table survey_epochs (public_key text primary key)`.execute(db)
    await sql`
      create table survey_sealed (
        id uuid primary key default gen_random_uuid(),
        epoch text not null references survey_epochs,
        waiting boolean not null default false,
        box bytea not null
      )`.execute(db)
    // Random bytes cannot be compressed, and trying costs time.
    await sql`alter table survey_sealed alter column box set storage external`.execute(db)
    // Answers from before sealing existed, for the next mixing.
    await sql`
      create table survey_answers_unmixed as
      select year, form, company, area, answers from survey_answers order by gen_random_uuid()`.execute(db)
    await sql`truncate survey_answers`.execute(db)
  },
}
