import { extensionOf } from '../rules.ts'

export const isPicture = (fileName: string): boolean =>
  ['gif', 'jpeg', 'jpg', 'png', 'webp'].includes(extensionOf(fileName))

/** Whether the browser has a viewer of its own for PDF. */
export const showsPdf = (): boolean => navigator.pdfViewerEnabled
