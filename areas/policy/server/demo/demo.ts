import { addDays } from '#platform/contract/wall-clock.ts'
import type { Platform } from '#platform/server/area.ts'
import type { PaperSection } from '#core/documents/server/demo/paper.ts'
import { fillEmptyShelf } from '#core/documents/server/demo/shelf-documents.ts'
import { policyShelf } from '../shelf.ts'

interface DemoPolicy {
  readonly fileName: string
  readonly title: string
  /** Days before today. */
  readonly age: number
  readonly sections: readonly PaperSection[]
}

const policies: readonly DemoPolicy[] = [
  {
    fileName: 'Alkohol- och drogpolicy.pdf',
    title: 'Alkohol- och drogpolicy',
    age: 292,
    sections: [
      {
        paragraphs: [
          'Hos oss är all trafik nykter trafik. Ingen arbetar påverkad av alkohol eller andra droger, och ingen kör med alkohol i blodet.',
        ],
      },
      {
        heading: 'Det här gäller',
        points: [
          'Alla bussar har alkolås. Slår alkolåset till: kör inte. Ring trafikledningen direkt.',
          'Slumpvisa tester görs i alla befattningar, även ledningen.',
          'Läkemedel som påverkar körförmågan: prata med din chef innan passet.',
        ],
      },
      {
        heading: 'Om du är orolig',
        paragraphs: [
          'Den som själv ber om hjälp får hjälp. Prata med din närmaste chef, skyddsombudet eller företagshälsovården. Är du orolig för en kollega: säg det till kollegan, och till chefen.',
        ],
      },
    ],
  },
  {
    fileName: 'Arbetsmiljöpolicy.pdf',
    title: 'Arbetsmiljöpolicy',
    age: 248,
    sections: [
      {
        paragraphs: [
          'Ingen ska bli sjuk eller skadas av sitt arbete. Var och en ska kunna gå hem lika frisk som hen kom.',
        ],
      },
      {
        heading: 'Så arbetar vi',
        points: [
          'Varje depå har skyddsrond fyra gånger om året.',
          'Tillbud och olyckor rapporteras samma dag under Avvikelser i portalen.',
          'Förarplats, raster och toaletter på linjen tas upp innan ett nytt schema börjar gälla.',
          'Allvarliga tillbud anmäls till Arbetsmiljöverket utan dröjsmål.',
        ],
      },
      {
        heading: 'Ansvar',
        paragraphs: ['Vd har det yttersta ansvaret. Uppgifterna är fördelade skriftligt till områdescheferna.'],
      },
    ],
  },
  {
    fileName: 'Likabehandling och kränkande särbehandling.pdf',
    title: 'Likabehandling och kränkande särbehandling',
    age: 203,
    sections: [
      { paragraphs: ['Alla har samma värde och ska bemötas med respekt, av kollegor, chefer och resenärer.'] },
      {
        heading: 'Om du utsätts',
        points: [
          'Säg ifrån om du kan.',
          'Skriv upp vad som hände, när och vilka som såg det.',
          'Berätta för din chef. Gäller det chefen: berätta för chefens chef, HR eller skyddsombudet.',
          'Vi börjar utreda inom en vecka, och du får veta hur det går.',
        ],
      },
    ],
  },
  {
    fileName: 'Miljö- och trafiksäkerhetspolicy.pdf',
    title: 'Miljö- och trafiksäkerhetspolicy',
    age: 161,
    sections: [
      { paragraphs: ['Säkert först, sedan mjukt, sedan i tid. Den som behöver välja väljer i den ordningen.'] },
      {
        heading: 'Våra mål',
        points: [
          'Ingen dödas eller skadas allvarligt i vår trafik.',
          'Bränsle- och energianvändningen per kilometer minskar med tre procent om året.',
          'Alla förare får återkoppling på sin körning under Sparsam körning i portalen.',
        ],
      },
    ],
  },
  {
    fileName: 'Riktlinjer för sociala medier [kort version].pdf',
    title: 'Riktlinjer för sociala medier',
    age: 96,
    sections: [
      {
        points: [
          'Lägg aldrig ut bilder på resenärer, olyckor eller kollegor utan lov.',
          'Skriv gärna om jobbet, men inte i bolagets namn.',
          'Frågor från journalister går till presstelefonen.',
        ],
      },
    ],
  },
  {
    fileName: 'Rutin för hittegods.docx',
    title: 'Rutin för hittegods',
    age: 74,
    sections: [
      {
        heading: 'På bussen',
        points: [
          'Gå igenom bussen vid varje ändhållplats.',
          'Misstänkt föremål: rör det inte, utrym bussen och ring 112.',
          'Märk fyndet med linje, datum och tid.',
        ],
      },
      {
        heading: 'På depån',
        points: [
          'Lämna fyndet i hittegodsskåpet samma dag.',
          'Pengar, pass och telefoner låses in av trafikledningen.',
        ],
      },
    ],
  },
  {
    fileName: 'Rutin vid hot och våld (för förare).docx',
    title: 'Rutin vid hot och våld',
    age: 41,
    sections: [
      {
        heading: 'När det händer',
        points: [
          'Håll avstånd. Gör inte motstånd. Lämna det den som hotar vill ha.',
          'Är hotet inne i bussen: stanna, öppna dörrarna och låt alla gå ut.',
          'Kommer hotet utifrån: håll dörrarna stängda och kör därifrån om det går.',
          'Tryck på larmet om det går utan fara.',
          'Ring 112 så fort du är i trygghet.',
          'Följ inte efter.',
          'Ring trafikledningen. Du blir avlöst.',
        ],
      },
      {
        heading: 'Efteråt',
        points: [
          'Skriv upp signalement och åt vilket håll personen gick: kön, ålder, längd, klädsel, tal.',
          'Rör inget. Kamerabilderna sparas av trafikledningen.',
          'Du blir inte lämnad ensam. Krisstöd ges samma dag, och din chef ringer igen efter tre dagar.',
          'Rapportera under Avvikelser, Hot och Våld. Din chef berättar för skyddsombudet.',
          'Bolaget gör polisanmälan och anmäler arbetsskadan.',
          'Allvarligt hot anmäls till Arbetsmiljöverket utan dröjsmål.',
        ],
      },
      {
        heading: 'Förebyggande',
        paragraphs: ['Hot och våld tas upp på varje arbetsplatsträff. Säg till om en linje eller en tid känns otrygg.'],
      },
    ],
  },
]

