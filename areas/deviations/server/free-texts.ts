import { sql } from 'kysely'
import { replaceBlock } from '#core/cases/server/answer-blocks.ts'
import type { Queue } from '#core/cases/server/queue.ts'
import type { Database } from '#platform/server/area.ts'
import { columnsOf, selected, type RowOf } from '#platform/server/db/rows.ts'
import type { ChecklistOption } from '../contract/work-environment.ts'
import { OWN_OPTION_ID } from '../rules.ts'
import type { Detail } from './detail.ts'
import type { DeviationTables } from './tables.ts'

/**
 * The fields with free text besides the account, in small letters as imported reports name them. A vehicle is chosen from a list, but is
 * free text in a company without one.
 */
const free = [
  'externapersonskadorinfo',
  'fordon',
  'kategorispecificering',
  'motpartskontaktuppgifter',
  'personskadekontaktuppgifter',
  'skadapafordon',
  'synligaskador',
  'vittnen',
]
const account = 'handelsebeskrivning'

export const isAccount = (field: string) => field.toLowerCase() === account

const isFree = (field: string, value: unknown): value is string =>
  typeof value === 'string' && value !== '' && free.includes(field.toLowerCase())

const named = (field: string) => (isAccount(field) ? 'text' : `detail:${field}`)
export const partOfPlace = 'place'

/** An option that the reporter has added to a checklist. */
interface Own {
  readonly field: string
  readonly at: number
  readonly label: string
}
const ownIn = (detail: Readonly<Record<string, unknown>>): Own[] =>
  Object.entries(detail).flatMap(([field, options]) =>
    Array.isArray(options)
      ? options.flatMap(({ id, label, value }: ChecklistOption, at) =>
          id === OWN_OPTION_ID && value ? [{ field, at, label }] : [],
        )
      : [],
  )
const partOfOwn = ({ field, at }: Own) => `own:${field}:${at}`

/** The name of the text by which words of an answer can be hidden, if the answer is free text. `name`: the answer's name on the wire. */
export function partOf(detail: Detail['detail'], name: string): { readonly part?: string } {
  const isOfName = (field: string) => field.toLowerCase() === name.toLowerCase()
  const field = Object.entries(detail).find(([each, text]) => isOfName(each) && isFree(each, text))?.[0]
  return field === undefined ? {} : { part: named(field) }
}

const questions: Readonly<Record<string, string>> = {
  Arbetsmoment: 'Arbetsmoment',
  VadHande: 'Vad hände',
  VarNagot: 'Var något annorlunda',
  Forhallanden: 'Förhållanden',
  Forslag: 'Förslag',
}

/** The reporter's additions to checklists, each as a separate fact, so that words in it can be hidden. */
export const ownAnswers = (detail: Detail['detail']) =>
  ownIn({ ...detail }).map((own) => ({
    label: `${questions[own.field] ?? own.field}, med egna ord`,
    value: own.label,
    part: partOfOwn(own),
  }))

/** The report without the reporter's additions to checklists. */
export function withoutOwn({ typ, detail }: Detail): Detail {
  const listed = Object.entries(detail).map(([field, value]) => [
    field,
    Array.isArray(value) ? value.filter(({ id }: ChecklistOption) => id !== OWN_OPTION_ID) : value,
  ])
  return { typ, detail: Object.fromEntries(listed) }
}

const i = columnsOf<DeviationTables['incidents']>('i')

async function reportOf(db: Database, company: string, id: number) {
  const row = selected({ detail: i('detail'), place: i('plats') })
  const { rows } = await sql<RowOf<typeof row>>`
    select ${row} from incidents i where i.company = ${company} and i.id = ${id}`.execute(db)
  return rows[0] ?? { detail: {}, place: '' }
}

export const deviationTexts: Omit<NonNullable<Queue['texts']>, 'about'> = {
  async of(db, company, id) {
    const { detail, place } = await reportOf(db, company, id)
    const texts = Object.entries(detail).filter(
      ([field, value]) => isFree(field, value) || (isAccount(field) && typeof value === 'string'),
    )
    return {
      ...Object.fromEntries(texts.map(([field, value]) => [named(field), String(value)])),
      ...Object.fromEntries(ownIn(detail).map((own) => [partOfOwn(own), own.label])),
      [partOfPlace]: place,
    }
  },
  async write(tx, { company, id, part, text }) {
    const of = sql`company = ${company} and id = ${id}`
    if (part === partOfPlace) {
      await sql`update incidents set plats = ${text} where ${of}`.execute(tx)
      return
    }
    const { detail } = await reportOf(tx, company, id)
    const own = ownIn(detail).find((each) => partOfOwn(each) === part)
    const field = Object.keys(detail).find((each) => named(each) === part)
    const path = own ? [own.field, String(own.at), 'label'] : field && [field]
    if (path)
      await sql`
        update incidents set detail = jsonb_set(detail, ${path}::text[], to_jsonb(${text}::text)) where ${of}`.execute(
        tx,
      )
  },
  // 'Åtgärd' is a sequence of answers in one text.
  async replaceAnswer(tx, { company, id, before, after, earlier }) {
    const row = selected({ action: i('atgard') })
    const { rows } = await sql<RowOf<typeof row>>`
      select ${row} from incidents i where i.company = ${company} and i.id = ${id} for update`.execute(tx)
    const action = replaceBlock(rows[0]?.action ?? '', { before, after, nth: earlier.length })
    await sql`update incidents set atgard = ${action} where company = ${company} and id = ${id}`.execute(tx)
  },
}
