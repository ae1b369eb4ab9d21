import type { Scene } from '#core/pictures/server/demo/scenes.ts'
import { isDangerous } from '../../rules.ts'

/** What drivers write: `{dörr}`, `{sida}`, `{hörn}`, `{rad}` and `{linje}` are filled in from the lists below. */
export const textsOf: Readonly<Record<string, readonly string[]>> = {
  Dörrar: [
    '{dörr} stänger inte helt, det blåser in kallt i vagnen.',
    '{dörr} öppnar sig igen när den ska stänga. Fick trycka till den för hand vid flera hållplatser.',
    'Gummilisten på {dörr} har lossnat i nederkant.',
    '{dörr} går mycket trögt när det är kallt.',
    'Klämskyddet på {dörr} reagerar inte som det ska.',
    'Nödöppnaren vid {dörr} sitter löst, plomberingen är bruten.',
  ],
  Bromsar: [
    'Drar åt {sida} vid inbromsning.',
    'Gnisslar kraftigt från {hörn} när man bromsar i låg fart.',
    'Hållplatsbromsen släpper inte direkt, det dröjer några sekunder.',
    'Retardern kopplar ur i nedförsbackar.',
    'Luft pyser när man står på bromsen, trycket sjunker långsamt.',
  ],
  'Däck och hjul': [
    'Skada på däcksidan {hörn}, troligen efter en trottoarkant.',
    'Lågt tryck {hörn} enligt instrumentet. Såg inget vid okulär kontroll.',
    'Vibrationer i ratten från 70\u00a0km/h och uppåt.',
    'Hjulmutterindikator {hörn} har vridit sig.',
    'Dubbar saknas på flera ställen {hörn}.',
  ],
  Belysning: [
    'Halvljuset {sida} är trasigt.',
    'Ett bromsljus {sida} lyser inte.',
    'Blinkersen {sida} bak blinkar dubbelt så fort som den ska.',
    'Innerbelysningen flimrar på {rad}.',
    'Fotstegsbelysningen vid {dörr} lyser inte.',
    'Skyltlyktan bak är sönder.',
  ],
  'Motor och drivlina': [
    'Motorlampan lyser gult sedan i morse. Går normalt i övrigt.',
    'Rycker vid uppväxling mellan tvåan och trean.',
    'Går ned i nödläge i långa uppförsbackar, får starta om.',
    'Oljefläck under bussen efter rast, ungefär en handflata stor.',
    'Kylvätska under miniminivå, fylld i depån i kväll.',
    'Startar först på tredje försöket när den har stått ute över natten.',
  ],
  'Styrning och fjädring': [
    'Nigningen fungerar inte på {sida} sida.',
    'Bussen står snett, lägre på {sida} sida efter att den stått en stund.',
    'Slår i framvagnen vid farthinder, hörs mest {sida}.',
    'Ratten är inte centrerad, står några grader åt {sida} vid körning rakt fram.',
  ],
  'Klimat och värme': [
    'Ingen värme i bakre delen av bussen, resenärer klagar.',
    'Fläkten på förarplatsen går bara på högsta läget.',
    'Imma på framrutan, defrostern orkar inte.',
    'AC:n blåser varmt trots läge kallt.',
    'Dieselvärmaren startar inte på timern.',
    'Det luktar bränt från värmaren vid start.',
  ],
  'Ramp och lift': [
    'Rampen vid {dörr} går inte att fälla ut för hand, gångjärnet är böjt.',
    'Rampens larm tjuter fast den är infälld.',
    'Liften stannar halvvägs ned. Fick veva upp den.',
    'Halkskyddet på rampen har släppt.',
  ],
  'Rutor, torkare och speglar': [
    'Stenskott i framrutan framför föraren, cirka 2\u00a0cm.',
    'Backspegeln {sida} vibrerar så att man knappt ser.',
    'Torkarbladet {sida} lämnar ränder mitt i synfältet.',
    'Spolarvätskan kommer inte fram till {sida} torkare.',
    'Eluppvärmningen av spegeln {sida} fungerar inte.',
    'Spricka i sidorutan vid {rad}.',
  ],
  'Inredning och säten': [
    'Sätet på {rad}, {sida} sida, är löst i infästningen.',
    'Bältet på {rad} rullar inte tillbaka.',
    'Klotter på sätesryggarna vid {rad}.',
    'Ett handtag i taket vid {dörr} har lossnat.',
    'Stoppknappen vid {rad} har fastnat i intryckt läge.',
    'Sönderskuren klädsel på {rad}.',
  ],
  Förarplats: [
    'Förarstolens luftfjädring läcker, sjunker ihop under passet.',
    'Knappen för helljus glappar.',
    'Solskyddet för framrutan går inte att dra ned.',
    'Färdskrivaren tar inte emot kort vid första försöket.',
    'Armstödet på förarstolen är av.',
  ],
  Biljettmaskin: [
    'Kortläsaren vid {dörr} startar om flera gånger per tur.',
    'Biljettmaskinen hittar inte linje {linje} i tidtabellen.',
    'Skrivaren matar inte fram papper.',
    'Läsaren svarar inte på QR-biljetter när solen ligger på.',
    'Skärmen är frusen, omstart hjälper bara en stund.',
  ],
  'Skyltar och utrop': [
    'Linjeskylten fram visar fel linje, {linje} i stället för ej i trafik.',
    'Hållplatsutropet är tyst i hela bussen.',
    'Utropet ligger två hållplatser efter på linje {linje}.',
    'Sidoskylten är helt släckt.',
    'Inre skärmen är svart sedan i går.',
  ],
  'Kommunikation och kamera': [
    'Backkameran ger ingen bild.',
    'Radion hör trafikledningen men de hör inte mig.',
    'Kameran vid {dörr} är suddig, går inte att torka ren.',
    'Larmknappen gav inget svar vid provet före passet.',
  ],
  Kaross: [
    'Repa och liten buckla {sida} bak, upptäckt vid avgångskontroll.',
    'Luckan till batterifacket går inte att låsa.',
    'Stötfångaren fram är lös {sida}.',
    'Dekoren på {sida} sida har börjat släppa.',
    'Vatten droppar från takluckan vid {rad}.',
  ],
  Säkerhetsutrustning: [
    'Brandsläckaren fram har passerat datum för kontroll.',
    'En nödhammare saknas vid {rad}.',
    'Första förband är öppnat och inte påfyllt.',
    'Varningstriangeln saknas i facket.',
  ],
  Övrigt: [
    'Stark lukt av diesel i kupén på tomgång.',
    'Pipande ljud från instrumentbrädan som inte går att härleda.',
    'Papperskorgen vid {dörr} har lossnat.',
    'Skyltarna för prioriterad plats är bortrivna.',
  ],
}

