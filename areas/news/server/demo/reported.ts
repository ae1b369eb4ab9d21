import { sql } from 'kysely'
import { addDemoCases, type DemoEvent } from '#core/cases/server/demo/add-cases.ts'
import type { Database, Platform } from '#platform/server/area.ts'
import { type Moderated, placeOf, type reportReasons, spokenNumber } from '../../rules.ts'
import { commentQueue } from '../queue.ts'

interface Reported {
  readonly body: string
  readonly reasons: readonly (typeof reportReasons)[number][]
  /** Hours before the demo's first start. */
  readonly hoursAgo: number
  readonly decided?: { readonly state: Moderated; readonly text: string; readonly after: number }
}

const comments: readonly Reported[] = [
  {
    body: 'Vissa på trafikledningen borde nog byta jobb. Ni vet vem jag menar.',
    reasons: ['Pekar ut en kollega eller resenär', 'Kränkande eller hotfull', 'Pekar ut en kollega eller resenär'],
    hoursAgo: 1.5,
  },
  {
    body: 'Det här är inte alls beslutat. Fråga facket, de har inte ens varit med.',
    reasons: ['Felaktig eller vilseledande'],
    hoursAgo: 9,
  },
  {
    body: 'Han med den vita Volvon ställer sig alltid på min plats, säg åt honom.',
    reasons: ['Pekar ut en kollega eller resenär', 'Hör inte hit'],
    hoursAgo: 30,
    decided: {
      state: 'Dold',
      text: 'Vi har dolt din kommentar så länge. Skriv om den utan att peka ut någon, så visar vi den igen.',
      after: 2,
    },
  },
  {
    body: 'Typiskt kontoret. Idioter allihop.',
    reasons: ['Kränkande eller hotfull', 'Kränkande eller hotfull'],
    hoursAgo: 75,
    decided: {
      state: 'Borttagen',
      text: 'Vi har tagit bort din kommentar. Kritik är välkommen, men inte öknamn på kollegor. Ring mig gärna om du vill prata om saken.',
      after: 1,
    },
  },
  {
    body: 'Jag håller inte med. Förra upplägget var bättre för oss som kör natt.',
    reasons: ['Hör inte hit'],
    hoursAgo: 130,
    decided: { state: 'Behållen', text: 'Din kommentar var anmäld. Vi har läst den och den får vara kvar.', after: 3 },
  },
]

/** The moderator who answers, by company. */
const moderators: Readonly<Record<string, string>> = { norr: 'klara', vast: 'annika', syd: 'christina', ost: 'helen' }

const HOUR_MS = 3_600_000

/** Reported comments below the newest news of each company: some decided, one waiting, one too long. Created once. */
export async function demoReports({ db, clock, variants }: Platform): Promise<void> {
  const { rows: places } = await sql<{ company: string; itemId: number }>`
    select distinct on (c.company) c.company, i.id as "itemId"
    from news_channels c join news_items i on i.channel_id = c.id
    where c.company is not null and not exists (select 1 from reported_comments r where r.company = c.company)
      and exists (select 1 from news_comments m where m.item_id = i.id)
      and exists (select 1 from employee_claims a join employees e on e.id = a.employee_id and e.company = c.company
        where a.type = 'IntraCompanyArea' and a.value = c.area)
    order by c.company, c.total desc, i.published_at desc`.execute(db)
  for (const { company, itemId } of places)
    await db.transaction().execute(async (tx) => {
      const { rows: staff } = await sql<{ id: string }>`
        select e.id from employees e where e.company = ${company} and exists (select 1 from employee_claims p
          where p.employee_id = e.id and p.type = 'IntraPosition' and p.value ilike '%förare%') order by e.number`.execute(
        tx,
      )
      const by = moderators[company] ?? null
      const cases = []
      for (const [index, comment] of comments.entries()) {
        const author = staff[(index * 3 + 5) % staff.length]
        if (!author) continue
        cases.push(await addReported(tx, { company, itemId, authorId: author.id, staff, now: clock() }, comment, by))
      }
      await addDemoCases(tx, commentQueue, { company, timeZone: variants.timeZoneOf(company) }, cases)
    })
}

interface Place {
  readonly company: string
  readonly itemId: number
  readonly authorId: string
  readonly staff: readonly { readonly id: string }[]
  readonly now: Date
}

async function addReported(
  tx: Database,
  { company, itemId, authorId, staff, now }: Place,
  { body, reasons, hoursAgo, decided }: Reported,
  by: string | null,
) {
  const received = new Date(now.getTime() - hoursAgo * HOUR_MS)
  const hides = decided && decided.state !== 'Behållen'
  const { rows: written } = await sql<{ id: number }>`
    insert into news_comments (item_id, author_id, body, created_at, moderation, moderated_why)
    values (${itemId}, ${authorId}, ${body}, ${new Date(received.getTime() - HOUR_MS)}, ${hides ? decided.state : null},
      ${hides ? decided.text : null}) returning id`.execute(tx)
  const commentId = written[0]?.id ?? 0
  const { rows: reported } = await sql<{ id: number; number: number }>`
    insert into reported_comments (company, comment_id, reported_at, decided)
    values (${company}, ${commentId}, ${received}, ${decided !== undefined && decided.state !== 'Dold'}) returning id, number`.execute(
    tx,
  )
  const { id = 0, number = 0 } = reported[0] ?? {}
  const readers = staff.filter((each) => each.id !== authorId)
  for (const [index, reason] of reasons.entries())
    await sql`
      insert into comment_reports (company, reported_id, reporter_id, reason)
      values (${company}, ${id}, ${readers[index]?.id ?? authorId}, ${reason})`.execute(tx)
  const events: DemoEvent[] = decided
    ? [
        {
          type: 'state',
          at: new Date(received.getTime() + decided.after * HOUR_MS),
          by,
          to: decided.state,
          text: decided.text,
        },
      ]
    : []
  return {
    id,
    number: spokenNumber(number),
    about: placeOf({ isGroup: false, itemId, commentId }),
    reporterId: authorId,
    received,
    events,
  }
}
