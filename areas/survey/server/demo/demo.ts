import { sql } from 'kysely'
import { addDays } from '#platform/contract/wall-clock.ts'
import type { Database } from '#platform/server/area.ts'
import { nextClosing } from '../../rules.ts'

/** Opens every company's survey through the next 30 September. A start after that opens the next one. */
export async function demoSurveys(db: Database, today: string): Promise<void> {
  const closes = nextClosing(today)
  await sql`
    insert into surveys (company, year, opens, closes)
    select id, ${Number(closes.slice(0, 4))}, ${addDays(today, -14)}, ${closes} from companies
    on conflict do nothing`.execute(db)
}
