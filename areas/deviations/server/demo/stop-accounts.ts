import {
  type Account,
  crossing,
  hospital,
  notWinter,
  school,
  square,
  station,
  stop,
  traffic,
  winter,
} from './account.ts'

// One line per company, in the order of accounts.ts.

const account = (
  rubrik: string,
  text: string,
  rest: Pick<Account, 'place' | 'action'> & Partial<Account>,
  detailOf: typeof stop | typeof traffic = traffic,
): Account => ({ rubrik, detailOf: detailOf(rubrik, text), ...rest })

export const trafficReports: readonly Account[] = [
  account(
    'Skadat väderskydd',
    'Ena glasrutan är krossad och det ligger glas på hela plattformen. Resenärerna får vänta ute på gatan.',
    { place: square, action: 'Anmält till väghållaren, glaset är utbytt.', scenes: ['shelter'] },
  ),
  account('Trasig belysning vid hållplats', 'Lampan har varit släckt i en vecka. Jag ser inte om någon väntar.', {
    place: station,
    action: 'Kommunen har bytt lampan.',
  }),
  account('Klotter eller nedskräpning', 'Hela tidtabellstavlan är översprutad. Ingen kan läsa avgångarna.', {
    place: school,
    action: 'Tavlan är bytt och glaset klotterskyddat.',
  }),
  account('Resenär fick inte plats', 'Turen 07.25 var full redan vid andra hållplatsen. Elva fick stå kvar.', {
    place: hospital,
    action: 'En förstärkningsbuss går skoldagar från och med nästa schema.',
  }),
]

export const stopReports: readonly Account[] = [
  account(
    'Snöröjning eller halka vid hållplats',
    'Plogvallen ligger kvar mot kantstenen. Barnen kliver av rakt ut i körbanan.',
    {
      place: school,
      action: 'Kommunen har röjt hållplatsen och lagt in den i sin slinga.',
      scenes: ['snow'],
      season: winter,
    },
    stop,
  ),
  account(
    'Hinder eller vägarbete',
    'Avspärrningen står kvar på hållplatsen fast grävningen är klar. Barnen kliver av i körbanan.',
    { place: school, action: 'Entreprenören har flyttat avspärrningen.', season: notWinter },
    stop,
  ),
  account(
    'Skadad eller saknad hållplatsstolpe',
    'Stolpen är nedkörd och ligger på gångbanan.',
    { place: crossing, action: 'Stolpen är uppsatt igen.' },
    stop,
  ),
  account(
    'Trasig belysning vid hållplats',
    'Väderskyddet är mörkt och sikten skymd av en reklamtavla.',
    { place: square, action: 'Belysningen är lagad. Tavlan är flyttad.' },
    stop,
  ),
  account(
    'Klotter eller nedskräpning',
    'Papperskorgen är borta och skräpet blåser ut i körbanan.',
    { place: station, action: 'Ny papperskorg är uppsatt.' },
    stop,
  ),
]

export const otherReports: readonly Account[] = [
  account(
    'Felparkerade fordon',
    'En personbil stod på hållplatsen i över tjugo minuter. Jag fick släppa av resenärerna i körbanan.',
    { place: hospital, action: 'Kommunens parkeringsvakter har fått uppgift om platsen.', scenes: ['blocked'] },
  ),
  account(
    'Återkommande försening',
    'Signalen vid Skolgatan släpper bara igenom två fordon. Turen är 4–6 minuter sen varje eftermiddag.',
    { place: crossing, action: 'Körtiden ses över inför nästa tidtabell.' },
  ),
  account('Synpunkt från resenär', 'En kvinna med rullator fick inte hjälp av min kollega. Hon vill bli uppringd.', {
    place: hospital,
    action: 'Kundtjänst har ringt. Rutinen för ramp tas upp på arbetsplatsträffen.',
  }),
  account('Hinder eller vägarbete', 'En container står så nära hörnet att ledbussen inte kommer runt.', {
    place: square,
    action: 'Kommunen har flyttat containern.',
  }),
]
