import {
  type Account,
  crossing,
  depot,
  hospital,
  notWinter,
  school,
  square,
  station,
  threat,
  winter,
  workEnvironment,
} from './account.ts'

// One line per company, in the order of accounts.ts.

export const threats: readonly Account[] = [
  {
    rubrik: 'Hot och Våld',
    place: station,
    action: 'Samtal med föraren och erbjudande om stödsamtal. Händelsen är polisanmäld.',
    alert: true,
    detailOf: threat(
      'En resenär utan giltig biljett vägrade gå av och hotade mig. Jag öppnade dörrarna, ringde trafikledningen och väntade. Han gick efter några minuter.',
    ),
  },
  {
    rubrik: 'Hot och Våld',
    place: square,
    action: 'Polisanmält. Föraren har haft stödsamtal. Rutan är bytt mot en tjockare.',
    alert: true,
    detailOf: threat(
      'En berusad man slog i rutan till förarplatsen och skrek att han visste var jag bodde. Jag tryckte på larmet och öppnade alla dörrar. Polisen kom efter tio minuter.',
    ),
  },
  {
    rubrik: 'Hot och Våld',
    place: school,
    action: 'Polisanmält. Skolan och fältarbetarna är kontaktade, och kvällsturerna har extra tillsyn.',
    alert: true,
    detailOf: threat(
      'Två ungdomar kastade sten på bussen från gångbron. En sidoruta gick sönder. Ingen träffades, men flera blev rädda.',
      'En passagerare fick en glasskärva i handen och plåstrades om på plats.',
    ),
  },
  {
    rubrik: 'Hot och Våld',
    place: crossing,
    action: 'Polisanmält, kamerabilderna är sparade. Föraren var ledig resten av dagen med lön.',
    alert: true,
    detailOf: threat(
      'En bilist klev ur vid rödljuset, ryckte i förardörren och hotade att slå mig. Jag höll stängt och väntade tills han körde.',
    ),
  },
]

export const workEnvironments: readonly Account[] = [
  {
    rubrik: 'Arbetsmiljö',
    place: depot,
    action: 'Depån sandas nu före klockan 4. Broddar finns att hämta i förarrummet.',
    scenes: ['yard'],
    alert: true,
    season: winter,
    detailOf: (bus) =>
      workEnvironment(bus, false, {
        doing: [['depakorning', 'fordonskontroll']],
        happened: [['tillbud', 'halka']],
        unusual: [[], 'Uppställningen var inte sandad'],
        conditions: [['morker', 'is']],
        proposed: [['halkbekampning', 'belysning']],
      }),
  },
  {
    rubrik: 'Arbetsmiljö',
    place: depot,
    action: 'Spillet är sanerat, och absorberande medel finns nu vid varje pump.',
    alert: true,
    season: notWinter,
    detailOf: (bus) =>
      workEnvironment(bus, false, {
        doing: [['depakorning', 'tankning']],
        happened: [['tillbud', 'halka']],
        unusual: [[], 'Olja på marken vid pumpen'],
        conditions: [['torrt', 'trangsel']],
        proposed: [['underhall', 'utbildning']],
      }),
  },
  {
    rubrik: 'Arbetsmiljö',
    place: station,
    action: 'Rampens handtag är smort och märkt. Instruktionen är uppdaterad.',
    alert: true,
    detailOf: (bus) =>
      workEnvironment(bus, true, {
        doing: [['ramp', 'resenar']],
        happened: [['klamdes']],
        unusual: [['nytt-fordon']],
        conditions: [['dagsljus', 'regn']],
        proposed: [['hjalpmedel', 'utbildning'], 'Märk ut var man ska hålla'],
      }),
  },
  {
    rubrik: 'Arbetsmiljö',
    place: hospital,
    action: 'Tidtabellen har fått sex minuters uppehåll vid sjukhuset.',
    detailOf: (bus) =>
      workEnvironment(bus, false, {
        doing: [['korning']],
        happened: [['tillbud', 'stress']],
        unusual: [['kort-rast', 'forsenad']],
        conditions: [['dagsljus', 'trangsel']],
        proposed: [['kortid', 'rast']],
      }),
  },
  {
    rubrik: 'Arbetsmiljö',
    place: depot,
    action: 'Frånluften i tvätthallen är lagad och mäts varje kvartal.',
    detailOf: (bus) =>
      workEnvironment(bus, true, {
        doing: [['tvatt']],
        happened: [['kemikalie']],
        unusual: [['ensam']],
        conditions: [['buller', 'dalig-belysning']],
        proposed: [['hjalpmedel'], 'Skyddsglasögon vid högtryckstvätten'],
      }),
  },
]
