/** Notes of the demo's office on deviations: on those that concern people, and on others. */
export const notes: Readonly<Record<'people' | 'things', readonly string[]>> = {
  people: [
    'Ringde i morse. Mår bra efter omständigheterna och vill arbeta som vanligt.',
    'Pratat med trafikledningen, som kände till det. De skickar loggen i eftermiddag.',
    'Tas upp på nästa skyddskommitté.',
  ],
  things: [
    'Pratat med trafikledningen, som redan hade fått samma uppgift från en annan förare.',
    'Bett om bilderna från kameran. De sparas i 72 timmar, så det brådskar.',
    'Väntar på svar, påminner på fredag.',
  ],
}

interface MeasureText {
  readonly atgard: string
  /** The number of days from the report until the measure is due. */
  readonly days: number
}

export const measures: Readonly<Record<string, readonly MeasureText[]>> = {
  'Hot och våld': [
    { atgard: 'Stödsamtal med föraren genom företagshälsovården', days: 7 },
    { atgard: 'Gå igenom kvällsturerna på linjen med polisen och beställaren', days: 21 },
  ],
  Personskada: [{ atgard: 'Skyddsrond på platsen tillsammans med skyddsombudet', days: 10 }],
  Kränkning: [{ atgard: 'Enskilda samtal med dem som berörs, var för sig', days: 5 }],
  Arbetsmiljöfrågor: [
    { atgard: 'Rätta bristen på platsen och märk ut den tills det är gjort', days: 14 },
    { atgard: 'Gå igenom händelsen på arbetsplatsträffen', days: 28 },
  ],
  Fordonsskada: [{ atgard: 'Samtal med föraren om backning och uppställning', days: 14 }],
  Trafikinformation: [{ atgard: 'Felanmäl till väghållaren och följ upp svaret', days: 10 }],
  Hållplatsinformation: [{ atgard: 'Felanmäl till väghållaren och följ upp svaret', days: 10 }],
  Försäkringsärende: [{ atgard: 'Komplettera anmälan till försäkringsbolaget med bilder', days: 10 }],
}

export const investigations: readonly Readonly<Record<'orsak' | 'risk' | 'atgard' | 'kontroll', string>>[] = [
  {
    orsak:
      'Momentet görs i mörker och under tidspress, och det fanns ingen rutin för vem som kontrollerar platsen innan.',
    risk: 'Medel',
    atgard: 'Platsen kontrolleras före första turen och det skrivs in i depåns checklista.',
    kontroll: 'Skyddsombud och områdeschef går igenom checklistan efter en månad.',
  },
  {
    orsak: 'Föraren var ensam och hade inget sätt att dra sig undan. Larmet fungerade, men svaret dröjde.',
    risk: 'Hög',
    atgard: 'Trafikledningen svarar på larmet inom en minut, dygnet runt, och det övas varje kvartal.',
    kontroll: 'Larmloggen läses efter tre månader.',
  },
]

export const noReport =
  'Bedömt tillsammans med skyddsombudet: ingen skadades, och det fanns ingen allvarlig fara för liv eller hälsa.'