// Each company has its own names for the documents: title, and file name if it differs.
const called: Readonly<Record<string, Readonly<Record<string, readonly [title: string, fileName?: string]>>>> = {
  vast: {
    'Alkohol- och drogpolicy': ['Nykter trafik', 'Nykter trafik – så gör vi.pdf'],
    Arbetsmiljöpolicy: ['Arbetsmiljö och säkerhet i Väst'],
    'Likabehandling och kränkande särbehandling': ['Bra på jobbet: likabehandling'],
    'Miljö- och trafiksäkerhetspolicy': ['Trafiksäkerhet och miljö'],
    'Riktlinjer för sociala medier': ['Vi i sociala medier'],
    'Rutin för hittegods': ['Kvarglömt på bussen'],
    'Rutin vid hot och våld': ['Hot och våld: stöd till dig som förare'],
  },
  syd: {
    'Alkohol- och drogpolicy': ['Drogpolicy'],
    Arbetsmiljöpolicy: ['Arbetsmiljöpolicy för Skåne'],
    'Likabehandling och kränkande särbehandling': ['Plan för lika behandling'],
    'Miljö- och trafiksäkerhetspolicy': ['Säker och grön trafik'],
    'Riktlinjer för sociala medier': ['Sociala medier och pressen'],
    'Rutin för hittegods': ['Hittegods på linje och depå'],
    'Rutin vid hot och våld': ['Hot och våld i trafiken'],
  },
  ost: {
    'Alkohol- och drogpolicy': ['Policy mot alkohol och droger'],
    Arbetsmiljöpolicy: ['Vår arbetsmiljö'],
    'Likabehandling och kränkande särbehandling': ['Nolltolerans mot kränkningar'],
    'Miljö- och trafiksäkerhetspolicy': ['Trafiksäkerhetspolicy'],
    'Riktlinjer för sociala medier': ['Råd om sociala medier'],
    'Rutin för hittegods': ['Upphittat: så gör vi'],
    'Rutin vid hot och våld': ['Rutin: hot, våld och rån'],
  },
}

const extensionFrom = (fileName: string) => fileName.slice(fileName.lastIndexOf('.'))

/** A company's policies, with its own names. */
function policiesOf(company: string): readonly DemoPolicy[] {
  return policies.map((policy) => {
    const [title, fileName] = called[company]?.[policy.title] ?? []
    if (!title) return policy
    return { ...policy, title, fileName: fileName ?? `${title.replaceAll(':', ' –')}${extensionFrom(policy.fileName)}` }
  })
}

/** Adds the policies of every demo company, as PDF and Word. */
export async function demoPolicies(platform: Platform, today: string): Promise<void> {
  for (const { id: company, name } of platform.variants.companies.values()) {
    await fillEmptyShelf(
      platform,
      { company, shelf: policyShelf.name },
      policiesOf(company).map(({ fileName, title, age, sections }) => ({
        fileName,
        reach: { of: 'company' },
        paper: { title, author: name, dated: new Date(`${addDays(today, -age)}T09:00:00Z`), sections },
      })),
    )
  }
}
