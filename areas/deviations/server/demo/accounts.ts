import type { AddVehicleDamage } from '../../contract/vehicle-damage.ts'
import type { AddWorkEnvironment, ChecklistOption } from '../../contract/work-environment.ts'
import { ownOption } from '../../rules.ts'
import type { Detail } from '../detail.ts'
import { formOptions } from '../options.ts'
import type { Scene } from './scenes.ts'

/** The bus of a report. */
export interface DemoBus {
  readonly name: string
  readonly number: string
  readonly plate: string
}

/** What can happen in the demo: one account is one report, told with the bus it happened to. */
export interface Account {
  readonly rubrik: string
  readonly place: (area: string) => string
  readonly tell: (bus: DemoBus) => Detail
  /** What was done about it, once it is closed. */
  readonly action: string
  readonly scenes?: readonly Scene[]
  /** Kronor, once the workshop has settled it. */
  readonly cost?: number
  readonly alert?: boolean
}

const station = (area: string) => `${area} busstation`
const depot = (area: string) => `Depån i ${area}`
const school = (area: string) => `Centralskolan, ${area}`
const hospital = (area: string) => `Sjukhuset, ${area}`
const square = (area: string) => `Stora torget, ${area}`
const crossing = (area: string) => `Korsningen Storgatan–Skolgatan, ${area}`

type Damage = Extract<Detail, { typ: 'Fordonsskada' }>['detail']

const damage = (bus: DemoBus, own: Partial<AddVehicleDamage>): Detail => ({
  typ: 'Fordonsskada',
  detail: { ...noDamage, Fordon: bus.name, ...own },
})

const noDamage: Damage = {
  HandelseBeskrivning: '',
  Fordon: '',
  Skadeplatskategori: [],
  Polis: false,
  Blodprov: false,
  Raddningstjanst: false,
  Ersattningsfordon: false,
  Vittnen: '',
  Matarstallning: '',
  AntalPassagerare: '',
  SkadaPaFordon: '',
  ForsakringsKategori: 'Fordonsskada',
  KategoriSpecificering: '',
  SynligaSkador: '',
  Personskadekontaktuppgifter: '',
  Motpartskontaktuppgifter: '',
  VagensBredd: '',
  AvstandTillVagensSida: '',
}

type List = 'arbetsmoment' | 'vadHande' | 'varNagot' | 'forhallanden' | 'forslag'

/** The boxes of a checklist, some of them chosen by their ids, and an addition of one's own. */
function boxes(list: List, chosen: readonly string[], own = ''): ChecklistOption[] {
  const known = formOptions[list].map(({ id, label }, index) => ({
    id,
    label,
    order: index,
    value: chosen.includes(id),
  }))
  return [...known, ...ownOption(own)]
}

const workEnvironment = (
  bus: DemoBus,
  injured: boolean,
  lists: Omit<AddWorkEnvironment, 'Datum' | 'Plats' | 'Fordon' | 'Personskador' | 'AttachmentUploadBlobNames'>,
): Detail => ({ typ: 'Arbetsmiljöfrågor', detail: { Fordon: bus.name, Personskador: injured, ...lists } })

const traffic = (heading: string, account: string) => (): Detail => ({
  typ: 'Trafikinformation',
  detail: { Hallplatskategori: heading, HandelseBeskrivning: account },
})

