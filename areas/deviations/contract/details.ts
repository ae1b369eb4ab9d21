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
        skadeplatskategori: 'Skadeplats',
        polis: 'Polis på platsen',
        raddningstjanst: 'Räddningstjänst på platsen',
        skadaPaFordon: 'Skada på fordonet',
        forsakringsKategori: 'Försäkringskategori',
        kategoriSpecificering: 'Specificering',
        ersattningsfordon: 'Ersättningsfordon behövdes',
        synligaSkador: 'Synliga skador på fordonet',
        personskadekontaktuppgifter: 'Kontaktuppgifter till skadade',
        motpartskontaktuppgifter: 'Motpart',
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
      return labelled(deviation.fordonsskada, {
        fordon: 'Fordon',
        handelseBeskrivning: 'Händelsebeskrivning',
        skadeplatskategori: 'Skadeplats',
        skadaPaFordon: 'Skada på fordonet',
        synligaSkador: 'Synliga skador på fordonet',
        forsakringsKategori: 'Försäkringskategori',
        kategoriSpecificering: 'Specificering',
        vagensBredd: 'Vägens bredd (m)',
        avstandTillVagensSida: 'Avstånd till högerkanten (m)',
        ersattningsfordon: 'Ersättningsfordon behövdes',
        polis: 'Polis på platsen',
        raddningstjanst: 'Räddningstjänst på platsen',
        blodprov: 'Blodprov eller utandningsprov togs',
        personskadekontaktuppgifter: 'Kontaktuppgifter till skadade',
        motpartskontaktuppgifter: 'Motpart',
        vittnen: 'Vittnen',
        antalPassagerare: 'Antal passagerare',
        matarstallning: 'Mätarställning',
      }).filter(({ name, answer }) => answer !== '' || !onlyOfCollisions.includes(name))
  }
}

/** Asked for only after a collision, so an empty answer is left out. */
const onlyOfCollisions = ['vagensBredd', 'avstandTillVagensSida']
