import type { DemoDocumentFile } from '#core/documents/server/demo/shelf-documents.ts'
import type { Session } from './sessions.ts'

export interface Holder {
  readonly id: string
  readonly number: string
  readonly name: string
  readonly place: string
  readonly companyName: string
}

/** The certificate of a course, as a PDF. */
export function certificateOf(holder: Holder, { course, date }: Session): DemoDocumentFile {
  return {
    fileName: `Intyg ${course.name} ${date}.pdf`,
    reach: { of: 'employee', employeeId: holder.id },
    paper: {
      title: 'Utbildningsintyg',
      author: holder.companyName,
      dated: new Date(`${date}T15:00:00Z`),
      sections: [
        {
          paragraphs: [
            `${holder.name}, anställningsnummer ${holder.number}, har genomfört utbildningen ${course.name}.`,
            `Utbildningen omfattade ${course.hours} timmar och hölls i ${holder.place} den ${date}.`,
          ],
        },
        { heading: 'Innehåll', points: course.contents },
        { heading: 'Utfärdat av', paragraphs: [`${holder.companyName}, utbildningsavdelningen, ${holder.place}`] },
      ],
    },
  }
}