/** In the order in which an employee's own come: whoever has six has one of each type. */
export const accounts: readonly Account[] = [
  {
    rubrik: 'Fordonsskada',
    place: crossing,
    action: 'Sidopanelen är riktad och lackerad. Ärendet är anmält till försäkringsbolaget.',
    scenes: ['scratch', 'dent'],
    cost: 18_450,
    tell: (bus) =>
      damage(bus, {
        HandelseBeskrivning:
          'En personbil bytte fil utan att blinka när jag svängde ut från hållplatsen. Vi tog i varandra längs bussens vänstra sida. Ingen skadades.',
        Skadeplatskategori: ['Vänster sida mitt', 'Vänster sida bak'],
        KategoriSpecificering: 'Kollision',
        SkadaPaFordon: 'Repor och en buckla på sidopanelen, trasigt bakljus.',
        AntalPassagerare: '14',
        Matarstallning: '284512',
        Vittnen: 'Två resenärer, namn och telefon finns hos trafikledningen.',
        Motpartskontaktuppgifter: 'Vit Volvo V60. Föraren fyllde i skadeanmälan på plats.',
        VagensBredd: '7',
        AvstandTillVagensSida: '1,5',
      }),
  },
  {
    rubrik: 'Skadat väderskydd',
    place: square,
    action: 'Anmält till väghållaren, glaset är utbytt.',
    scenes: ['shelter'],
    tell: traffic(
      'Skadat väderskydd',
      'Ena glasrutan är krossad och det ligger glas på hela plattformen. Resenärerna får vänta ute på gatan.',
    ),
  },
  {
    rubrik: 'Hot och Våld',
    place: station,
    action: 'Samtal med föraren och erbjudande om stödsamtal. Händelsen är polisanmäld.',
    alert: true,
    tell: (bus) => ({
      typ: 'Hot och våld',
      detail: {
        Fordon: bus.name,
        HandelseBeskrivning:
          'En resenär utan giltig biljett vägrade gå av och hotade mig. Jag öppnade dörrarna, ringde trafikledningen och väntade. Han gick efter några minuter.',
        ExternaPersonskadorInfo: '',
      },
    }),
  },
  {
    rubrik: 'Arbetsmiljö',
    place: depot,
    action: 'Depån sandas nu före klockan 04. Broddar finns att hämta i förarrummet.',
    scenes: ['yard'],
    alert: true,
    tell: (bus) =>
      workEnvironment(bus, false, {
        Arbetsmoment: boxes('arbetsmoment', ['depakorning', 'fordonskontroll']),
        VadHande: boxes('vadHande', ['tillbud', 'halka']),
        VarNagot: boxes('varNagot', [], 'Uppställningen var inte sandad'),
        Forhallanden: boxes('forhallanden', ['morker', 'is']),
        Forslag: boxes('forslag', ['halkbekampning', 'belysning']),
      }),
  },
  {
    rubrik: 'Försäkringsärende',
    place: depot,
    action: 'Reglerat av försäkringsbolaget.',
    scenes: ['mirror'],
    tell: (bus) => ({
      typ: 'Försäkringsärende',
      detail: {
        registreringsNummer: bus.plate,
        internnummer: bus.number,
        skadeplatskategori: ['Backspegel', 'Höger sida fram'],
        polis: false,
        raddningstjanst: false,
        skadaPaFordon: 'Höger backspegel krossad.',
        forsakringsKategori: 'Fordonsskada',
        kategoriSpecificering: 'Parkeringsskada',
        ersattningsfordon: true,
        synligaSkador: '',
        personskadekontaktuppgifter: '',
        motpartskontaktuppgifter: '',
      },
    }),
  },
  {
    rubrik: 'Snöröjning eller halka vid hållplats',
    place: school,
    action: 'Kommunen har röjt hållplatsen och lagt in den i sin slinga.',
    scenes: ['snow'],
    tell: () => ({
      typ: 'Hållplatsinformation',
      detail: {
        hallplatskategori: 'Snöröjning eller halka vid hållplats',
        handelseBeskrivning: 'Plogvallen ligger kvar mot kantstenen. Barnen kliver av rakt ut i körbanan.',
      },
    }),
  },
  {
    rubrik: 'Felparkerade fordon',
    place: hospital,
    action: 'Kommunens parkeringsvakter har fått uppgift om platsen.',
    scenes: ['blocked'],
    tell: traffic(
      'Felparkerade fordon',
      'En personbil stod på hållplatsen i över tjugo minuter. Jag fick släppa av i körbanan.',
    ),
  },
  {
    rubrik: 'Fordonsskada',
    place: (area) => `Väg 363 norr om ${area}`,
    action: 'Vindrutan är bytt.',
    scenes: ['windscreen'],
    cost: 7_900,
    tell: (bus) =>
      damage(bus, {
        HandelseBeskrivning: 'Stenskott från en mötande lastbil. Sprickan växte under turen.',
        Skadeplatskategori: ['Ruta', 'Front'],
        KategoriSpecificering: 'Glasskada',
        SkadaPaFordon: 'Spricka i vindrutan framför föraren.',
        AntalPassagerare: '6',
        Matarstallning: '198340',
        Ersattningsfordon: true,
      }),
  },
  {
    rubrik: 'Fordonsskada',
    place: (area) => `Skogsvägen öster om ${area}`,
    action: 'Fronten är reparerad. Eftersöksjägare kontaktades på plats.',
    cost: 31_200,
    tell: (bus) =>
      damage(bus, {
        HandelseBeskrivning: 'Ett rådjur sprang ut framför bussen i 70 km/h. Jag hann bromsa men inte stanna.',
        Skadeplatskategori: ['Front'],
        KategoriSpecificering: 'Vilt eller djurolycka',
        SkadaPaFordon: 'Krossad strålkastare och skadad stötfångare.',
        Polis: true,
        AntalPassagerare: '3',
        Matarstallning: '341077',
      }),
  },
  {
    rubrik: 'Arbetsmiljö',
    place: station,
    action: 'Rampens handtag är smort och märkt. Instruktionen är uppdaterad.',
    alert: true,
    tell: (bus) =>
      workEnvironment(bus, true, {
        Arbetsmoment: boxes('arbetsmoment', ['ramp', 'resenar']),
        VadHande: boxes('vadHande', ['klamdes']),
        VarNagot: boxes('varNagot', ['nytt-fordon']),
        Forhallanden: boxes('forhallanden', ['dagsljus', 'regn']),
        Forslag: boxes('forslag', ['hjalpmedel', 'utbildning'], 'Märk ut var man ska hålla'),
      }),
  },
  {
    rubrik: 'Återkommande försening',
    place: crossing,
    action: 'Körtiden ses över inför nästa tidtabell.',
    tell: traffic(
      'Återkommande försening',
      'Signalen vid Skolgatan släpper bara igenom två fordon. Turen är 4–6 minuter sen varje eftermiddag.',
    ),
  },
  {
    rubrik: 'Fordonsskada',
    place: depot,
    action: 'Polisanmält. Verktygen är ersatta.',
    cost: 2_300,
    tell: (bus) =>
      damage(bus, {
        HandelseBeskrivning: 'Bagageluckan var uppbruten när jag hämtade bussen på morgonen.',
        Skadeplatskategori: ['Höger sida bak'],
        ForsakringsKategori: 'Stöld',
        KategoriSpecificering: 'Domkraft, varningstriangel och snökedjor',
        SkadaPaFordon: 'Bruten lucka och skadat lås.',
        Polis: true,
      }),
  },
]
