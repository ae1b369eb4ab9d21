import { sql } from 'kysely'
import type { Platform } from '#platform/server/area.ts'

const reports: readonly { readonly minutes: number; readonly note: string }[] = [
  { minutes: 12, note: 'Vägarbete på bron, signalen släpper bara tre bilar åt gången.' },
  { minutes: 25, note: 'Väntade in tåget enligt trafikledningen.' },
  { minutes: 8, note: 'Rullstol av och på, rampen gick trögt.' },
  { minutes: -5, note: '' },
]

/**
 * Confirms most of the duties that are over. In the later half of each company's drivers, most have also confirmed duties that begin soon,
 * and some have reported back other times than planned.
 */
export async function confirmDemo({ db, clock }: Platform): Promise<void> {
  const now = clock()
  const later = sql`
    (select p.id, p.company, row_number() over (partition by p.company order by p.number desc) as place from (
      select e.id, e.company, e.number, percent_rank() over (partition by e.company order by e.number) as share
      from employees e where exists (select 1 from duties d where d.employee_id = e.id and not d.withdrawn)) p
    where p.share > 0.5)`
  await sql`
    update duties set confirmed_at = ends_instant - interval '17 hours'
    where not withdrawn and confirmed_at is null and id % 6 <> 0
      and ends_instant < ${new Date(now.getTime() - 48 * 3_600_000)}`.execute(db)
  await sql`
    update duties d set confirmed_at = ${new Date(now.getTime() - 9 * 3_600_000)}
    from ${later} e
    where d.employee_id = e.id and not d.withdrawn and d.confirmed_at is null and d.id % 6 <> 0
      and d.ends_instant > ${now} and d.ends_instant < ${new Date(now.getTime() + 24 * 3_600_000)}`.execute(db)
  await sql`
    update duty_events v set reported_starts_at = v.starts_at, reported_ends_at = v.ends_at + r.minutes * interval '1 minute',
      reported_note = r.note, reported_at = ${new Date(now.getTime() - 1_800_000)}
    from (
      select distinct on (e.id) x.id, e.company, dense_rank() over (partition by e.company order by e.place) as place
      from ${later} e join duties d on d.employee_id = e.id join duty_events x on x.duty_id = d.id
      where not d.withdrawn and not x.positioning and d.service_date = ${now.toISOString().slice(0, 10)}::date - 1
      order by e.id, x.sequence) c
    join json_to_recordset(${JSON.stringify(reports.map((report, at) => ({ ...report, place: at + 1 })))}::json)
      as r(place int, minutes int, note text) on r.place = c.place
    where v.id = c.id and not exists (select 1 from duty_events y join employees w on w.id = y.employee_id
      where w.company = c.company and y.reported_at is not null)`.execute(db)
}
