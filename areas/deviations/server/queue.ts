import { sql } from 'kysely'
import { workingDay } from '#core/cases/rules.ts'
import type { Queue } from '#core/cases/server/queue.ts'
import type { NewCase } from '#core/cases/server/reporter.ts'
import type { PeopleTables } from '#core/people/server/tables.ts'
import { picturesOf } from '#core/pictures/server/picture-table.ts'
import { queuePictures } from '#core/pictures/server/queue-pictures.ts'
import { columnsOf, columnsOrNull, selected, type RowOf } from '#platform/server/db/rows.ts'
import { deviationCases } from '../cases.ts'
import { fieldsOfType } from '../contract/details.ts'
import type { Deviation } from '../contract/list.ts'
import { alertsManager, BULLYING_ID, INJURED, sensitiveCategories } from '../rules.ts'
import { markOpened } from './alerts.ts'
import { demandsOfDeviation, deviationForms } from './case-forms.ts'
import { type Detail, wireDetail } from './detail.ts'
import { deviationTexts, isAccount, ownAnswers, partOf, partOfPlace, withoutOwn } from './free-texts.ts'
import { incidentPictures } from './picture-store.ts'
import { copiedCategories, representativesFact } from './representatives.ts'
import { deviationRetention } from './retention.ts'
import type { DeviationTables } from './tables.ts'
import { withCase } from './with-case.ts'

const i = columnsOf<DeviationTables['incidents']>('i')
const m = columnsOrNull<PeopleTables['employees']>('m')

const DAY = 24 * 60

/** The names of fields that only those who handle the case need to read: the people whom it concerns, and how to reach them. */
const personal: readonly string[] = [
  'personskadekontaktuppgifter',
  'motpartskontaktuppgifter',
  'vittnen',
  'blodprov',
] satisfies (keyof Extract<Deviation, { typ: 'Fordonsskada' }>['fordonsskada'])[]
const accountOf = (detail: Detail['detail']): string =>
  'HandelseBeskrivning' in detail
    ? detail.HandelseBeskrivning
    : 'handelseBeskrivning' in detail
      ? detail.handelseBeskrivning
      : ''

export const bullying = 'Kränkning'

/** The category by which rights are limited. It is the report's type, but reports about people who were harmed have separate categories. */
export function categoryOf({ typ, detail }: Detail): string {
  if (typ === 'Fordonsskada') return alertsManager.vehicleDamage(detail) ? INJURED : typ
  if (typ === 'Försäkringsärende') return detail.personskadekontaktuppgifter.trim() === '' ? typ : INJURED
  if (typ !== 'Arbetsmiljöfrågor') return typ
  if (detail.VadHande.some(({ id, value }) => value && id === BULLYING_ID)) return bullying
  return detail.Personskador ? 'Personskada' : typ
}

/** What reports of the same event have in common: the damaged bus, or the place. */
const aboutOf = ({ typ, detail }: Detail, place: string): string =>
  typ === 'Fordonsskada' ? detail.Fordon : typ === 'Försäkringsärende' ? detail.internnummer : place

/** The case of a report that has been made. */
export const newCaseOf = (
  report: Detail & { readonly place: string; readonly alert: boolean },
  stored: Pick<NewCase, 'company' | 'id' | 'number' | 'area' | 'reporterId' | 'responsibleId'>,
): NewCase => ({
  ...stored,
  category: categoryOf(report),
  about: aboutOf(report, report.place),
  marked: report.alert,
})

type State = 'Ny' | 'Mottagen' | 'Åtgärdas' | 'Avslutad'

