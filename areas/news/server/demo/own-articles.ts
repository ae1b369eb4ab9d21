import { addDays } from '#platform/contract/wall-clock.ts'
import { calendarOf } from './calendar.ts'
import type { Article } from './place.ts'

/** News of one area only, until `today`. */
export function ownArticles(area: string, today: string): readonly Article[] {
  const on = (ago: number) => calendarOf(addDays(today, -ago))
  const repaired = on(6).monthAhead(5)
  const articles: Readonly<Record<string, readonly Article[]>> = {
    Umeå: [
      {
        key: 'ersboda',
        ago: 6,
        time: '15:00',
        title: 'Vändplatsen på Ersboda får sandlåda',
        author: 'Monica Stenlund',
        body: '<p>Förslaget kom från Tesfaye i portalen, och i dag ställdes lådan ut. Skyffel hänger på sidan. Tack för ett bra förslag. Fortsätt att skicka in dem!</p>',
        comments: ['Så ska ett förslag se ut från tanke till låda på tre veckor.', 'Bra, den behövs.'],
      },
      {
        key: 'sjukhuset',
        ago: 30,
        time: '09:10',
        title: 'Längre reglertid vid Universitetssjukhuset provas',
        author: 'Cecilia Wikström',
        body: '<p>Från måndag har linje 1 två minuter extra vid Universitetssjukhuset mellan 06.30 och 08.30. Provet pågår i fyra veckor. Skriv en kommentar här om hur det känns i verkligheten.</p>',
        comments: [
          'Skillnad som natt och dag.',
          'Fungerar bra, men 07.15 är fortfarande tajt.',
          'Hoppas det får bli kvar.',
        ],
      },
    ],
    Skellefteå: [
      {
        key: 'motorvarmare',
        ago: 7,
        time: '08:40',
        title: 'Motorvärmare på tre av fyra yttre platser',
        author: 'Karl-Erik Marklund',
        body: '<p>Elektrikern är klar med tre uttag. Den fjärde platsen kräver schaktning och får vänta, så ställ den äldsta bussen inomhus vid kyla så länge.</p>',
        comments: ['Äntligen. Tack, Karl-Erik.'],
      },
      {
        key: 'e4',
        ago: 35,
        time: '06:20',
        title: 'E4:an avstängd vid bron natten mot torsdag',
        author: 'Ulrika Lundmark',
        body: '<p>Trafikverket flyttar stora maskindelar över bron mellan 23.00 och 04.00. Nattbussen går via Karlgård. Räkna med sju minuter extra.</p>',
      },
    ],
    Borås: [
      {
        key: 'elbuss',
        ago: 6,
        time: '14:20',
        title: 'Tolv nya elbussar på stadstrafiken',
        author: 'Hans Claesson',
        body: '<p>De första fyra rullar på måndag. Genomgång av förarplatsen hålls i tvätthallen varje dag klockan 13.30 den här veckan, tjugo minuter, ingen anmälan.</p><ul><li>Krok för jackan finns bakom stolen.</li><li>Färddatorn pratar svenska från start.</li></ul>',
        comments: ['Kroken! Tack för att ni lyssnade.', 'Tyst och fin, men ratten är lite stor.'],
      },
      {
        key: 'bestallning',
        ago: 34,
        time: '10:45',
        title: 'Mobilnummer till reseledaren på varje beställning',
        author: 'Patrik Alfredsson',
        body: '<p>Från och med nu är reseledarens namn och mobilnummer obligatoriskt när vi tar emot en beställning. Saknas det i din körorder: ring mig, så kör du inte ut förrän det finns.</p>',
        comments: ['Det här har sparat mig en halvtimme redan.'],
      },
    ],
    Lund: [
      {
        key: 'hacken',
        ago: 6,
        time: '11:50',
        title: 'Häcken vid Dalby kyrka är klippt',
        author: 'Magnus Persson',
        body: '<p>Väghållaren klippte i går. Sikten åt vänster är fri igen. Tack, Jörgen, som anmälde den två gånger.</p>',
        comments: ['Tredje gången gillt!'],
      },
      {
        key: 'sprakkafe',
        ago: 31,
        time: '16:30',
        title: 'Språkkafé första tisdagen i varje månad',
        author: 'Layla Hassan',
        body: '<p>Mustafa håller i samtalen, vi bjuder på kaffe. Alla är välkomna: du som vill öva svenska och du som redan kan den. Klockan 14 i lunchrummet på Gastelyckan.</p>',
        comments: ['Vilken fin idé, jag kommer och lyssnar.', 'Ses på tisdag!'],
      },
    ],
    Norrköping: [
      {
        key: 'rondellen',
        ago: 6,
        time: '13:10',
        title: `Rondellen vid Ståthöga: kort buss till ${repaired}`,
        author: 'Mikael Söderlund',
        body: `<p>Kommunen justerar kantstenen i ${repaired}. Till dess kör vi linje 3 med tolvmetersbuss i riktning mot centrum. Tapio hade mätt rätt: det fattas en halvmeter.</p>`,
        comments: ['Bra, då slipper vi banka i fälgarna.'],
      },
      {
        key: 'remsor',
        ago: 29,
        time: '07:50',
        title: 'Röda remsor på trasiga säten',
        author: 'Conny Blomqvist',
        body: '<p>Har du felanmält ett säte: sätt en röd remsa på det. Då vet nästa förare att verkstaden redan har fått rapporten. Remsor finns i facket vid förarplatsen på tio bussar.</p>',
        comments: ['Enkelt och smart.', 'Kan vi få remsor i alla bussar?'],
      },
    ],
  }
  return articles[area] ?? []
}
