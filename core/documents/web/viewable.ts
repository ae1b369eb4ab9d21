import { extensionOf, kindOf } from '../rules.ts'

const pictures: readonly string[] = ['gif', 'jpeg', 'jpg', 'png', 'webp']

export const isPicture = (fileName: string): boolean => pictures.includes(extensionOf(fileName))

export const isPdf = (fileName: string): boolean => extensionOf(fileName) === 'pdf'

/** Whether the portal can show the document; any other can only be saved. */
export const isViewable = (fileName: string): boolean => isPdf(fileName) || isPicture(fileName)

const programs: readonly string[] = ['Word', 'Excel', 'PowerPoint']

/** What to do with a document that the portal cannot show. */
export function howToRead(fileName: string): string {
  const kind = kindOf(fileName)
  return `Ladda ned och öppna i ${programs.includes(kind) ? kind : 'en annan app'}`
}

/** Loads the code that shows PDFs, which is fetched together with the first one. */
export const loadPdfPages = () => import('./PdfPages.tsx')
