import type { Deviation } from './list.ts'

export type Detail = readonly [label: string, answer: string]

/** What 'Detaljer' shows of a report: its number, the place and the fields of its type. Empty fields say so. */
export function detailsOf(deviation: Deviation): readonly Detail[] {
  return [['Nummer', deviation.nummer], ['Plats', deviation.plats], ...fieldsOfType(deviation)]
}

type Common = Exclude<keyof Deviation, 'typ'>
type OfType<D> = D extends unknown ? Omit<D, Common> : never

/** The fields of a report's type, with the labels of its form. */
export function fieldsOfType(deviation: OfType<Deviation>): readonly Detail[] {
  return fieldsOf(deviation).map(([label, answer]) => [label, asText(answer)] as const)
}

type Answer = string | boolean | readonly string[]

function asText(answer: Answer): string {
  if (typeof answer === 'boolean') return answer ? 'Ja' : 'Nej'
  return (typeof answer === 'string' ? answer : answer.join(', ')).trim() || '–'
}

function fieldsOf(deviation: OfType<Deviation>): readonly (readonly [label: string, answer: Answer])[] {
  switch (deviation.typ) {
    case 'Försäkringsärende': {
      const { forsakring: of } = deviation
      return [
        ['Registreringsnummer', of.registreringsNummer],
        ['Internnummer', of.internnummer],
        ['Skadeplats', of.skadeplatskategori],
        ['Polis på platsen', of.polis],
        ['Räddningstjänst på platsen', of.raddningstjanst],
        ['Skada på fordonet', of.skadaPaFordon],
        ['Försäkringskategori', of.forsakringsKategori],
        ['Specificering', of.kategoriSpecificering],
        ['Ersättningsfordon behövdes', of.ersattningsfordon],
        ['Synliga skador på fordonet', of.synligaSkador],
        ['Kontaktuppgifter till skadade', of.personskadekontaktuppgifter],
        ['Motpart', of.motpartskontaktuppgifter],
      ]
    }
    case 'Hållplatsinformation':
      return stop(deviation.hallplatsInfo)
    case 'Trafikinformation':
      return stop(deviation.trafikinformation)
    case 'Arbetsmiljöfrågor': {
      const { arbetsMiljo: of } = deviation
      return [
        ['Fordon', of.fordon],
        ['Någon är skadad', of.personskador],
        ['Arbetsmoment', of.arbetsmoment],
        ['Vad hände?', of.vadHande],
        ['Var något annorlunda?', of.varNagot],
        ['Förhållanden', of.forhallanden],
        ['Förslag', of.forslag],
      ]
    }
    case 'Hot och våld': {
      const { hotOchVald: of } = deviation
      return [
        ['Fordon', of.fordon],
        ['Händelsebeskrivning', of.handelseBeskrivning],
        ['Andra som skadades', of.externaPersonskadorInfo],
      ]
    }
    case 'Fordonsskada': {
      const { fordonsskada: of } = deviation
      return [
        ['Fordon', of.fordon],
        ['Händelsebeskrivning', of.handelseBeskrivning],
        ['Skadeplats', of.skadeplatskategori],
        ['Skada på fordonet', of.skadaPaFordon],
        ['Synliga skador på fordonet', of.synligaSkador],
        ['Försäkringskategori', of.forsakringsKategori],
        ['Specificering', of.kategoriSpecificering],
        ...(of.vagensBredd ? [['Vägens bredd (m)', of.vagensBredd] as const] : []),
        ...(of.avstandTillVagensSida ? [['Avstånd till högerkanten (m)', of.avstandTillVagensSida] as const] : []),
        ['Ersättningsfordon behövdes', of.ersattningsfordon],
        ['Polis på platsen', of.polis],
        ['Räddningstjänst på platsen', of.raddningstjanst],
        ['Blodprov eller utandningsprov togs', of.blodprov],
        ['Kontaktuppgifter till skadade', of.personskadekontaktuppgifter],
        ['Motpart', of.motpartskontaktuppgifter],
        ['Vittnen', of.vittnen],
        ['Antal passagerare', of.antalPassagerare],
        ['Mätarställning', of.matarstallning],
      ]
    }
  }
}

const stop = (of: { readonly hallplatskategori: string; readonly handelseBeskrivning: string }) => [
  ['Rubrik', of.hallplatskategori] as const,
  ['Händelsebeskrivning', of.handelseBeskrivning] as const,
]
