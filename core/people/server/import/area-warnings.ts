import { sql } from 'kysely'
import type { Database, OfPlace } from '#platform/server/area.ts'
import { columnsOf, selected, type RowOf } from '#platform/server/db/rows.ts'
import type { PeopleTables } from '../tables.ts'
import type { Person } from './people-file.ts'
import type { KnownPerson } from './people-store.ts'

const area = 'IntraCompanyArea'
const MOST_HOLDERS = 5

interface Belonging {
  readonly active: boolean
  readonly areas: readonly string[]
}

const e = columnsOf<PeopleTables['employees']>('e')
const r = columnsOf<PeopleTables['role_assignments']>('r')
const areaRole = selected({ area: sql<string>`${r('area')}`, holder: e('number') })

/**
 * Warnings about areas whose cases would be in no queue that is limited to an area, and about roles whose area is left without employees: a
 * role names its area, and a file that renames the area does not rename it there. There are none while the company has no role that is limited
 * to an area. Documents and news name their area too, so there are also warnings of those that are left without readers.
 */
export async function areaWarnings(
  tx: Database,
  where: { readonly company: string; readonly today: string; readonly ofPlaces: readonly OfPlace[] },
  people: readonly Person[],
  known: ReadonlyMap<string, KnownPerson>,
): Promise<string[]> {
  const { company, today, ofPlaces } = where
  const before = new Map(
    [...known].map(([number, { active, claims }]) => [number, { active, areas: claims[area] ?? [] }]),
  )
  const after = new Map<string, Belonging>(before)
  for (const person of people) after.set(person.number, belongingAfter(person, known.get(person.number)))

  const { rows } = await sql<RowOf<typeof areaRole>>`
    select distinct ${areaRole} from role_assignments r join employees e on e.id = r.employee_id
    where r.company = ${company} and r.area is not null and r.ended_at is null and r.valid_until is null
      and (r.valid_to is null or r.valid_to >= ${today})
    order by 1, 2`.execute(tx)
  const roles = Map.groupBy(
    rows.filter(({ holder }) => after.get(holder)?.active),
    (role) => role.area,
  )
  const had = areasOf(before)
  const has = areasOf(after)
  const isLeft = (name: string) => had.has(name) && !has.has(name)
  const unread = [...Map.groupBy(ofPlaces, ({ place }) => place)]
    .filter(([name]) => isLeft(name))
    .map(
      ([name, things]) =>
        `Varning: området ”${name}” har inga anställda kvar, men ${things.map(({ what }) => what).join(' och ')} som ingen då ser.`,
    )
  if (roles.size === 0) return unread
  return [
    ...unread,
    ...[...has]
      .filter((name) => !had.has(name) && !roles.has(name))
      .map((name) => `Varning: området ”${name}” är nytt. Ingen roll som gäller ett område når det.`),
    ...[...roles]
      .filter(([name]) => isLeft(name))
      .map(([name, held]) => {
        const holders = held.map(({ holder }) => holder)
        return `Varning: området ”${name}” har inga anställda kvar, men roller för ${shortList(holders)}.`
      }),
  ]
}

function belongingAfter({ active, claims }: Person, known: KnownPerson | undefined): Belonging {
  const keeps = (field: string) => known?.officeFields.includes(field) === true
  return {
    active: (keeps('active') ? known?.active : (active ?? known?.active)) ?? true,
    areas: (keeps(area) ? known?.claims[area] : (claims[area] ?? known?.claims[area])) ?? [],
  }
}

/** The areas of those who are employed, since nobody else sends a case. */
const areasOf = (belonging: ReadonlyMap<string, Belonging>): Set<string> =>
  new Set([...belonging.values()].flatMap(({ active, areas }) => (active ? areas : [])))

/** '31041, 31117 och 3 till': the first ones, if there are many. */
function shortList(numbers: readonly string[]): string {
  const rest = numbers.length - MOST_HOLDERS
  if (rest > 0) return `${numbers.slice(0, MOST_HOLDERS).join(', ')} och ${rest} till`
  return numbers.join(', ')
}
