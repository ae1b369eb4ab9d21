/** A course in the demo, as its certificate describes it. */
export interface DemoCourse {
  readonly name: string
  readonly hours: number
  readonly contents: readonly string[]
  /** Only for those who drive. */
  readonly forDrivers: boolean
}

const course = (name: string, hours: number, contents: readonly string[], forDrivers = true): DemoCourse => ({
  name,
  hours,
  contents,
  forDrivers,
})

export const slipperyRoads = course('Halkkörning', 4, [
  'Väglag, däck och bromssträckor',
  'Sladd och undanmanöver på bana med tom buss',
  'Resenärernas säkerhet vid halka',
])

export const evacuation = course('Brandskydd och utrymning', 3, [
  'Så börjar en brand i en buss',
  'Handbrandsläckare och fast släcksystem',
  'Utrymning i tunnel, på bro och med rullstolsburna',
])

export const firstAid = course(
  'Hjärt-lungräddning',
  3,
  [
    'Larma och påbörja hjärt-lungräddning',
    'Hjärtstartaren på depån och i bussen',
    'Luftvägsstopp och stabilt sidoläge',
  ],
  false,
)

export const ecoDriving = course('Sparsam körning', 7, [
  'Planerad körning och mjuka starter',
  'Bromsa med motor och retarder',
  'Körpass med mätning före och efter',
])

export const threats = course(
  'Hot och våld',
  4,
  ['Att läsa av och lugna en situation', 'Larm, egen säkerhet och resenärernas', 'Stöd och rapportering efteråt'],
  false,
)

export const laws = course('YKB delkurs 3, lagar och regler', 7, [
  'Kör- och vilotider och färdskrivare',
  'Yrkestrafiklagen och förarens ansvar',
  'Resenärernas rättigheter',
])

export const health = course('YKB delkurs 4, ergonomi och hälsa', 7, [
  'Förarplatsen och arbetsställningar',
  'Trötthet, skiftarbete och kost',
  'Första hjälpen vid trafikolycka',
])

export const customers = course('YKB delkurs 5, trafiksäkerhet och kundfokus', 7, [
  'Oskyddade trafikanter',
  'Bemötande av resenärer med funktionsnedsättning',
  'Bussens utrustning för säkerhet',
])
