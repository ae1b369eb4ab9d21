import type { DemoRow } from './row.ts'

export const suggestionsOfNorr: readonly DemoRow[] = [
  {
    author: 'tesfaye',
    daysAgo: 2,
    time: '13:42',
    title: 'Sandlåda vid vändplatsen på Ersboda',
    description:
      'Vändplatsen lutar och blir blank redan vid ett par minusgrader. En sandlåda med skyffel skulle räcka, så att vi kan sanda själva innan plogbilen har hunnit dit.',
    status: 'Nytt',
  },
  {
    author: 'anna',
    daysAgo: 9,
    time: '05:58',
    title: 'Längre reglertid vid sjukhuset på linje 1',
    description:
      'Med barnvagnar och rullatorer tar påstigningen vid Universitetssjukhuset ofta tre minuter på morgonen. Två minuter till i tidtabellen mellan 06.30 och 08.30 skulle göra att vi kommer ut i tid från nästa hållplats.',
    status: 'Under utredning',
    comments:
      'Tack, Anna. Vi har tagit ut körtiderna för oktober och ser samma sak. Frågan är lämnad till planeringen inför tidtabellsskiftet.\n/Monica Stenlund',
  },
  {
    author: 'marika',
    daysAgo: 17,
    time: '16:10',
    title: 'Motorvärmare på de yttre platserna i Skellefteå',
    description:
      'Fyra bussar står utan uttag. De startar, men det tar en halvtimme innan det är varmt i kupén och de första resenärerna fryser.',
    status: 'Planerat',
    comments: 'Elektrikern har varit på plats. Kabel finns framdragen till tre av fyra platser.\n/Karl-Erik Marklund',
    actions: 'Tre uttag monteras vecka 49. Den fjärde platsen kräver schaktning och tas till våren.',
  },
  {
    author: 'omar',
    daysAgo: 26,
    time: '20:31',
    title: 'Reflexvästar i rätt storlekar',
    description: 'I förrådet finns bara XL och XXL. Beställ gärna hem S och M, annars blir de hängande.',
    status: 'Genomfört',
    comments: 'Bra påpekat!\n/Henrik Sandberg',
    actions: '20 västar i S och 20 i M finns nu i förrådet vid utkvitteringen.',
  },
  {
    author: 'birgitta',
    daysAgo: 38,
    time: '11:05',
    title: 'Tyst rum på depån i Umeå',
    description:
      'Vi som har delad tjänst har tre timmar mitt på dagen. I matsalen står tv:n på. Gamla arkivrummet används inte längre och skulle bli ett bra vilrum med ett par fåtöljer.',
    status: 'Planerat',
    comments: 'Skyddsombudet har gått igenom rummet. Ventilationen räcker för fyra personer.\n/Monica Stenlund',
    actions: 'Rummet töms och målas i december. Fåtöljer är beställda.',
  },
  {
    author: 'lars-goran',
    daysAgo: 51,
    time: '08:20',
    title: 'Skylt om gångpassage vid tvätthallen',
    description:
      'Vid utfarten från tvätthallen ser man inte den som kommer gående från parkeringen. En målad passage och en spegel skulle hjälpa.',
    status: 'Genomfört',
    actions: 'Spegel uppsatt och passagen målad.',
  },
  {
    author: 'linnea',
    daysAgo: 74,
    time: '14:47',
    title: 'Byta förare vid resecentrum i stället för på depån',
    description:
      'På linje 3 kör vi tom buss till depån bara för att byta förare. Ett byte vid resecentrum sparar tolv minuter per omlopp.',
    status: 'Avböjt',
    comments:
      'Vi har räknat på det. Tjänstebilen som skulle behövas mellan depån och resecentrum äter upp vinsten, och det saknas plats att ställa den.\n/Ulrika Lundmark',
  },
  {
    author: 'emil',
    daysAgo: 96,
    time: '18:02',
    title: 'Bild på ersättningshållplatsen i körordern',
    description:
      'När en hållplats är indragen står bara adressen. En bild eller en karta gör att man hittar rätt första gången.',
    status: 'Under utredning',
    comments: 'Vi provar på de omläggningar som börjar efter nyår och hör oss för sedan.\n/Cecilia Wikström',
  },
  {
    author: 'eva',
    daysAgo: 33,
    time: '09:12',
    title: 'Faddrar för nya förare',
    description:
      'Den som börjar hos oss har tre veckor med handledare och är sedan ensam. En fadder att ringa det första halvåret skulle göra att fler stannar.',
    status: 'Planerat',
    comments: 'Bra tanke. Vi provar i Umeå först.\n/David Hedlund',
    actions: 'Åtta förare har anmält sig som faddrar. De första börjar vid nästa introduktion.',
  },
  {
    author: 'klara',
    daysAgo: 45,
    time: '10:26',
    title: 'Bilder från förarnas vardag',
    description:
      'Våra bilder är tio år gamla. Skicka gärna egna bilder från jobbet, så gör vi affischer av dem. Alla på bilden ska ha sagt ja.',
    status: 'Genomfört',
    actions: 'Tolv bilder hänger nu i väntsalarna.',
  },
  {
    author: 'cecilia',
    daysAgo: 58,
    time: '13:05',
    title: 'En karta över ersättningshållplatser på trafikledningen',
    description:
      'När vi leder om letar vi i pärmar. En karta på skärm med alla ersättningshållplatser sparar fem minuter varje gång.',
    status: 'Under utredning',
    comments: 'Samir tittar på vad som finns i planeringssystemet.\n/Henrik Sandberg',
  },
  {
    author: 'david',
    daysAgo: 67,
    time: '15:40',
    title: 'Kör med oss en dag',
    description: 'Alla på kontoret följer med en förare en dag om året. Jag börjar själv i januari.',
    status: 'Genomfört',
    comments: 'Listan hänger utanför matsalen.\n/Eva Nordmark',
    actions: 'Fjorton av arton på kontoret har varit ute.',
  },
  {
    author: 'amina',
    daysAgo: 24,
    time: '15:18',
    title: 'Klocka som syns från förarplatsen på Vasaplan',
    description:
      'Klockan på Vasaplan sitter bakom skylten sedan ombyggnaden. Flytta den tre meter, så kan vi gå på samma tid allihop.',
    status: 'Nytt',
  },
  {
    author: 'zahra',
    daysAgo: 6,
    time: '19:40',
    title: 'Byt lås på rastlokalen i Röbäck',
    description: 'Nyckeln kärvar när det är kallt. Kodlås, så slipper vi stå ute.',
    status: 'Nytt',
    asked: 'Gäller det båda dörrarna eller bara den mot vändplatsen?',
    reply: 'Bara den mot vändplatsen. Den andra använder vi aldrig.',
  },
  {
    author: 'omar',
    daysAgo: 5,
    time: '10:02',
    title: 'Eluttag vid pausplatsen på Ersboda',
    description: 'Vi som har kaffe med oss skulle gärna kunna värma mat där också.',
    status: 'Nytt',
    asked: 'Hur många brukar ni vara där samtidigt?',
  },
]
