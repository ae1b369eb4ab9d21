import { sql, type SqlBool } from 'kysely'
import type { Queue } from '#core/cases/server/queue.ts'
import { INJURED } from '../rules.ts'
import { injuredAtWork } from './case-forms.ts'

const YEAR = 12
const claims = 'Ersättning kan sökas långt efter att någon eller något har skadats.'

/** How long deviations are kept after they have ended: as long as somebody may need them. Data about people is kept no longer than that. */
export const deviationRetention: Queue['retention'] = {
  kept: [
    ...['Personskada', INJURED, 'Fordonsskada', 'Försäkringsärende'].map((category) => ({
      category,
      months: 10 * YEAR,
      why: claims,
    })),
    { category: 'Hot och våld', months: 5 * YEAR, why: 'Det som upprepas på en plats eller en linje ska gå att se.' },
    {
      category: 'Kränkning',
      months: 2 * YEAR,
      why: 'Uppgifterna är känsliga och sparas bara så länge händelsen kan upprepas.',
    },
    { category: 'Arbetsmiljöfrågor', months: 5 * YEAR, why: 'Arbetsmiljöarbetet följs upp över flera år.' },
    { category: null, months: 2 * YEAR, why: 'Det som kommer tillbaka på samma plats ska gå att känna igen.' },
  ],
  longer: {
    months: 10 * YEAR,
    why: claims,
    // Bullying, or a threat, with somebody injured. The form of a threat asks for the injured in words, and for nothing if there are none.
    of: sql<SqlBool>`exists (
      select from incidents i where i.company = c.company and i.id = c.id
        and (${injuredAtWork} or (i.typ = 'Hot och våld' and i.detail->>'ExternaPersonskadorInfo' ~ '[^[:space:]]')))`,
  },
  async forget(tx, company, ids) {
    // Releases the pictures. The hourly round then removes their files, and after them their rows.
    await sql`update incident_pictures set incident_id = null where incident_id = any(${[...ids]})`.execute(tx)
    await sql`delete from incidents where company = ${company} and id = any(${[...ids]})`.execute(tx)
  },
}
