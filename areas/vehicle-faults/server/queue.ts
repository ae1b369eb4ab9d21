import { sql } from 'kysely'
import { workingDay } from '#core/cases/rules.ts'
import type { Change, Queue, WhichCase } from '#core/cases/server/queue.ts'
import { picturesOf } from '#core/pictures/server/picture-table.ts'
import { queuePictures } from '#core/pictures/server/queue-pictures.ts'
import { dateIn, dayAndDate } from '#platform/contract/wall-clock.ts'
import type { Database } from '#platform/server/area.ts'
import { columnsOf, selected, type RowOf } from '#platform/server/db/rows.ts'
import { faultCases } from '../cases.ts'
import { type FaultState, isDangerous, needsReason, nextStates, spokenNumber } from '../rules.ts'
import { faultPictures } from './picture-store.ts'
import { addStep } from './store.ts'
import { faultTables, type FaultTables } from './tables.ts'

const f = columnsOf<FaultTables['faults']>('f')
const c = columnsOf<FaultTables['fault_categories']>('c')
const v = columnsOf<FaultTables['vehicles']>('v')

/** The days within which a repaired fault counts as not repaired if it is reported again. */
const AGAIN_DAYS = 30

const state = (
  name: FaultState,
  look: Pick<Queue['states'][string], 'tone' | 'icon'>,
  template: string,
): Queue<FaultState>['states'][FaultState] => ({
  ...look,
  next: nextStates[name],
  needsText: needsReason(name),
  template,
})

