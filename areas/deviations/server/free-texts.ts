import { sql } from 'kysely'
import type { Queue } from '#core/cases/server/queue.ts'
import type { Database } from '#platform/server/area.ts'
import type { Detail } from './detail.ts'

/** What a reporter writes freely besides the account; imported reports have the same names in small letters. */
const free = [
  'externapersonskadorinfo',
  'kategorispecificering',
  'motpartskontaktuppgifter',
  'personskadekontaktuppgifter',
  'skadapafordon',
  'synligaskador',
  'vittnen',
]
const account = 'handelsebeskrivning'

const isFree = (field: string, value: unknown): value is string =>
  typeof value === 'string' && value !== '' && free.includes(field.toLowerCase())

const named = (field: string) => (field.toLowerCase() === account ? 'text' : `detail:${field}`)

/** By which words of an answer can be hidden, if it was written freely. */
export function partOf(detail: Detail['detail'], value: string): { readonly part?: string } {
  const field = Object.entries(detail).find(([name, text]) => isFree(name, text) && text.trim() === value)?.[0]
  return field === undefined ? {} : { part: named(field) }
}

async function detailOf(db: Database, company: string, id: number): Promise<Readonly<Record<string, unknown>>> {
  const { rows } = await sql<{ detail: Record<string, unknown> }>`
    select detail from incidents where company = ${company} and id = ${id}`.execute(db)
  return rows[0]?.detail ?? {}
}

export const deviationTexts: NonNullable<Queue['texts']> = {
  async of(db, company, id) {
    const texts = Object.entries(await detailOf(db, company, id)).filter(
      ([field, value]) => isFree(field, value) || (field.toLowerCase() === account && typeof value === 'string'),
    )
    return Object.fromEntries(texts.map(([field, value]) => [named(field), String(value)]))
  },
  async write(tx, { company, id, part, text }) {
    const field = Object.keys(await detailOf(tx, company, id)).find((each) => named(each) === part)
    if (field === undefined) return
    await sql`
      update incidents set detail = jsonb_set(detail, array[${field}]::text[], to_jsonb(${text}::text))
      where company = ${company} and id = ${id}`.execute(tx)
  },
  // 'Åtgärd' is one text after the other.
  async resay(tx, { company, id, before, after }) {
    await sql`
      update incidents set atgard = replace(atgard, ${before}, ${after}) where company = ${company} and id = ${id}`.execute(
      tx,
    )
  },
}
