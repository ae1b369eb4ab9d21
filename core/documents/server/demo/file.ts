import { extensionOf } from '../../rules.ts'
import type { Paper } from './paper.ts'

/** Writes a paper as the kind of file that its name says. The PDF and Word writers are loaded only when needed. */
export async function makeFile(fileName: string, paper: Paper): Promise<Uint8Array> {
  if (extensionOf(fileName) === 'docx') return (await import('./docx.ts')).makeDocx(paper)
  return (await import('./pdf.ts')).makePdf(paper)
}
