import type { VariantFile } from '#platform/contract/variant.ts'

type Numbers = VariantFile['crisis']['numbers']

/** The company's functions in the order in which a driver needs them, with what they help with. */
export const functionsFirst: readonly (readonly [keyof Numbers, string, string])[] = [
  ['trafficControl', 'Trafikledningen', 'Förseningar, avlösning och allt som hindrar turen'],
  ['workshop', 'Verkstaden', 'Fel på bussen som inte kan vänta'],
]
export const functionsAfter: readonly (readonly [keyof Numbers, string, string])[] = [
  ['crisisGroup', 'Krisgruppen', 'Olyckor, hot och våld'],
  ['support', 'Krisstödet', 'Någon att prata med efter en svår händelse'],
  ['switchboard', 'Växeln', 'Alla andra på bolaget'],
  ['press', 'Presstelefonen', 'Hänvisa journalister hit'],
]

const traffic = 'Tjänster, byten och trafiken i dag'
const workplace = 'Arbetsplatsen, schemat och ledighet'
const workshop = 'Fordon och reparationer'

/** Positions whose holders colleagues call at work, with what they help with. Spelled as on the wire (claim IntraPosition). */
export const calledPositions: Readonly<Record<string, string>> = {
  Trafikledare: traffic,
  'Trafikledare Beställning': traffic,
  'Trafikansvarig Linje': traffic,
  Driftledare: traffic,
  Områdeschef: workplace,
  Depåansvarig: workplace,
  Verkstadsansvarig: workshop,
  Verkstadschef: workshop,
  Förstemekaniker: workshop,
  'HR-chef': 'Anställning, arbetsmiljö och rehabilitering',
  Löneadministratör: 'Lön och intyg',
  Lönespecialist: 'Lön och intyg',
  Fastighetsansvarig: 'Lokaler, nycklar och larm',
}
