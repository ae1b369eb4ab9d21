import { sql } from 'kysely'
import type { Queue } from '#core/cases/server/queue.ts'
import { INJURED } from '../rules.ts'

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
  async forget(tx, company, ids) {
    // Releases the pictures. The hourly round then removes their files, and after them their rows.
    await sql`update incident_pictures set incident_id = null where incident_id = any(${[...ids]})`.execute(tx)
    await sql`delete from incidents where company = ${company} and id = any(${[...ids]})`.execute(tx)
  },
}
