import type { DemoRow } from './row.ts'

export const suggestionsOfSyd: readonly DemoRow[] = [
  {
    author: 'ida',
    daysAgo: 4,
    time: '07:26',
    title: 'Utrop av tågförseningar på linje 171',
    description:
      'Resenärerna frågar oss om tågen hela vägen till Lund C. Kan skärmen i bussen visa avgångarna som den gör i tågen?',
    status: 'Nytt',
  },
  {
    author: 'jorgen',
    daysAgo: 15,
    time: '13:09',
    title: 'Klippa häcken vid Dalby kyrka',
    description: 'Häcken skymmer sikten åt vänster vid utfarten från hållplatsen. Man måste ut en meter i körbanan.',
    status: 'Planerat',
    comments: 'Anmält till väghållaren, som har kvitterat ärendet.\n/Magnus Persson',
    actions: 'Väghållaren klipper vecka 48.',
  },
  {
    author: 'agnieszka',
    daysAgo: 29,
    time: '19:15',
    title: 'Torkskåp i omklädningsrummet',
    description:
      'Efter en regnig dag är skorna fortfarande blöta nästa morgon. Ett torkskåp skulle räcka för oss alla.',
    status: 'Under utredning',
    comments: 'Offert är begärd.\n/Layla Hassan',
  },
  {
    author: 'mustafa',
    daysAgo: 44,
    time: '16:33',
    title: 'Språkkafé en gång i månaden',
    description:
      'Flera av oss har svenska som andraspråk och vill öva på samtal med resenärer. Jag kan hålla i det om vi får använda lunchrummet.',
    status: 'Genomfört',
    comments: 'Fantastiskt initiativ! Tiden räknas som arbetstid.\n/Christina Ekdahl',
    actions: 'Språkkafé första tisdagen varje månad klockan 14.00 i lunchrummet.',
  },
  {
    author: 'susanne',
    daysAgo: 63,
    time: '05:44',
    title: 'Extra nyckel till toaletten i Södra Sandby',
    description: 'Nyckeln ligger hos kiosken, som stänger klockan 18. På kvällsturerna finns ingen toalett alls.',
    status: 'Genomfört',
    comments: 'Det här skulle ha varit löst för länge sedan. Tack för att du sade till.\n/Layla Hassan',
    actions: 'Kodlås är monterat. Koden står på tjänstekortet.',
  },
  {
    author: 'kwame',
    daysAgo: 88,
    time: '11:52',
    title: 'Elsparkcykel i bussens bagage',
    description: 'Tillåt vikta elsparkcyklar, så slipper vi diskussionen vid dörren.',
    status: 'Avböjt',
    comments:
      'Brandrisken gör att kollektivtrafikmyndigheten säger nej. Vi har bett om en tydligare skylt vid dörren.\n/Magnus Persson',
  },
  {
    author: 'kwame',
    daysAgo: 22,
    time: '17:50',
    title: 'Cykelställ under tak på depån',
    description: 'Vi är tolv som cyklar. Halva året står cyklarna i regn.',
    status: 'Nytt',
  },
]
