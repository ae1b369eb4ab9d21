import { type Account, depot, school, square, station, threat, traffic, workEnvironment } from './account.ts'

interface OfficeReport {
  readonly daysAgo: number
  readonly account: Account
}

/**
 * Reports of employees who do not drive, by user name, so that the employees whom the sign-in page presents have reports and their managers
 * have something to read. Cecilia, who is a manager, gets one of her drivers' reports.
 */
export const officeReports: Readonly<Record<string, readonly OfficeReport[]>> = {
  david: [
    {
      daysAgo: 19,
      account: {
        rubrik: 'Arbetsmiljö',
        place: depot,
        action: 'Gångvägen är målad och backande fordon har vakt mellan 14 och 16.',
        detailOf: (bus) =>
          workEnvironment(bus, false, {
            doing: [[], 'Gick genom depån med besökare'],
            happened: [['tillbud'], 'En buss backade mot gruppen'],
            unusual: [['manga-resenarer'], 'Studiebesök'],
            conditions: [['dagsljus', 'trangsel']],
            proposed: [[], 'Målad gångväg från porten'],
          }),
      },
    },
  ],
  eva: [
    {
      daysAgo: 6,
      account: {
        rubrik: 'Arbetsmiljö',
        place: (area) => `Kontoret i ${area}`,
        action: 'Samtalen hålls i rummet vid receptionen, och en kollega finns i närheten.',
        alert: true,
        detailOf: (bus) =>
          workEnvironment(bus, false, {
            doing: [[], 'Samtal om uppsägning'],
            happened: [['tillbud', 'krankning']],
            unusual: [['ensam']],
            conditions: [['dagsljus']],
            proposed: [[], 'Två personer vid svåra samtal'],
          }),
      },
    },
    {
      daysAgo: 71,
      account: {
        rubrik: 'Trafikinformation',
        place: station,
        action: 'Skylten är flyttad så att den syns från entrén.',
        detailOf: traffic(
          'Synpunkt från resenär',
          'En sökande till en anställningsintervju hittade inte till ersättningsbussen.',
        ),
      },
    },
  ],
  klara: [
    {
      daysAgo: 4,
      account: {
        rubrik: 'Hot och Våld',
        place: square,
        action: 'Polisanmält. Vid kampanjer på stan är vi alltid två.',
        alert: true,
        detailOf: threat(
          'En man skrek åt mig och rev ned vårt tält när vi delade ut den nya tidtabellen. Han hotade att komma tillbaka. Vi packade ihop och gick.',
        ),
      },
    },
  ],
  cecilia: [
    {
      daysAgo: 13,
      account: {
        rubrik: 'Trafikinformation',
        place: station,
        action: 'Läge C är flyttat till andra sidan så länge arbetet pågår.',
        detailOf: traffic(
          'Hinder eller vägarbete',
          'Grävskopan står så att ledbussarna inte kommer intill kanten vid läge C. Jag har lett om linje 1 till läge D.',
        ),
      },
    },
  ],
  sirpa: [
    {
      daysAgo: 2,
      account: {
        rubrik: 'Hot och Våld',
        place: station,
        action: 'Samtal med föraren samma dag. Ordningsvakterna går förbi sista avgången.',
        alert: true,
        detailOf: threat(
          'Ett sällskap vägrade gå av vid ändhållplatsen och hotade att slå sönder kassan. Jag gick ut, låste och ringde trafikledningen.',
        ),
      },
    },
  ],
  monica: [
    {
      daysAgo: 2,
      account: {
        rubrik: 'Hot och Våld',
        place: depot,
        action: 'Grinden är lagad och stängs klockan 18.',
        alert: true,
        detailOf: threat('En främmande person gick in genom den öppna grinden och hotade vakten när han blev avvisad.'),
      },
    },
  ],
  hans: [
    {
      daysAgo: 9,
      account: {
        rubrik: 'Arbetsmiljö',
        place: depot,
        action: 'Kablarna vid laddplats 4 till 7 hänger nu i balansblock.',
        detailOf: (bus) =>
          workEnvironment(bus, true, {
            doing: [['depakorning', 'tankning']],
            happened: [['halka'], 'Snubblade på en laddkabel'],
            unusual: [['nej']],
            conditions: [['morker', 'dalig-belysning']],
            proposed: [['hjalpmedel', 'belysning']],
          }),
      },
    },
  ],
  jasmina: [
    {
      daysAgo: 3,
      account: {
        rubrik: 'Hot och Våld',
        place: school,
        action: 'Polisanmält. Skolan och trafikledningen har en gemensam rutin för avslutningar.',
        alert: true,
        detailOf: threat(
          'När jag var ute och mätte påstigningen omringade tre ungdomar mig och ville ha min telefon. En förare öppnade dörren så att jag kom ombord.',
        ),
      },
    },
  ],
  tommy: [
    {
      daysAgo: 8,
      account: {
        rubrik: 'Arbetsmiljö',
        place: (area) => `Verkstaden i ${area}`,
        action: 'Lyftens spärr är bytt, och den besiktigas två gånger om året.',
        alert: true,
        detailOf: (bus) =>
          workEnvironment(bus, false, {
            doing: [['verkstad']],
            happened: [['tillbud'], 'Lyften sjönk en decimeter'],
            unusual: [['fel-pa-fordon']],
            conditions: [['buller']],
            proposed: [['underhall', 'utbildning']],
          }),
      },
    },
  ],
  farid: [
    {
      daysAgo: 5,
      account: {
        rubrik: 'Arbetsmiljö',
        place: (area) => `Verkstaden i ${area}`,
        action: 'Ny utsugsarm är monterad vid smörjgrop två.',
        alert: true,
        detailOf: (bus) =>
          workEnvironment(bus, true, {
            doing: [['verkstad']],
            happened: [['kemikalie'], 'Andades in avgaser'],
            unusual: [[], 'Utsuget nådde inte fram'],
            conditions: [['trangsel', 'buller']],
            proposed: [['hjalpmedel']],
          }),
      },
    },
    {
      daysAgo: 64,
      account: {
        rubrik: 'Arbetsmiljö',
        place: (area) => `Verkstaden i ${area}`,
        action: 'Skärskyddshandskar finns vid varje arbetsplats.',
        detailOf: (bus) =>
          workEnvironment(bus, true, {
            doing: [['verkstad']],
            happened: [['skar']],
            unusual: [['nej']],
            conditions: [['dalig-belysning']],
            proposed: [['hjalpmedel', 'belysning']],
          }),
      },
    },
  ],
}
