import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Database, GivenNumbers } from '../area.ts'
import { type RowOf, selected } from './rows.ts'

const secret = () => sql.raw(String(randomInt(2 ** 30)))

// Two numbers of a shared counter reveal how much has happened in between, in the whole group. These ids are the
// millisecond followed by the counter's last 12 bits in an order that only this database knows: they grow with time, so that
// the newest still comes last, and differ without revealing how many there are. They stay below 2^53 until 2094.
const ids: Migration = {
  async up(db) {
    await sql`create sequence ids_within_millisecond`.execute(db)
    // Four rounds of a Feistel network over two halves of six bits: each number occurs once in 4,096.
    await sql`
      create function next_id() returns bigint language plpgsql volatile as $$
      declare
        counter bigint := nextval('ids_within_millisecond');
        l int := (counter >> 6) & 63;
        r int := counter & 63;
        half int;
        secret int;
      begin
        foreach secret in array array[${secret()}, ${secret()}, ${secret()}, ${secret()}] loop
          half := r;
          r := l # (hashint4(r + secret) & 63);
          l := half;
        end loop;
        return floor((extract(epoch from clock_timestamp()) - 1735689600) * 1000)::bigint * 4096 + l * 64 + r;
      end $$`.execute(db)
  },
}

const SPOKEN = 900_000

// For numbers that people say to one another: the counter mapped to six digits, in an order that only this database knows. Each
// occurs once; those after the first 900,000 have one digit more. A result outside the six digits is mapped again.
const spokenNumbers: Migration = {
  async up(db) {
    await sql`
      create function spoken_number(counter bigint) returns bigint language plpgsql immutable as $$
      declare
        place bigint := counter % ${sql.lit(SPOKEN)};
        l int;
        r int;
        half int;
        secret int;
      begin
        loop
          l := place >> 10;
          r := place & 1023;
          foreach secret in array array[${secret()}, ${secret()}, ${secret()}, ${secret()}] loop
            half := r;
            r := l # (hashint4(r + secret) & 1023);
            l := half;
          end loop;
          place := (l << 10) + r;
          exit when place < ${sql.lit(SPOKEN)};
        end loop;
        return counter / ${sql.lit(SPOKEN)} * 1000000 + 100000 + place;
      end $$`.execute(db)
  },
}

export const idMigrations = { '2026-12-03-ids': ids, '2026-12-05-spoken-numbers': spokenNumbers }

/** Adds the column `number` to a table: unique, short enough to be read aloud, and not a count. Existing rows get one each. */
export async function addSpokenNumber(db: Database, table: string): Promise<void> {
  const counter = `${table}_numbers`
  await sql`create sequence ${sql.table(counter)} minvalue 0`.execute(db)
  await sql`
    alter table ${sql.table(table)}
    add column number bigint not null unique default spoken_number(nextval(${sql.lit(counter)}))`.execute(db)
}

/**
 * Lets the numbers of a table continue after those of another state of the database, whose reports may have been printed or mentioned to
 * others.
 */
export function spokenNumbersOf(table: string): GivenNumbers {
  const counter = `${table}_numbers`
  return {
    counter,
    async given(db) {
      const state = selected({ last: sql<number>`last_value` })
      const { rows } = await sql<RowOf<typeof state>>`
        select ${state} from ${sql.table(counter)} where is_called`.execute(db)
      return rows.map(({ last }) => ({ company: null, last }))
    },
    async goOnAfter(tx, given) {
      for (const { last } of given)
        await sql`
          select setval(${counter}, greatest(last_value, ${last}::bigint)) from ${sql.table(counter)}`.execute(tx)
    },
  }
}

/** Gives new rows of a table ids from next_id(); existing rows keep theirs. */
export async function useNextId(db: Database, table: string): Promise<void> {
  const column = sql`alter table ${sql.table(table)} alter column id`
  await sql`${column} drop identity`.execute(db)
  await sql`${column} set default next_id()`.execute(db)
}
