import type { DemoRow } from './row.ts'

export const suggestionsOfOst: readonly DemoRow[] = [
  {
    author: 'hodan',
    daysAgo: 5,
    time: '14:28',
    title: 'Laddare för telefonen vid förarplatsen',
    description: 'Telefonen behövs hela dagen för uppdrag och rapporter. I de äldre bussarna finns inget uttag.',
    status: 'Nytt',
  },
  {
    author: 'jonas',
    daysAgo: 14,
    time: '06:37',
    title: 'Märk upp felanmälda säten',
    description:
      'När ett säte är anmält som trasigt vore det bra med en lapp på det, så att nästa förare inte anmäler samma sak igen. Ett block med lappar kan ligga i varje buss.',
    status: 'Under utredning',
    comments: 'Vi provar med röda remsor på tio bussar.\n/Conny Blomqvist',
  },
  {
    author: 'tapio',
    daysAgo: 27,
    time: '08:03',
    title: 'Rondellen vid Ståthöga',
    description:
      'Ledbussen går över kantstenen på linje 3 i riktning mot centrum. Antingen behöver kanten flyttas eller så kör vi med kort buss.',
    status: 'Planerat',
    comments: 'Mätt på plats tillsammans med kommunen. Du har rätt, det fattas en halvmeter.\n/Mikael Söderlund',
    actions: 'Kommunen justerar kantstenen i april. Tills dess körs linjen med tolvmetersbuss.',
  },
  {
    author: 'maria',
    daysAgo: 41,
    time: '12:50',
    title: 'Frukt på depån',
    description: 'En fruktkorg i veckan i stället för bullar på fredagar.',
    status: 'Genomfört',
    comments: 'Vi behåller bullarna också.\n/Pia Gustavsson',
    actions: 'Fruktkorg levereras varje måndag.',
  },
  {
    author: 'farid',
    daysAgo: 60,
    time: '10:16',
    title: 'Belysning i smörjgrop två',
    description: 'Armaturen lyser bara på ena sidan. Med två lampor till slipper vi pannlampa.',
    status: 'Genomfört',
    actions: 'Nya lysrörsarmaturer är monterade på båda sidor.',
  },
  {
    author: 'fredrik',
    daysAgo: 83,
    time: '21:04',
    title: 'Semesteransökan direkt i portalen',
    description: 'I dag lämnar vi en papperslapp till trafikledningen. Det vore enklare att göra det i telefonen.',
    status: 'Avböjt',
    comments: 'Lönesystemet kan inte ta emot det ännu. Frågan är ställd till leverantören.\n/Helén Karlsson',
  },
  {
    author: 'jonas',
    daysAgo: 20,
    time: '12:15',
    title: 'Ta bort hållplatsen som ingen använder',
    description: 'Vid gamla mejeriet har ingen klivit på sedan i våras, men vi står där och väntar in tiden.',
    status: 'Nytt',
  },
]
