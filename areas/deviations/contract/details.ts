import { damageLabels } from './damage-labels.ts'
import type { Deviation } from './list.ts'

export type Detail = readonly [label: string, answer: string]

/** What 'Detaljer' shows of a report: its number, the place and the fields of its type. Empty fields say so. */
export function detailsOf(deviation: Deviation): readonly Detail[] {
  const ofType = fieldsOfType(deviation).map(({ label, answer }) => [label, answer] as const)
  return [['Nummer', deviation.nummer], ['Plats', deviation.plats], ...ofType]
}

type Common = Exclude<keyof Deviation, 'typ'>
type OfType<D> = D extends unknown ? Omit<D, Common> : never

interface Field<Shown> {
  /** Its name on the wire. */
  readonly name: string
  readonly label: string
  readonly answer: Shown
}

/** The fields of a report's type, with labels that say without the form around them what was asked. */
export function fieldsOfType(deviation: OfType<Deviation>): readonly Field<string>[] {
  return fieldsOf(deviation).map((field) => ({ ...field, answer: asText(field.answer) }))
}

type Answer = string | boolean | readonly string[]

function asText(answer: Answer): string {
  if (typeof answer === 'boolean') return answer ? 'Ja' : 'Nej'
  return (typeof answer === 'string' ? answer : answer.join(', ')).trim() || '–'
}

/** The fields in the order of their labels. */
const labelled = <Of extends Readonly<Record<keyof Of, Answer>>>(
  of: Of,
  labels: Readonly<Record<keyof Of, string>>,
): readonly Field<Answer>[] =>
  (Object.entries(labels) as [keyof Of & string, string][]).map(([name, label]) => ({ name, label, answer: of[name] }))

const stop = { hallplatskategori: 'Rubrik', handelseBeskrivning: 'Händelsebeskrivning' }

function fieldsOf(deviation: OfType<Deviation>): readonly Field<Answer>[] {
  switch (deviation.typ) {
    case 'Försäkringsärende':
      return labelled(deviation.forsakring, {
        registreringsNummer: 'Registreringsnummer',
        internnummer: 'Internnummer',
        skadeplatskategori: damageLabels.skadeplatskategori,
        polis: damageLabels.polis,
        raddningstjanst: damageLabels.raddningstjanst,
        skadaPaFordon: damageLabels.skadaPaFordon,
        forsakringsKategori: damageLabels.forsakringsKategori,
        kategoriSpecificering: damageLabels.kategoriSpecificering,
        ersattningsfordon: damageLabels.ersattningsfordon,
        synligaSkador: damageLabels.synligaSkador,
        personskadekontaktuppgifter: damageLabels.personskadekontaktuppgifter,
        motpartskontaktuppgifter: damageLabels.motpartskontaktuppgifter,
      })
    case 'Hållplatsinformation':
      return labelled(deviation.hallplatsInfo, stop)
    case 'Trafikinformation':
      return labelled(deviation.trafikinformation, stop)
    case 'Arbetsmiljöfrågor':
      return labelled(deviation.arbetsMiljo, {
        fordon: 'Fordon',
        personskador: 'Någon är skadad',
        arbetsmoment: 'Arbetsmoment',
        vadHande: 'Vad hände?',
        varNagot: 'Var något annorlunda?',
        forhallanden: 'Förhållanden',
        forslag: 'Förslag',
      })
    case 'Hot och våld':
      return labelled(deviation.hotOchVald, {
        fordon: 'Fordon',
        handelseBeskrivning: 'Händelsebeskrivning',
        externaPersonskadorInfo: 'Andra som skadades',
      })
    case 'Fordonsskada':
      return labelled(deviation.fordonsskada, damageLabels).filter(
        ({ name, answer }) => answer !== '' || !onlyOfCollisions.includes(name),
      )
  }
}

/** Asked for only after a collision, so an empty answer is left out. */
const onlyOfCollisions = ['vagensBredd', 'avstandTillVagensSida']
