import { addDays } from '#platform/contract/wall-clock.ts'
import { calendarOf } from './calendar.ts'
import type { Article } from './place.ts'

/** The group's news until `today`, newest first. */
export function groupArticles(today: string): readonly Article[] {
  const on = (ago: number) => calendarOf(addDays(today, -ago))
  return [
    {
      key: 'portal',
      ago: 2,
      time: '08:00',
      title: 'Nya Linjen: allt på ett ställe, i mobilen',
      author: 'Klara Burman',
      picture: { name: 'laddning', alt: 'Elbuss vid en laddstolpe i koncernens färger' },
      body: `
      <p>Nu är den nya personalportalen öppen för alla i koncernen. Uppdrag, schema, felrapporter, avvikelser och nyheter
      finns på samma ställe, och allt fungerar i telefonen.</p>
      <h2>Börja här</h2>
      <ol><li>Lägg portalen på hemskärmen.</li><li>Bekräfta ditt nästa pass.</li><li>Kontrollera dina kontaktuppgifter
      under Användarinfo.</li></ol>
      <figure><img src="bild:laddning" alt="Elbuss vid en laddstolpe i koncernens färger"></figure>
      <p>Något som saknas? Skriv ett förslag, vi läser alla.</p>`,
      comments: [
        'Så mycket snabbare än den gamla.',
        'Äntligen kan man felrapportera utan att leta upp en dator.',
        'Mörkt läge på natten, tack!',
      ],
    },
    {
      key: 'resultat',
      ago: 6,
      time: '09:30',
      title: 'Kvartalet i korthet: vi kör med ordning och reda',
      author: 'David Hedlund',
      attachment: {
        fileName: 'Kvartalsöversikt.pdf',
        lines: [
          'Kvartalsöversikt, hela koncernen',
          'Körda turer: 99,1 procent av planerade. Mål: 98,5.',
          'Sjukfrånvaro: 5,4 procent, ned 0,6 procentenheter sedan förra året.',
          'Drivmedel och el per kilometer: ned 3,2 procent.',
          'Nöjda resenärer: 78 av 100.',
        ],
      },
      body: `
      <p>${on(6).lastQuarter} är summerat. Vi har kört fler turer än planerat, sjukfrånvaron har sjunkit och vi drar mindre
      energi per kilometer. Det är resultatet av tusentals små beslut bakom ratten, i verkstaden och på kontoren.</p>
      <table><thead><tr><th scope="col">Mått</th><th scope="col">Utfall</th><th scope="col">Mål</th></tr></thead><tbody>
      <tr><td>Körda turer</td><td>99,1 %</td><td>98,5 %</td></tr><tr><td>Sjukfrånvaro</td><td>5,4 %</td><td>5,8 %</td></tr>
      <tr><td>Nöjda resenärer</td><td>78</td><td>75</td></tr></tbody></table>
      <p>Hela översikten finns som bilaga.</p>`,
      comments: ['Bra jobbat allihop!', 'Hur ser det ut per bolag?'],
    },
    {
      key: 'undersokning',
      ago: 9,
      time: '10:00',
      title: 'Medarbetarundersökningen är öppen',
      author: 'Eva Nordmark',
      body: `
      <p>Svara på några korta frågor i portalen. Svaren är anonyma: ingen kan se vem som har svarat vad, och resultat
      visas bara för grupper på minst fem personer.</p>
      <p>Förra gången ledde era svar till kortare pass på helger i Syd och nya stolar i 140 bussar.</p>`,
      comments: ['Gjort på rasten, tog fem minuter.'],
    },
    {
      key: 'sakerhet',
      ago: 13,
      time: '07:45',
      title: 'Ett tillbud som blev en lärdom',
      author: 'Eva Nordmark',
      body: `
      <p>I ${on(13).lastMonth} kom en buss i rullning med öppna dörrar, därför att spärren hade kopplats förbi för att spara tid. Ingen skadades.
      Därför gäller från i dag, i alla bolag:</p>
      <ul><li>En buss med dörrfel körs inte i trafik.</li><li>Spärrar kopplas aldrig förbi, inte ens till depån.</li>
      <li>Trafikledningen har ansvar för ersättningsfordon, inte du.</li></ul>`,
      comments: ['Viktigt. Tack för öppenheten.'],
    },
    {
      key: 'gava',
      ago: 17,
      time: '13:00',
      title: 'Årets gåva går till ungas psykiska hälsa',
      author: 'Klara Burman',
      body: `<p>I stället för presenter till kunder ger koncernen 150 000 kronor till jourlinjer för unga. Valet gjordes av er:
      1 240 medarbetare röstade. Tack för engagemanget.</p>`,
      comments: ['Stolt över det här.', 'Fint val.'],
    },
    {
      key: 'lediga',
      ago: 23,
      time: '09:15',
      title: 'Sök internt: trafikledare, instruktör och verkstadschef',
      author: 'Eva Nordmark',
      body: `
      <p>Just nu finns nio tjänster att söka inom koncernen. Internt sökande går före vid lika meriter, och du får byta
      bolag med behållen anställningstid.</p>
      <p>Alla annonser ligger under Lediga tjänster i menyn.</p>`,
    },
    {
      key: 'klimat',
      ago: 29,
      time: '10:40',
      title: 'Hälften av kilometrarna är nu eldrivna',
      author: 'David Hedlund',
      picture: { name: 'laddning', alt: 'Laddstolpe med elbuss' },
      body: `
      <p>I ${on(29).lastMonth} kördes 51 procent av koncernens kilometer på el. Om två år är målet 80 procent. Öst ligger först med 63
      procent, Norr har mest kvar att göra: kyla och långa linjer ställer högre krav.</p>
      <figure><img src="bild:laddning" alt="Laddstolpe med elbuss"></figure>`,
      comments: ['Imponerande. Vi i Norr kommer ikapp!', 'Och tystare i hytten.'],
    },
    {
      key: 'lon',
      ago: 36,
      time: '08:20',
      title: 'Lön när den 25:e är en helgdag',
      author: 'Eva Nordmark',
      body: '<p>Infaller den 25:e på en lördag, söndag eller helgdag kommer lönen bankdagen före. Decemberlönen kommer före jul. Dagen står på ditt lönebesked. Tidrapporten ska vara inlämnad i tid, så att lönen blir rätt.</p>',
    },
    {
      key: 'it',
      ago: 44,
      time: '14:00',
      title: 'Falska sms om din anställning',
      author: 'Klara Burman',
      body: `<p>Flera har fått sms som ser ut att komma från oss, med en länk för att ”bekräfta din anställning”. Klicka inte.
      Vi skickar aldrig länkar för inloggning i sms. Har du redan klickat: byt lösenord och ring IT direkt.</p>`,
      comments: ['Fick ett i går. Bra att ni varnar.'],
    },
    {
      key: 'friskvard',
      ago: 51,
      time: '11:30',
      title: 'Friskvårdsbidraget: använd det i år',
      author: 'Eva Nordmark',
      body: '<p>Du har 3 000 kronor per år till gym, simhall, massage och mycket annat. Lämna kvittona i löneportalen i god tid före årsskiftet: det som inte är använt då försvinner.</p>',
    },
    {
      key: 'upphandling',
      ago: 60,
      time: '15:15',
      title: 'Vi fick förnyat förtroende i tre avtal',
      author: 'David Hedlund',
      body: '<p>Efter en lång upphandling är det klart: vi kör vidare i alla tre avtalsområdena, i minst åtta år till. Det betyder trygga jobb och utrymme att investera i fordon och lokaler.</p>',
      comments: ['Vilken lättnad!', 'Grattis till oss.', 'Bra jobbat av anbudsgänget.'],
    },
    {
      key: 'ykb',
      ago: 71,
      time: '09:00',
      title: 'Gemensam YKB-utbildning för hela koncernen',
      author: 'Eva Nordmark',
      body: '<p>Från nästa halvår går alla förare samma utbildning, oavsett bolag. Delkurserna hålls på depån, i grupper om högst tolv, och intyget hamnar direkt i portalen under Utbildning.</p>',
    },
    {
      key: 'trakasserier',
      ago: 84,
      time: '10:10',
      title: 'Nolltolerans mot trakasserier: så får du stöd',
      author: 'Eva Nordmark',
      body: `
      <p>Rutinen mot kränkande särbehandling är omskriven i klartext. Det viktigaste: du bestämmer vem du berättar för.
      Den som får veta måste utreda, och du får veta vad som görs.</p>
      <ul><li>Din närmaste chef</li><li>Skyddsombudet</li><li>HR, på telefon alla vardagar</li><li>Visselblåsning</li></ul>`,
    },
    {
      key: 'halvar',
      ago: 103,
      time: '12:45',
      title: 'Tack för ett fantastiskt halvår',
      author: 'David Hedlund',
      picture: { name: 'fika', alt: 'Kollegor runt ett långbord' },
      body: `<p>Elva stora evenemang, fyra stadslopp och allt väder som finns. Ni löste allt. Extra tack till alla som tog pass utanför
      sitt eget område.</p><figure><img src="bild:fika" alt="Kollegor runt ett långbord"></figure>`,
      comments: ['Borås stadslopp var roligast!', 'Gärna igen nästa år.'],
    },
    {
      key: 'vision',
      ago: 130,
      time: '08:30',
      title: `Så vill vi köra ${on(130).yearAhead(4)}`,
      author: 'David Hedlund',
      body: `
      <p>Styrelsen har beslutat om koncernens inriktning till ${on(130).yearAhead(4)}. Den ryms i tre meningar:</p>
      <blockquote><p>Alla kommer hem hela. Resenären vet alltid vad som gäller. Den som kör har de bästa verktygen.</p></blockquote>
      <p>Under det närmaste halvåret pratar varje arbetsplats om vad det betyder just där.</p>`,
      comments: ['Kort och bra för en gångs skull.'],
    },
  ]
}
