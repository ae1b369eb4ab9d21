import type { PaperSection } from '#core/documents/server/demo/paper.ts'
import type { Reach } from '#core/documents/server/shelves/shelf.ts'

export interface DemoDocument {
  readonly fileName: string
  readonly title: string
  readonly reach: Reach
  /** Days before today. */
  readonly age: number
  readonly sections: readonly PaperSection[]
}

const log: Pick<DemoDocument, 'fileName' | 'title' | 'age' | 'sections'> = {
  fileName: 'Loggblad vid kris.docx',
  title: 'Loggblad vid kris',
  age: 180,
  sections: [
    { paragraphs: ['Skriv en rad för varje samtal, besked och beslut. Skriv klockslag först.'] },
    {
      heading: 'Klockslag – vem – vad – beslut',
      points: Array.from({ length: 12 }, () => '_____ : _____   ____________________'),
    },
    { heading: 'Efteråt', paragraphs: ['Lämna loggbladet till krisgruppens ledare. Kasta ingenting.'] },
  ],
}

/** The crisis documents of an area. */
export function documentsOfArea(area: string): DemoDocument[] {
  const reach: Reach = { of: 'area', area }
  return [
    {
      fileName: `Krisplan ${area}.pdf`,
      title: `Krisplan ${area}`,
      reach,
      age: 120,
      sections: [
        {
          paragraphs: [`Planen gäller alla som arbetar i ${area}. Vi går igenom den på arbetsplatsträffen varje höst.`],
        },
        {
          heading: 'När något har hänt',
          points: [
            'Trafikledningen tar emot larmet och följer sin checklista i portalen.',
            'Områdeschefen eller den som är i tjänst leder på plats.',
            'Samtalsrummet på depån hålls ledigt för dem som behöver det.',
          ],
        },
        {
          heading: 'Efter händelsen',
          points: [
            'Uppföljning inom tre dagar.',
            'Nytt samtal efter två veckor.',
            'Planen ändras om något inte fungerade.',
          ],
        },
      ],
    },
    {
      fileName: `Samlingsplatser och nycklar (${area}).pdf`,
      title: `Samlingsplatser och nycklar, ${area}`,
      reach,
      age: 63,
      sections: [
        {
          heading: 'Samlingsplatser',
          points: [
            'Depån: gräsytan vid cykelstället. Håll infarten fri för räddningstjänsten.',
            'Verkstaden: gräsytan bakom tvätthallen.',
            'Kontoret: busshållplatsen utanför.',
          ],
        },
        {
          heading: 'Nycklar',
          points: [
            'Nyckelskåpet i trafikledningen öppnas med tjänstekort.',
            'Reservnyckel till bränslepumpen finns hos driftledaren.',
          ],
        },
      ],
    },
    { ...log, reach },
  ]
}

/** The crisis documents of a position, in a company that sorts them by position. */
export function documentsOfPosition(position: string, drives: boolean): DemoDocument[] {
  const reach: Reach = { of: 'position', position }
  if (!drives) {
    return [
      {
        fileName: 'Ledningsplan vid kris.pdf',
        title: 'Ledningsplan vid kris',
        reach,
        age: 110,
        sections: [
          {
            heading: 'Vem gör vad',
            points: [
              'Den som får larmet leder tills någon annan har tagit över.',
              'Vd eller vice vd beslutar om information utåt.',
              'Depåansvarig ordnar lokaler, mat och vila.',
              'Verkstadschefen spärrar av fordonet.',
            ],
          },
          { heading: 'Ledningsrum', paragraphs: ['Konferensrummet på depån i Borås. Reserv: verkstadens lunchrum.'] },
        ],
      },
      { ...log, reach },
    ]
  }
  return [
    {
      fileName: 'Förarens fickkort (vik på mitten).pdf',
      title: 'Förarens fickkort',
      reach,
      age: 90,
      sections: [
        {
          heading: 'Först',
          points: [
            'Stanna. Slå på varningsblinkersen. Reflexväst på.',
            'Brinner, ryker eller läcker det, eller luktar det gas: ut med alla direkt.',
            'Ring 112.',
            'Ställ ut varningstriangeln.',
            'Ge första hjälpen.',
            'Ring trafikledningen.',
          ],
        },
        {
          heading: 'Säg så här',
          points: [
            'Jag heter … och kör buss … Den går på el, gas eller diesel.',
            'Jag är vid …',
            'Det har hänt …',
            '… personer är skadade.',
          ],
        },
      ],
    },
    {
      fileName: 'Utrymning av buss.docx',
      title: 'Utrymning av buss',
      reach,
      age: 150,
      sections: [
        {
          points: [
            'Öppna alla dörrar. Fungerar de inte: nödöppnaren sitter ovanför dörren.',
            'Takluckor och sidorutor med hammare är nödutgångar.',
            'Börja med dem som är närmast faran. Hjälp dem som inte kan gå själva.',
            'Samla alla minst 50 meter bort, minst 100 meter från en el- eller gasbuss, dit röken inte blåser. Räkna dem.',
            'Ingen går tillbaka in.',
          ],
        },
      ],
    },
  ]
}
