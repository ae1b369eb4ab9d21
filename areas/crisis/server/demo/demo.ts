import { sql } from 'kysely'
import { addDays } from '#platform/contract/wall-clock.ts'
import type { Platform } from '#platform/server/area.ts'
import { ensureContactNumbers } from '#core/people/server/contacts.ts'
import { fillEmptyShelf } from '#core/documents/server/demo/shelf-documents.ts'
import { checklistFor } from '../../rules.ts'
import { crisisShelf } from '../shelf.ts'
import { documentsOfArea, documentsOfPosition, type DemoDocument } from './documents.ts'

/** Adds managers' numbers and the crisis documents for every demo company. */
export async function fillDemo(platform: Platform, today: string): Promise<void> {
  await numberManagers(platform)
  for (const { id: company, name } of platform.variants.companies.values()) {
    const documents = await documentsOf(platform, company)
    await fillEmptyShelf(
      platform,
      { company, shelf: crisisShelf.name },
      documents.map(({ fileName, reach, title, age, sections }) => ({
        fileName,
        reach,
        paper: { title, author: name, dated: new Date(`${addDays(today, -age)}T09:00:00Z`), sections },
      })),
    )
  }
}

// Numbers that Post- och telestyrelsen reserves for fiction, one series for each company's part of the country.
const switchboards: Readonly<Record<string, string>> = {
  norr: '0980-31 92 ',
  vast: '031-390 06 ',
  syd: '040-628 04 ',
  ost: '08-465 004 ',
}

async function numberManagers({ db }: Platform): Promise<void> {
  const { rows } = await sql<{ company: string; userName: string }>`
    select company, user_name as "userName" from employees e
    where exists (select 1 from employees m where m.manager_id = e.id) order by company, number`.execute(db)
  for (const [company, line] of Object.entries(switchboards)) {
    const numbers = rows
      .map((row, index) => ({ ...row, index }))
      .filter((row) => row.company === company)
      .map(({ userName, index }) => ({
        userName,
        telephone: `${line}${two(20 + (index % 20))}`,
        mobile: `070-174 06 ${two(5 + (index % 80))}`,
      }))
    await ensureContactNumbers(db, company, numbers)
  }
}

const two = (number: number) => String(number).padStart(2, '0')

async function documentsOf({ db, variants }: Platform, company: string): Promise<DemoDocument[]> {
  const { rows } = await sql<{ type: string; value: string }>`
    select distinct c.type, c.value from employee_claims c join employees e on e.id = c.employee_id
    where e.company = ${company} and c.type in ('IntraCompanyArea', 'IntraPosition')
    order by c.type, c.value`.execute(db)
  const valuesOf = (type: string) => rows.filter((row) => row.type === type).map(({ value }) => value)
  const guides = variants.all.find((variant) => variant.company?.id === company)?.crisis.guides
  if (guides?.b === undefined) return valuesOf('IntraCompanyArea').flatMap(documentsOfArea)
  return valuesOf('IntraPosition').flatMap((position) =>
    documentsOfPosition(position, checklistFor('b', position) === 'driver'),
  )
}
