import { extensionOf } from '../rules.ts'

const pictures: readonly string[] = ['gif', 'jpeg', 'jpg', 'png', 'webp']

export const isPicture = (fileName: string): boolean => pictures.includes(extensionOf(fileName))

export const isPdf = (fileName: string): boolean => extensionOf(fileName) === 'pdf'

/** Whether the portal can show it; anything else is only saved. */
export const isViewable = (fileName: string): boolean => isPdf(fileName) || isPicture(fileName)

/** The code that shows PDFs: fetched with the first one, beside the file itself. */
export const loadPdfPages = () => import('./pdf/PdfPages.tsx')
