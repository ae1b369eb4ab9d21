import type { DemoRow } from './row.ts'

export const suggestionsOfVast: readonly DemoRow[] = [
  {
    author: 'gunilla',
    daysAgo: 3,
    time: '06:12',
    title: 'Krok för jackan i de nya elbussarna',
    description:
      'Det finns ingenstans att hänga jackan bakom förarplatsen. Den hamnar på golvet eller på instrumentpanelen.',
    status: 'Nytt',
  },
  {
    author: 'dragan',
    daysAgo: 12,
    time: '15:36',
    title: 'Laddschema på tavlan i orderrummet',
    description:
      'Två gånger den senaste månaden har jag gått ut till en buss som inte var laddad. En tavla som visar vilken buss som är klar när skulle spara mycket spring.',
    status: 'Under utredning',
    comments: 'Laddsystemet kan visa det här. Vi undersöker vad en skärm kostar.\n/Hans Claesson',
  },
  {
    author: 'thi-mai',
    daysAgo: 21,
    time: '09:55',
    title: 'Kontaktperson på varje beställning',
    description:
      'Vid skolresor står ofta bara skolans växel. Lägg till mobilnumret till läraren som är med, så kan vi ringa när vi står på fel sida av skolan.',
    status: 'Genomfört',
    comments: 'Klokt. Det är nu ett obligatoriskt fält när vi tar emot beställningen.\n/Patrik Alfredsson',
    actions: 'Namn och mobilnummer till reseledaren följer med körordern.',
  },
  {
    author: 'camilla',
    daysAgo: 34,
    time: '12:18',
    title: 'Flytta rökrutan från personalingången',
    description: 'Alla som går in passerar genom röken. Cykelstället på baksidan har tak och används inte.',
    status: 'Genomfört',
    actions: 'Rökrutan är flyttad till cykelstället på baksidan.',
  },
  {
    author: 'lennart',
    daysAgo: 45,
    time: '04:50',
    title: 'Kaffeautomaten före klockan fem',
    description: 'Automaten startar klockan 05.30. Vi som går på 04.40 vill också ha kaffe.',
    status: 'Genomfört',
    comments: 'Självklart!\n/Hans Claesson',
    actions: 'Tidsstyrningen är ändrad till 04.00.',
  },
  {
    author: 'stefan',
    daysAgo: 58,
    time: '17:23',
    title: 'Snökedjor på turistbussarna till Sälen',
    description:
      'Förra vintern fick vi låna kedjor av en kollega från ett annat bolag. Två par borde ligga i förrådet.',
    status: 'Planerat',
    comments: 'Två par är beställda och vi ordnar en kort genomgång av hur de läggs på.\n/Tommy Hallqvist',
    actions: 'Kedjorna levereras före vintern.',
  },
  {
    author: 'rebecka',
    daysAgo: 80,
    time: '10:41',
    title: 'Gemensam cykel till bytet på Södra torget',
    description: 'Det är tjugo minuters gångväg från depån. Två lånecyklar med lås vore billigare än tjänstebilen.',
    status: 'Avböjt',
    comments:
      'Vi gillar tanken, men kommunen säger nej till cykelställ vid torget. Vi tar upp det igen när ombyggnaden är klar.\n/Jasmina Begić',
  },
  {
    author: 'hans',
    daysAgo: 48,
    time: '07:31',
    title: 'Ställplatser efter avgångstid',
    description:
      'Bussarna som går ut först står ofta längst in. Om vi ställer upp dem efter nästa morgons avgångar slipper vi flytta tio bussar före klockan fem.',
    status: 'Planerat',
    comments: 'Vi provar på rad A och B.\n/Annika Rydberg',
    actions: 'Nya skyltar sätts upp innan tidtabellen byts.',
  },
  {
    author: 'gunilla',
    daysAgo: 21,
    time: '06:35',
    title: 'Spegel vid infarten till tvätten',
    description: 'Man ser inte om någon är på väg ut. En spegel på stolpen skulle räcka.',
    status: 'Nytt',
  },
]
