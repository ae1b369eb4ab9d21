import { addDays } from '#platform/contract/wall-clock.ts'
import { calendarOf } from './calendar.ts'
import type { Article, Place } from './place.ts'
import { seasonArticles } from './season-articles.ts'

/** The last months of news of an area until `today`, newest first: what happens at any depot, with the area's own names. */
export function regionArticles(place: Place, today: string): Article[] {
  const { area, depot, line, hub, street, lead, workshop } = place
  const [, manager] = place.manager
  const on = (ago: number) => calendarOf(addDays(today, -ago))
  const change = on(1).next('söndag', 22)
  const usual: Article[] = [
    {
      key: 'tidtabell',
      ago: 1,
      time: '07:10',
      title: `Ny tidtabell i ${area} från den ${change}`,
      author: lead,
      picture: { name: 'karta', alt: `Linjekarta med den nya sträckningen för linje ${line}` },
      attachment: {
        fileName: `Tidtabell linje ${line}.pdf`,
        lines: [
          `Linje ${line}, ${area}. Gäller från den ${change}.`,
          'Vardagar: var tionde minut 06.00–09.00 och 14.00–18.30, övrig tid var femtonde.',
          'Lördagar: var femtonde minut 08.00–19.00. Söndagar: var trettionde minut.',
          `Reglertid vid ${hub}: fyra minuter.`,
        ],
      },
      body: `
        <p>Söndagen den ${change} byter vi tidtabell. Den största förändringen är att linje ${line} får
        tätare avgångar i högtrafik och längre reglertid vid ${hub}.</p>
        <h2>Det här ändras</h2>
        <table><thead><tr><th scope="col">Tid</th><th scope="col">Nu</th><th scope="col">Från ${change}</th></tr></thead>
        <tbody><tr><td>06.00–09.00</td><td>12 min</td><td>10 min</td></tr>
        <tr><td>09.00–14.00</td><td>15 min</td><td>15 min</td></tr>
        <tr><td>14.00–18.30</td><td>12 min</td><td>10 min</td></tr></tbody></table>
        <figure><img src="bild:karta" alt="Linjekarta med den nya sträckningen för linje ${line}"></figure>
        <p>De nya tjänsterna syns i ditt schema från och med måndag. <strong>Bekräfta ditt första pass senast den
        ${on(1).next('söndag', 15)}</strong>, så hinner vi ordna ersättare där det behövs.</p>
        <p>Frågor? Prata med mig eller ring trafikledningen.</p>`,
      comments: [
        'Äntligen mer reglertid. Det här har vi bett om länge!',
        'Gäller tio minuter även på skollov?',
        'Bra att tabellen finns som pdf, då kan man skriva ut den.',
      ],
    },
    {
      key: 'kaffe',
      ago: 5,
      time: '09:20',
      title: `Ny kaffemaskin i lunchrummet på ${depot}`,
      author: manager,
      picture: { name: 'kaffe', alt: 'En ny kaffemaskin på en bänk' },
      body: `
        <p>Den gamla gjorde sitt sista i fredags. I dag kom ersättaren: den maler bönor, gör te och varm choklad, och
        den klarar att någon trycker två gånger.</p>
        <figure><img src="bild:kaffe" alt="En ny kaffemaskin på en bänk"></figure>
        <p>Muggar står i skåpet till vänster. Töm gärna sumplådan när lampan lyser, så slipper nästa person göra det
        klockan fyra på morgonen.</p>`,
      comments: [
        'Bästa nyheten på hela året.',
        'Finns det koffeinfritt?',
        'Nu återstår bara att diskmaskinen lagas också :)',
      ],
    },
    {
      key: 'omledning',
      ago: 11,
      time: '15:40',
      title: `${street} stängs av: så kör vi`,
      author: lead,
      body: `
        <p>Kommunen byter vattenledning i ${street}. Från måndag klockan 07.00 och cirka tre veckor framåt kör linje
        ${line} en omväg förbi ${hub}.</p>
        <ol><li>Tillfällig hållplats finns 80 meter efter korsningen.</li>
        <li>Ropa ut omledningen vid ${hub}, skärmarna i de äldre bussarna visar den inte.</li>
        <li>Räkna med två minuter extra. Försök inte köra in dem.</li></ol>`,
      comments: ['Trångt för ledbuss i kurvan, ta ut svängen ordentligt.'],
    },
    {
      key: 'tack',
      ago: 14,
      time: '10:00',
      title: 'Tack för en stark vecka',
      author: manager,
      body: `
        <p>Förra veckan körde vi 99,4 procent av alla turer, trots tre sjukanmälningar samma morgon. Det är
        ert jobb, och det märks: kundtjänst har fått mer beröm än klagomål för första gången i år.</p>
        <blockquote><p>”Föraren väntade in min mamma som går med rullator och önskade henne en fin dag. Hon har talat om
        det hela veckan.”</p></blockquote>
        <p>Det står tårta i lunchrummet på fredag från klockan tio.</p>`,
      comments: ['Så roligt att läsa!', 'Tack själv, chefen.'],
    },
    {
      key: 'skyddsrond',
      ago: 18,
      time: '08:30',
      title: `Skyddsrond på ${depot}: det här blev gjort`,
      author: manager,
      body: `
        <p>Vi gick skyddsrond tillsammans med skyddsombudet. Elva punkter kom upp, och åtta är redan åtgärdade.</p>
        <ul><li>Belysningen vid gaveln är bytt och lyser nu hela natten.</li>
        <li>Trasig ramp vid tvätthallen är avspärrad, ny kommer ${on(18).weekAhead(30)}.</li>
        <li>Första hjälpen-lådan vid utpasseringen är påfylld.</li></ul>
        <p>Ser du något som är farligt? Skriv en avvikelse direkt, vänta inte på nästa rond.</p>`,
    },
    {
      key: 'reflex',
      ago: 21,
      time: '14:15',
      title: 'Syns du? Reflexvästar i alla storlekar',
      author: workshop,
      picture: { name: 'reflex', alt: 'Reflexväst som lyser i mörker' },
      body: `
        <p>Nu finns västar från XS till 4XL i förrådet. Väst är obligatorisk på hela uppställningsplatsen, också när du
        bara ska hämta något du glömt i bussen.</p>
        <figure><img src="bild:reflex" alt="Reflexväst som lyser i mörker"></figure>`,
      comments: ['Äntligen en som passar!'],
    },
    {
      key: 'laddning',
      ago: 28,
      time: '09:45',
      title: 'Sex nya laddplatser tas i bruk',
      author: workshop,
      picture: { name: 'laddning', alt: 'Elbuss vid en laddstolpe' },
      body: `
        <p>Plats 14–19 är nu i drift. Anslut alltid bussen när du ställer upp den, även om batteriet visar över 80
        procent: det är då den värms inför morgonen.</p>
        <figure><img src="bild:laddning" alt="Elbuss vid en laddstolpe"></figure>
        <p>Blinkar stolpen <strong>rött</strong>: dra ur, vänta tio sekunder och anslut igen. Hjälper inte det, ring
        verkstaden. Försök aldrig laga kontakten själv.</p>`,
      comments: ['Varm buss klockan 04.40 i morse. Underbart.', 'Plats 17 blinkade rött, men andra försöket gick bra.'],
    },
    {
      key: 'resenarer',
      ago: 33,
      time: '12:30',
      title: 'Fler resenärer än före pandemin',
      author: manager,
      body: `
        <p>I ${on(33).lastMonth} reste 6,2 procent fler med oss i ${area} än samma månad förra året. Störst är ökningen på linje
        ${line}, där många skolungdomar har fått nya kort.</p>
        <p>Det betyder också fullare bussar på morgonen. Rapportera gärna turer där någon inte fick plats, så har vi
        underlag när vi begär förstärkning.</p>`,
    },
    {
      key: 'utbildning',
      ago: 38,
      time: '08:00',
      title: 'YKB: nya datum för delkurs 1',
      author: lead,
      body: `
        <p>Delkurs 1, sparsam körning, ges den ${on(38).next('onsdag', 50)} och den ${on(38).next('onsdag', 57)} i konferensrummet på ${depot}. Tolv platser per
        tillfälle. Utbildningstid är arbetstid, och lunch ingår.</p>
        <p>Går ditt yrkeskompetensbevis ut före ${on(38).monthAhead(5)}, bokar vi in dig automatiskt. Övriga anmäler sig till mig.</p>`,
      comments: ['Anmäler mig till det andra tillfället.'],
    },
    {
      key: 'facket',
      ago: 42,
      time: '16:00',
      title: 'Medlemsmöte med Kommunal på torsdag',
      author: 'Lokala fackklubben',
      body: `
        <p>Klubben bjuder in till medlemsmöte torsdag klockan 18.30 i lunchrummet på ${depot}. Vi går igenom läget i
        avtalsrörelsen, raster på de långa linjerna och val av nytt skyddsombud.</p>
        <p>Kaffe och smörgås från klockan 18. Alla är välkomna, även du som inte är medlem än.</p>`,
      comments: ['Kommer!', 'Kör kväll, lägger någon ut en sammanfattning?'],
    },
    {
      key: 'toalett',
      ago: 47,
      time: '10:20',
      title: `Personaltoaletten vid ${hub} är öppen igen`,
      author: manager,
      body: `<p>Fastighetsägaren är klar med stambytet. Koden är densamma som förut. Fungerar inte låset, ring
        trafikledningen, så öppnar vi på distans.</p>`,
      comments: ['Tack! Det har varit långa pass utan.'],
    },
    {
      key: 'cykel',
      ago: 52,
      time: '07:30',
      title: 'Cyklisterna syns dåligt: så gör vi',
      author: lead,
      body: `
        <p>Två tillbud med cyklister på en månad, båda vid högersväng. Ingen skadades, men marginalerna var
        små.</p>
        <h2>Tre saker som hjälper</h2>
        <ol><li>Spegel, sidoruta, spegel, i den ordningen.</li><li>Blinka tidigt, sväng sent.</li>
        <li>Du har väjningsplikt när du svänger: krypkör och var beredd att stanna.</li></ol>
        <p>Rapportera tillbud även när det gick bra. Det är så vi får kommunen att måla om korsningarna.</p>`,
    },
    {
      key: 'fika',
      ago: 57,
      time: '13:45',
      title: 'Välkomna, nya kollegor',
      author: manager,
      picture: { name: 'fika', alt: 'Kollegor runt ett fikabord' },
      body: `
        <p>I måndags började fyra nya förare hos oss. De går bredvid i tre veckor och kör sedan egna pass. Säg hej,
        visa var allt finns och bjud på en kopp kaffe.</p>
        <figure><img src="bild:fika" alt="Kollegor runt ett fikabord"></figure>`,
      comments: ['Välkomna till gänget!', 'Kul att vi blir fler.'],
    },
    {
      key: 'biljett',
      ago: 63,
      time: '09:00',
      title: 'Biljettläsarna uppdateras i natt',
      author: workshop,
      body: `<p>Mellan 01.00 och 03.30 startar läsarna om sig själva. Visar en läsare fortfarande en gul triangel när du
        kör ut: stäng av huvudströmmen, vänta en minut och starta igen. Låt resenärerna åka med så länge.</p>`,
    },
    {
      key: 'hotvald',
      ago: 69,
      time: '11:15',
      title: 'Hot och våld: anmäl varje gång',
      author: manager,
      body: `
        <p>Ingen ska behöva tåla hot på jobbet. Det senaste halvåret har vi fått färre rapporter, men i samtal hör vi att
        det händer lika ofta som förut.</p>
        <p><strong>Är du i fara: ring 112.</strong> Ring sedan trafikledningen, som skickar avlösning. Skriv avvikelsen
        ”Hot och våld” när du är i trygghet. Bara du och ansvarig chef kan läsa den.</p>
        <p>Företagshälsovården har samtalstid samma vecka för den som vill prata.</p>`,
      comments: ['Bra att det sägs rakt ut.'],
    },
    {
      key: 'statistik',
      ago: 75,
      time: '14:40',
      title: `Punktligheten i ${on(75).lastMonth}`,
      author: lead,
      body: `
        <p>93,8 procent av avgångarna från ${hub} gick i tid, mot målet 92. Så här fördelar det sig:</p>
        <table><thead><tr><th scope="col">Veckodag</th><th scope="col">I tid</th></tr></thead><tbody>
        <tr><td>Måndag–torsdag</td><td>94,6 %</td></tr><tr><td>Fredag</td><td>90,1 %</td></tr>
        <tr><td>Lördag–söndag</td><td>96,2 %</td></tr></tbody></table>
        <p>Fredagseftermiddagarna är svårast. Vi provar en extra buss i reserv mellan 14 och 18 under ${on(75).nextMonth}.</p>`,
    },
    {
      key: 'tvatt',
      ago: 82,
      time: '08:15',
      title: 'Tvätthallen stängd tisdag och onsdag',
      author: workshop,
      body: `<p>Borstarna byts. Ställ in bussen otvättad de två dagarna, vi tar igen tvätten natten mot torsdag. Städa ur
        som vanligt och töm papperskorgarna.</p>`,
    },
    {
      key: 'barn',
      ago: 96,
      time: '06:50',
      title: 'Barn som åker själva: tänk på de minsta',
      author: manager,
      body: `
        <p>Många barn åker buss själva för första gången och vet inte alltid var de ska gå av. Fråga hellre en gång för
        mycket.</p>
        <p>Extra personal från trafikledningen finns vid ${hub} mellan 07.00 och 08.30 hela veckan.</p>`,
      comments: ['En liten kille tackade så fint för att jag väntade in honom.'],
    },
    {
      key: 'vikarier',
      ago: 110,
      time: '12:00',
      title: 'Tack, alla vikarier',
      author: manager,
      body: `<p>Nio vikarier har kört 1 140 pass tillsammans de senaste månaderna, utan en enda inställd tur på grund
        av bemanning. Fem av er fortsätter hos oss. Stort tack, och varmt välkomna tillbaka, ni andra.</p>`,
    },
  ]
  return [...usual, ...seasonArticles(place, today)].toSorted((a, b) => a.ago - b.ago)
}