export const deviationQueue: Queue<State> = {
  calls: deviationCases,
  merges: 'alike',
  sensitive: sensitiveCategories,
  copies: { may: 'deviations.copy', categories: copiedCategories },
  searched: true,
  soughtByAbout: true,
  responsible: true,
  states: {
    Ny: { tone: 'blue', icon: 'new', next: ['Mottagen', 'Åtgärdas', 'Avslutad'] },
    Mottagen: {
      tone: 'neutral',
      icon: 'received',
      next: ['Åtgärdas', 'Avslutad'],
      template: 'Tack för att du rapporterade. Vi har läst avvikelsen och återkommer när vi vet vad som görs.',
    },
    Åtgärdas: { tone: 'amber', icon: 'working', next: ['Avslutad'], needsText: true, template: '' },
    Avslutad: { tone: 'green', icon: 'done', next: [], needsText: true, template: '' },
  },
  mark: { set: deviationCases.words.marking, unset: null, view: 'Allvarliga', stays: true, reopens: 'Åtgärdas' },
  forms: deviationForms,
  demands: demandsOfDeviation,
  retention: deviationRetention,

  promise({ category, marked, answered, filled }) {
    if (!answered && sensitiveCategories.some((each) => each === category))
      return { what: 'Kontakt med anmälaren', minutes: DAY, count: 'all' }
    if (marked && !filled?.has('myndighet'))
      return { what: 'Arbetsmiljöverket', minutes: DAY, count: 'all', fromMark: true }
    return answered
      ? { what: 'Klart', minutes: 10 * workingDay, count: 'working', fromMark: true }
      : { what: 'Första svar', minutes: 3 * workingDay, count: 'working' }
  },

  async rows(db, company, ids) {
    const row = selected({ id: i('id'), typ: i('typ'), rubrik: i('rubrik'), place: i('plats'), detail: i('detail') })
    const { rows } = await sql<RowOf<typeof row>>`
      select ${row} from incidents i where i.company = ${company} and i.id = any(${[...ids]})`.execute(db)
    return new Map(
      rows.map(({ id, typ, rubrik, place, detail }) => {
        const of = { typ, detail } as Detail
        const category = categoryOf(of)
        const isSensitive = sensitiveCategories.some((each) => each === category)
        const title = typ === 'Trafikinformation' || typ === 'Hållplatsinformation' ? rubrik : category
        const account = isSensitive ? '' : accountOf(detail)
        const about = aboutOf(of, place)
        const facts = [...new Set([about, place])].filter((fact) => fact !== '')
        return [id, { title, facts, account: account === '' ? [] : [account] }]
      }),
    )
  },

  async details(db, which) {
    const { company, id, handles } = which
    const report = selected({
      typ: i('typ'),
      detail: i('detail'),
      place: i('plats'),
      happened: sql<string>`${i('incident_date')} || coalesce(' ' || to_char(${i('incident_time')}, 'HH24:MI'), '')`,
      action: i('atgard'),
      managerFirst: m('first_name'),
      managerLast: m('last_name'),
      pictures: picturesOf(incidentPictures, i('id')),
    })
    const { rows } = await sql<RowOf<typeof report>>`
      select ${report} from incidents i left join ${withCase} left join employees m on m.id = k.responsible_id
      where i.company = ${company} and i.id = ${id}`.execute(db)
    const [found] = rows
    if (!found) return { text: null, pictures: [], details: [], about: null, repeats: null }
    const { typ, detail, place, happened, action, managerFirst, managerLast, pictures } = found
    const of = { typ, detail } as Detail
    const account = accountOf(detail)
    const manager = [managerFirst, managerLast].filter(Boolean).join(' ')
    const representatives = await representativesFact(db, which)
    return {
      text: account || null,
      pictures,
      about: aboutOf(of, place),
      repeats: null,
      details: [
        { label: 'Hände', value: happened },
        { label: 'Plats', value: place, part: partOfPlace },
        ...(manager === '' ? [] : [{ label: 'Ansvarig chef', value: manager }]),
        ...representatives,
        ...fieldsOfType(wireDetail(withoutOwn(of)))
          .filter(({ name, answer }) => answer !== '–' && !isAccount(name) && (handles || !personal.includes(name)))
          .map(({ name, label, answer }) => ({ label, value: answer, ...partOf(detail, name) })),
        ...ownAnswers(detail),
        ...(action === '' ? [] : [{ label: 'Åtgärd, som anmälaren läser den', value: action }]),
      ],
    }
  },

  opened: markOpened,

  // What the office writes to the reporter is added to 'Åtgärd' in the report, so that nothing that was read disappears.
  async project(tx, { company, id, state, said }) {
    await sql`
      update incidents set status = coalesce(${state}, status),
        atgard = concat_ws(${'\n\n'}, nullif(atgard, ''), ${said}::text)
      where company = ${company} and id = ${id}`.execute(tx)
  },

  texts: {
    ...deviationTexts,
    async about(db, company, id) {
      const row = selected({ typ: i('typ'), detail: i('detail'), place: i('plats') })
      const { rows } = await sql<RowOf<typeof row>>`
        select ${row} from incidents i where i.company = ${company} and i.id = ${id}`.execute(db)
      return rows[0] ? aboutOf(rows[0] as Detail, rows[0].place) : null
    },
  },

  pictures: queuePictures(incidentPictures, 'incidents'),
}