export const fillings: Readonly<Record<string, readonly string[]>> = {
  dörr: ['dörr 1', 'dörr 2', 'dörr 3'],
  sida: ['vänster', 'höger'],
  hörn: ['vänster fram', 'höger fram', 'vänster bak', 'höger bak'],
  rad: ['rad 3', 'rad 5', 'rad 8', 'bakersta raden'],
  linje: ['1', '2', '4', '8', '12'],
}

/** Why nothing was done. */
const anyReasons: readonly string[] = [
  'Kontrollerad på verkstaden, felet kunde inte återskapas. Rapportera igen om det återkommer.',
  'Ligger inom tillverkarens toleranser enligt mätning.',
  'Redan anmäld i en annan felrapport för samma fordon.',
]

/** Reasons only for faults with which the bus may be driven. */
const harmlessReasons: readonly string[] = [
  'Bussen tas ur trafik den här månaden och skrotas.',
  'Beror på väglaget enligt provkörning, inget fel på fordonet.',
]

/** Why nothing was done about a fault of a category. */
export const reasonsFor = (category: string): readonly string[] =>
  isDangerous(category) ? anyReasons : [...anyReasons, ...harmlessReasons]

/** The scenes of photos, by the beginning of a report's text. */
const photographed: Readonly<Record<string, readonly Scene[]>> = {
  'Stenskott i framrutan': ['windscreen'],
  'Repa och liten buckla': ['scratch', 'dent'],
  Stötfångaren: ['dent'],
}

export const withPhoto = {
  category: 'Rutor, torkare och speglar',
  text: 'Stenskott i framrutan framför föraren, cirka 2\u00a0cm.',
} as const

export const scenesOf = (text: string): readonly Scene[] =>
  Object.entries(photographed).find(([beginning]) => text.startsWith(beginning))?.[1] ?? []
