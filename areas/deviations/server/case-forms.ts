import { sql, type SqlBool } from 'kysely'
import { kronorOf } from '#core/cases/rules.ts'
import type { Ending, FormOfQueue } from '#core/cases/server/queue.ts'
import type { ModelState } from '#platform/contract/call.ts'
import { dateInWords } from '#platform/contract/dates-in-words.ts'
import type { Database } from '#platform/server/area.ts'
import { INJURED, sensitiveCategories } from '../rules.ts'
import { formOptions } from './options.ts'
import { deviationTables } from './tables.ts'

// The forms that the office fills in on a deviation, besides answers and notes. Their wording is guidance and not a quotation of the law.

const aboutPeople: readonly string[] = [...sensitiveCategories, 'Arbetsmiljöfrågor']
const insured: readonly string[] = ['Fordonsskada', 'Försäkringsärende', INJURED]

const reported = 'Anmäld'

/** Requires a receipt from the authority, or a written reason why there is none. */
function receiptOrReason({ bedomning, kvittens, anmald, motivering }: Readonly<Record<string, string>>): ModelState {
  if (bedomning !== reported)
    return motivering ? {} : { motivering: ['Motivering måste anges när händelsen inte är anmäld'] }
  return {
    ...(kvittens ? {} : { kvittens: ['Kvittensnummer måste anges'] }),
    ...(anmald ? {} : { anmald: ['Anmäld den måste anges'] }),
  }
}

const assessed = (otherwise: string): FormOfQueue['fields'] => [
  { name: 'bedomning', label: 'Bedömning', kind: 'choice', required: true, choices: [reported, otherwise] },
  { name: 'kvittens', label: 'Kvittensnummer', kind: 'line', hint: 'Om händelsen är anmäld' },
  { name: 'anmald', label: 'Anmäld den', kind: 'date', hint: 'Om händelsen är anmäld' },
]

const reason: FormOfQueue['fields'][number] = {
  name: 'motivering',
  label: 'Motivering',
  kind: 'text',
  hint: 'Om händelsen inte är anmäld: varför',
}

export const deviationForms: readonly FormOfQueue[] = [
  {
    name: 'myndighet',
    title: 'Arbetsmiljöverket',
    hint: 'Vid dödsfall, svår skada, flera skadade eller ett tillbud med allvarlig fara: anmäl utan dröjsmål, helst samma dag, på anmalarbetsskada.se och spara kvittensen.',
    isFor: ({ marked }) => marked,
    fields: [
      ...assessed('Ska inte anmälas'),
      { name: 'av', label: 'Anmäld av', kind: 'person', hint: 'Om händelsen är anmäld' },
      reason,
    ],
    problems: receiptOrReason,
  },
  {
    name: 'arbetsskada',
    title: 'Arbetsskada',
    hint: 'En arbetsskada anmäls till Försäkringskassan i samråd med skyddsombudet, som får en kopia.',
    isFor: ({ category }) => aboutPeople.includes(category ?? ''),
    fields: [
      ...assessed('Ingen arbetsskada'),
      { name: 'samrad', label: 'Samråd med', kind: 'person', hint: 'Skyddsombudet' },
      reason,
    ],
    problems: receiptOrReason,
  },
  {
    name: 'utredning',
    title: 'Utredning',
    hint: 'Varför det hände, hur stor risken är och vad som görs åt den.',
    isFor: ({ category, marked }) => marked || aboutPeople.includes(category ?? ''),
    fields: [
      { name: 'orsak', label: 'Orsak', kind: 'text', required: true },
      { name: 'risk', label: 'Risk', kind: 'choice', required: true, choices: ['Låg', 'Medel', 'Hög'] },
      { name: 'atgard', label: 'Åtgärd', kind: 'text', required: true },
      { name: 'ansvarig', label: 'Ansvarig', kind: 'person', required: true },
      { name: 'datum', label: 'Klart senast', kind: 'date', required: true },
      { name: 'kontroll', label: 'Kontroll', kind: 'text', hint: 'Hur och när det följs upp' },
    ],
  },
  {
    name: 'atgard',
    title: 'Åtgärder',
    many: true,
    fields: [
      { name: 'atgard', label: 'Åtgärd', kind: 'text', required: true },
      { name: 'ansvarig', label: 'Ansvarig', kind: 'person', required: true },
      { name: 'klart', label: 'Klart senast', kind: 'date', required: true },
      { name: 'kontrollerad', label: 'Kontrollerad den', kind: 'date', hint: 'När den är gjord och har hjälpt' },
    ],
    checkBy: ({ klart = null, kontrollerad }) => (kontrollerad === undefined ? klart : null),
    late: ({ klart = '', kontrollerad }, today) =>
      kontrollerad === undefined && klart < today ? `Skulle ha varit klar ${dateInWords(klart)}` : null,
  },
  {
    name: 'forsakring',
    title: 'Försäkring',
    hint: 'Syns i förarens försäkringsuppföljning.',
    may: 'insurance.handle',
    isFor: ({ category }) => insured.includes(category ?? ''),
    fields: [
      {
        name: 'kategori',
        label: 'Försäkringskategori',
        kind: 'choice',
        required: true,
        choices: formOptions.forsakringskategori.map(({ value }) => value),
      },
      { name: 'kostnad', label: 'Reparationskostnad', kind: 'kronor', hint: 'i kronor, tomt tills den är känd' },
      { name: 'skadenummer', label: 'Skadenummer', kind: 'line', hint: 'Hos försäkringsbolaget' },
    ],
    async store(tx, { company, id, values: { kategori = null, kostnad } }) {
      await deviationTables(tx)
        .updateTable('incidents')
        .set({ insurance_category: kategori, repair_cost: kostnad === undefined ? null : kronorOf(kostnad) })
        .where('company', '=', company)
        .where('id', '=', id)
        .execute()
    },
  },
]

/** Whether the report `i` says that somebody was injured at work. A damage with somebody hurt says so by its category. */
export const injuredAtWork = sql<SqlBool>`(i.typ = 'Arbetsmiljöfrågor' and i.detail->>'Personskador' = 'true')`

/** What must be filled in before a case ends: for a serious event or an injury, a receipt from the authority or a written assessment. */
export async function demandsOfDeviation(
  db: Database,
  { company, id, category, marked, filled }: Ending,
): Promise<readonly string[]> {
  const { rows } = await sql`
    select from incidents i where i.company = ${company} and i.id = ${id} and ${injuredAtWork}`.execute(db)
  return [
    ...(marked && !filled.has('myndighet')
      ? ['Allvarlig händelse: fyll i kvittensnummer eller en skriftlig bedömning under Arbetsmiljöverket.']
      : []),
    ...((rows.length > 0 || category === INJURED) && !filled.has('arbetsskada')
      ? ['Någon är skadad: fyll i kvittensnummer eller en skriftlig bedömning under Arbetsskada.']
      : []),
  ]
}
