import { sql } from 'kysely'
import type { Platform } from '#platform/server/area.ts'

interface Town {
  readonly streets: readonly string[]
  readonly zipCodes: readonly string[]
}

// The areas of the demo group, with real streets.
const towns: Readonly<Record<string, Town>> = {
  Umeå: {
    streets: ['Storgatan', 'Skolgatan', 'Nygatan', 'Östermalmsgatan', 'Bankgatan', 'Axtorpsvägen', 'Mariehemsvägen'],
    zipCodes: ['90325', '90331', '90736', '90654'],
  },
  Skellefteå: {
    streets: ['Kanalgatan', 'Nygatan', 'Storgatan', 'Stationsgatan', 'Norrbölegatan'],
    zipCodes: ['93131', '93133', '93145'],
  },
  Borås: {
    streets: ['Allégatan', 'Åsbogatan', 'Skaraborgsvägen', 'Kungsgatan', 'Sandgärdsgatan', 'Getängsvägen'],
    zipCodes: ['50332', '50630', '50462'],
  },
  Lund: {
    streets: ['Bredgatan', 'Trollebergsvägen', 'Kävlingevägen', 'Fasanvägen', 'Östra Vallgatan'],
    zipCodes: ['22221', '22229', '22642'],
  },
  Norrköping: {
    streets: ['Drottninggatan', 'Nygatan', 'Kungsgatan', 'Albrektsvägen', 'Hagagatan'],
    zipCodes: ['60224', '60232', '60361'],
  },
}

const relatives: readonly (readonly [name: string, relation: string])[] = [
  ['Johan', 'Sambo'],
  ['Ingrid', 'Förälder'],
  ['Elin', 'Maka'],
  ['Mats', 'Make'],
  ['Sara', 'Syskon'],
  ['Oskar', 'Vuxet barn'],
  ['Kerstin', 'Förälder'],
  ['Daniel', 'Sambo'],
]

interface DemoEmployee {
  readonly id: string
  readonly number: string
  readonly firstName: string
  readonly lastName: string
  readonly area: string | null
}

/** Adds details for the demo's employees once. A feed's employees, whose user name is their number, get none. */
export async function addDemoDetails({ db }: Pick<Platform, 'db'>): Promise<void> {
  const { rows: employees } = await sql<DemoEmployee>`
    select e.id, e.number, e.first_name as "firstName", e.last_name as "lastName",
      (select min(value) from employee_claims where employee_id = e.id and type = 'IntraCompanyArea') as area
    from employees e
    where e.user_name <> lower(e.number) and e.company in (
      select company from employees group by company
      having not bool_or(id in (select employee_id from personal_details)))
    order by e.number`.execute(db)
  const rows = employees.map(detailsOf)
  await sql`
    insert into personal_details (employee_id, email, address, zip_code, city, phone_number, relative_name,
      relative_relation, relative_phone)
    select id, email, address, zip, city, phone, name, relation, "relativePhone"
    from json_to_recordset(${JSON.stringify(rows)}::json) as d(id uuid, email text, address text, zip text, city text,
      phone text, name text, relation text, "relativePhone" text)
    on conflict do nothing`.execute(db)
}

function detailsOf({ id, number, firstName, lastName, area }: DemoEmployee, index: number) {
  const seed = Number(number) || index
  const pick = <Item>(items: readonly Item[], shift: number): Item =>
    items[(seed * 7 + shift * 13 + index) % items.length]!
  const city = area && towns[area] ? area : 'Umeå'
  const { streets, zipCodes } = towns[city]!
  const [name, relation] = pick(relatives, 3)
  // One in six has no next of kin.
  const alone = index % 6 === 4
  return {
    id,
    email: `${letters(firstName)}.${letters(lastName)}@post.example`,
    address: `${pick(streets, 1)} ${2 + (seed % 57)}`,
    zip: pick(zipCodes, 2),
    city,
    // Numbers that the Swedish authority reserves for fiction: 070-174 06 05 to 99 and 0980-31 92 00 to 99.
    phone: `+46 7017406${String(5 + (index % 95)).padStart(2, '0')}`,
    name: alone ? '' : `${name} ${lastName}`,
    relation: alone ? '' : relation,
    relativePhone: alone ? '' : `+46 9803192${String(index % 100).padStart(2, '0')}`,
  }
}

/** 'Lars-Göran' as in an e-mail address: 'lars-goran'. */
const letters = (name: string) =>
  name
    .normalize('NFD')
    .replaceAll(/[^A-Za-zı\- ]/g, '')
    .replaceAll('ı', 'i')
    .replaceAll(' ', '')
    .toLowerCase()
