import type { FaultState } from '../../rules.ts'

/** Texts of the workshop after it has looked at a fault. */
const assessed = [
  'Tittat på den i dag. Går att köra så länge, vi tar in bussen när den är ledig.',
  'Stämmer, vi ser samma sak. Inplanerad till veckan.',
  'Vi behöver beställa en del innan vi kan laga. Bussen kan gå så länge.',
  'Felsökt. Vi byter delen vid nästa service om det inte blir värre. Hör av dig om det blir det.',
]

const underWay = [
  'Bussen är inne nu. Räknar med att den är klar i eftermiddag.',
  'Delen har kommit, vi byter i dag.',
  'Står inne på verkstaden tills vi vet mer.',
]

const repaired: Readonly<Record<string, readonly string[]>> = {
  Dörrar: [
    'Justerat stängningen och smort gångjärnen. Provkörd tio gånger utan anmärkning.',
    'Bytt gummilist och ställt om klämskyddet.',
  ],
  Bromsar: [
    'Bytt bromsbelägg fram på båda sidor. Provbromsad utan anmärkning.',
    'Läckan satt i en slangkoppling. Bytt och tryckprovad.',
  ],
  'Däck och hjul': [
    'Bytt däcket och kontrollerat de andra. Efterdragen.',
    'Balanserat om båda framhjulen. Vibrationen är borta.',
  ],
  Belysning: ['Bytt lampan och kontaktstycket, som hade oxiderat.', 'Lampan bytt. Kontrollerade resten på samma gång.'],
  'Motor och drivlina': [
    'Läst ut felkoden och bytt givaren. Provkörd i två mil.',
    'Tätat läckan och fyllt på. Håll gärna ett öga på nivån i veckan.',
  ],
  'Styrning och fjädring': [
    'Bytt nivåventilen. Nigningen går som den ska.',
    'Spindelled bytt och hjulinställningen kontrollerad.',
  ],
  'Klimat och värme': ['Luftat värmesystemet och bytt fläktmotorn bak.', 'Tömt och fyllt AC:n, den kyler igen.'],
  'Ramp och lift': ['Riktat gångjärnet och smort. Går att fälla med en hand.', 'Nytt halkskydd limmat.'],
  Förarplats: ['Bytt luftbälgen i stolen.', 'Ny brytare på plats.'],
  Biljettmaskin: ['Bytt läsaren mot en ny. Startar som den ska.', 'Leverantören har lagt in ny programvara.'],
  'Skyltar och utrop': ['Laddat om skyltfilen, nu stämmer linjen.', 'Glapp i högtalarkabeln, lagat.'],
}
const repairedAnyhow = [
  'Lagat och provkört. Tack för att du rapporterade.',
  'Åtgärdat. Säg till om det kommer tillbaka.',
]

/** The workshop's text with a state, deterministic; null for some faults. */
export function answerTo(category: string, state: FaultState, number: number): string | null {
  const pick = (texts: readonly string[]) => texts[number % texts.length] ?? null
  if (state === 'Klar') return pick(repaired[category] ?? repairedAnyhow)
  if (state === 'Bedömd') return number % 3 === 0 ? null : pick(assessed)
  return state === 'Åtgärdas' && number % 2 === 0 ? pick(underWay) : null
}

/** Questions to the reporter, each with a possible answer. */
export const questions = [
  ['Händer det varje gång eller bara när det är kallt?', 'Bara på morgonen, efter ett par hållplatser är det borta.'],
  ['Ser du felet på båda sidor, eller bara där du skrev?', 'Bara på den sidan, den andra är hel.'],
  ['Kommer du ihåg ungefär vid vilken hastighet?', 'Runt 60, tydligast i svaga nedförsbackar.'],
  ['Har du provat att starta om, och hjälpte det i så fall?', 'Ja, det hjälpte ungefär en timme.'],
] as const

export const notes = [
  'Reservdel beställd, leverans väntas i slutet av veckan.',
  'Ring leverantören på måndag, garantin gäller fortfarande.',
  'Samma fel som i våras. Kolla kabelstammen först.',
  'Kan samköras med besiktningen, bussen ska ändå in.',
] as const
