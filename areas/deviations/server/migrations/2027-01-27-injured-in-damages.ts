import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** A damage in which somebody was hurt is sensitive like every other injury, and is no longer found by its words. */
export const injuredInDamages: Migration = {
  async up(db) {
    const injured = sql`select i.company, i.id from incidents i
      where (i.typ = 'Fordonsskada' and btrim(i.detail->>'Personskadekontaktuppgifter') <> '')
        or (i.typ = 'Försäkringsärende' and btrim(i.detail->>'personskadekontaktuppgifter') <> '')`
    await sql`
      delete from case_words w using (${injured}) i
      where w.company = i.company and w.kind = 'avvikelser' and w.case_id = i.id`.execute(db)
    await sql`
      update cases c set category = 'Fordonsskada med personskada' from (${injured}) i
      where c.company = i.company and c.kind = 'avvikelser' and c.id = i.id`.execute(db)
  },
}