/** The workshop's queue of fault reports. */
export const faultQueue: Queue<FaultState> = {
  calls: faultCases,
  states: {
    Mottagen: state('Mottagen', { tone: 'neutral', icon: 'received' }, ''),
    Bedömd: state(
      'Bedömd',
      { tone: 'blue', icon: 'assessed' },
      'Vi har tittat på felet och planerar in det. Bussen kan köras så länge.',
    ),
    Åtgärdas: state(
      'Åtgärdas',
      { tone: 'amber', icon: 'working' },
      'Bussen är inne på verkstaden och vi arbetar med felet.',
    ),
    Klar: state(
      'Klar',
      { tone: 'green', icon: 'done' },
      'Felet är åtgärdat och bussen är tillbaka i trafik. Tack för att du rapporterade!',
    ),
    'Ingen åtgärd': state(
      'Ingen åtgärd',
      { tone: 'neutral', icon: 'closed' },
      'Vi har kontrollerat bussen och kan inte hitta felet. Rapportera igen om det återkommer.',
    ),
  },
  mark: {
    set: faultCases.words.marking,
    unset: 'Får köras igen',
    view: 'Får ej köras',
    // A bus may be driven from another area's depot the next morning.
    notifies: 'Trafikledningen i hela bolaget och bussens nästa förare läser det.',
  },
  aboutVehicles: true,
  soughtByAbout: true,
  searched: true,
  merges: 'alike',
  recurring: { times: 3, days: AGAIN_DAYS },

  promise({ category, marked, answered }) {
    if (marked)
      return answered
        ? { what: 'Klart', minutes: workingDay, count: 'working', fromMark: true }
        : { what: 'Första svar', minutes: 15, count: 'all', fromMark: true }
    if (!answered) return { what: 'Första svar', minutes: workingDay, count: 'working' }
    return { what: 'Klart', minutes: (isDangerous(category ?? '') ? 3 : 10) * workingDay, count: 'working' }
  },

  async rows(db, company, ids) {
    const row = selected({ id: f('id'), category: c('name'), vehicle: v('name'), text: f('text') })
    const { rows } = await sql<RowOf<typeof row>>`
      select ${row} from faults f join fault_categories c on c.id = f.category_id join vehicles v on v.id = f.vehicle_id
      where f.company = ${company} and f.id = any(${[...ids]})`.execute(db)
    return new Map(
      rows.map(({ id, category, vehicle, text }) => [id, { title: category, facts: [vehicle], account: [text] }]),
    )
  },

  async details(db, which) {
    const { company, id } = which
    const fault = selected({
      text: f('text'),
      category: c('name'),
      categoryId: f('category_id'),
      vehicle: v('name'),
      vehicleId: f('vehicle_id'),
      plate: v('license_plate'),
      createdAt: f('created_at'),
      pictures: picturesOf(faultPictures, f('id')),
      open: sql<number>`(select count(*)::int from faults x where x.vehicle_id = f.vehicle_id and not x.ended)`,
      grounded: sql<boolean>`exists (select 1 from faults x where x.vehicle_id = f.vehicle_id and x.grounded)`,
    })
    const { rows } = await sql<RowOf<typeof fault>>`
      select ${fault} from faults f join fault_categories c on c.id = f.category_id join vehicles v on v.id = f.vehicle_id
      where f.company = ${company} and f.id = ${id}`.execute(db)
    const [found] = rows
    if (!found) return { text: null, pictures: [], details: [], about: null, repeats: null }
    const { text, pictures, vehicle, plate, category, open, grounded } = found
    return {
      text,
      pictures,
      about: vehicle,
      details: [
        ...(grounded ? [{ label: vehicle, value: 'Får ej köras', alert: true }] : []),
        { label: 'Fordon', value: [vehicle, plate].filter(Boolean).join(', ') },
        { label: 'Kategori', value: category },
        { label: 'Öppna fel på fordonet', value: String(open) },
      ],
      repeats: await repairedBefore(db, which, found),
    }
  },

  async project(tx, { company, id, at, by, state: next, text, marked }: Change<FaultState>) {
    await faultTables(tx)
      .updateTable('faults')
      .set({ grounded: marked, ...(next !== null && { state: next, reason: text }) })
      .where('company', '=', company)
      .where('id', '=', id)
      .execute()
    if (next !== null) await addStep(tx, { faultId: id, state: next, reason: text, at, by })
  },

  texts: {
    async of(db, company, id) {
      const rows = await faultTables(db)
        .selectFrom('faults')
        .select('text')
        .where('company', '=', company)
        .where('id', '=', id)
        .execute()
      return Object.fromEntries(rows.map(({ text }) => ['text', text]))
    },
    async write(tx, { company, id, text }) {
      await sql`update faults set text = ${text} where company = ${company} and id = ${id}`.execute(tx)
    },
    async replaceAnswer(tx, { company, id, before, after, to, earlier }) {
      const nth = earlier.filter((each) => each === to).length
      await sql`
        update fault_steps set reason = ${after} where id = (
          select s.id from fault_steps s join faults f on f.id = s.fault_id
          where f.company = ${company} and f.id = ${id} and s.state = ${to} and s.reason = ${before}
          order by s.id offset ${nth} limit 1)`.execute(tx)
      // The fault itself has the reason of its latest step.
      await sql`
        update faults f set reason = (select s.reason from fault_steps s where s.fault_id = f.id order by s.id desc limit 1)
        where f.company = ${company} and f.id = ${id} and f.reason = ${before}`.execute(tx)
    },
  },

  retention: {
    kept: [{ category: null, months: 36, why: 'Bussens reparationer ska gå att följa.' }],
    async forget(tx, company, ids) {
      // Releases the pictures. The hourly round then removes their files, and after them their rows.
      await sql`update fault_pictures set fault_id = null where fault_id = any(${[...ids]})`.execute(tx)
      await sql`delete from faults where company = ${company} and id = any(${[...ids]})`.execute(tx)
    },
  },

  pictures: queuePictures(faultPictures, 'faults'),
}

/** 'Lagad men inte hel': a fault of the same category on the same vehicle that was repaired shortly before this one was reported. */
async function repairedBefore(
  db: Database,
  { company, id, timeZone }: WhichCase,
  {
    vehicleId,
    categoryId,
    createdAt,
  }: { readonly vehicleId: number; readonly categoryId: number; readonly createdAt: Date },
): Promise<string | null> {
  const since = new Date(createdAt.getTime() - AGAIN_DAYS * 86_400_000)
  const repaired = selected({ number: f('number'), at: columnsOf<FaultTables['fault_steps']>('s')('at') })
  const { rows } = await sql<RowOf<typeof repaired>>`
    select ${repaired} from faults f join fault_steps s on s.fault_id = f.id and s.state = 'Klar'
    where f.company = ${company} and f.vehicle_id = ${vehicleId} and f.category_id = ${categoryId} and f.id <> ${id}
      and f.state = 'Klar' and s.at between ${since} and ${createdAt}
    order by s.at desc limit 1`.execute(db)
  const [last] = rows
  return last
    ? `Lagad men inte hel? Samma kategori blev klar ${dayAndDate(dateIn(timeZone, last.at))} (${spokenNumber(last.number)}).`
    : null
}
