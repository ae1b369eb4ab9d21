import type { AddVehicleDamage } from '../../contract/vehicle-damage.ts'
import type { AddWorkEnvironment, ChecklistOption } from '../../contract/work-environment.ts'
import { ownOption } from '../../rules.ts'
import type { Detail } from '../detail.ts'
import { formOptions } from '../options.ts'
import type { Scene } from '#core/pictures/server/demo/scenes.ts'

/** The bus of a report. */
export interface DemoBus {
  readonly name: string
  readonly number: string
  readonly plate: string
}

/** An event that can happen in the demo. It becomes one report, about the bus that it happened to. */
export interface Account {
  readonly rubrik: string
  readonly place: (area: string) => string
  readonly detailOf: (bus: DemoBus) => Detail
  /** What was done about it, once it is closed. */
  readonly action: string
  readonly scenes?: readonly Scene[]
  /** Kronor, once the workshop has settled it. */
  readonly cost?: number
  readonly alert?: boolean
  /** Happens only in this part of the year: 'MM-DD' to 'MM-DD', which may run past New Year. */
  readonly season?: readonly [from: string, to: string]
}

export const winter: Account['season'] = ['11-01', '03-25']
export const notWinter: Account['season'] = ['03-26', '10-31']

export const station = (area: string) => `${area} busstation`
export const depot = (area: string) => `Depån i ${area}`
export const school = (area: string) => `Centralskolan, ${area}`
export const hospital = (area: string) => `Sjukhuset, ${area}`
export const square = (area: string) => `Stora torget, ${area}`
export const crossing = (area: string) => `Korsningen Storgatan–Skolgatan, ${area}`
export const road = (area: string) => `Landsvägen norr om ${area}`

type Damage = Extract<Detail, { typ: 'Fordonsskada' }>['detail']

export const damage = (bus: DemoBus, own: Partial<AddVehicleDamage>): Detail => ({
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

type InsuranceDetail = Extract<Detail, { typ: 'Försäkringsärende' }>['detail']

export const insurance = (bus: DemoBus, own: Partial<InsuranceDetail>): Detail => ({
  typ: 'Försäkringsärende',
  detail: {
    registreringsNummer: bus.plate,
    internnummer: bus.number,
    skadeplatskategori: [],
    polis: false,
    raddningstjanst: false,
    skadaPaFordon: '',
    forsakringsKategori: 'Fordonsskada',
    kategoriSpecificering: '',
    ersattningsfordon: false,
    synligaSkador: '',
    personskadekontaktuppgifter: '',
    motpartskontaktuppgifter: '',
    ...own,
  },
})

type List = 'arbetsmoment' | 'vadHande' | 'varNagot' | 'forhallanden' | 'forslag'

/** The boxes of a checklist, with those chosen by id, and the employee's own addition. */
function boxes(list: List, chosen: readonly string[], own = ''): ChecklistOption[] {
  const known = formOptions[list].map(({ id, label }, index) => ({
    id,
    label,
    order: index,
    value: chosen.includes(id),
  }))
  return [...known, ...ownOption(own)]
}

type Ticked = readonly [chosen: readonly string[], own?: string]

export const workEnvironment = (
  bus: DemoBus,
  injured: boolean,
  ticked: { doing: Ticked; happened: Ticked; unusual: Ticked; conditions: Ticked; proposed: Ticked },
): Detail => {
  const lists: Pick<AddWorkEnvironment, 'Arbetsmoment' | 'VadHande' | 'VarNagot' | 'Forhallanden' | 'Forslag'> = {
    Arbetsmoment: boxes('arbetsmoment', ...ticked.doing),
    VadHande: boxes('vadHande', ...ticked.happened),
    VarNagot: boxes('varNagot', ...ticked.unusual),
    Forhallanden: boxes('forhallanden', ...ticked.conditions),
    Forslag: boxes('forslag', ...ticked.proposed),
  }
  return { typ: 'Arbetsmiljöfrågor', detail: { Fordon: bus.name, Personskador: injured, ...lists } }
}

export const threat =
  (account: string, injuries = '') =>
  (bus: DemoBus): Detail => ({
    typ: 'Hot och våld',
    detail: { Fordon: bus.name, HandelseBeskrivning: account, ExternaPersonskadorInfo: injuries },
  })

export const traffic = (heading: string, account: string) => (): Detail => ({
  typ: 'Trafikinformation',
  detail: { Hallplatskategori: heading, HandelseBeskrivning: account },
})

export const stop = (heading: string, account: string) => (): Detail => ({
  typ: 'Hållplatsinformation',
  detail: { hallplatskategori: heading, handelseBeskrivning: account },
})
