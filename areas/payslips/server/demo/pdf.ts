// One page of text and lines in the fonts that every PDF reader has: what a payroll system prints, and no library's weight.

interface TextOptions {
  readonly size?: number
  readonly bold?: boolean
  /** The text ends at x instead of beginning there. */
  readonly right?: boolean
}

export interface Sheet {
  /** Points from the page's lower left corner; the page is 595 by 842. */
  text(x: number, y: number, words: string, options?: TextOptions): void
  line(y: number, from: number, to: number): void
  shade(y: number, height: number, from: number, to: number): void
}

/** A page of A4 as it is drawn. */
export function pdfOf(title: string, draw: (sheet: Sheet) => void): Buffer {
  const strokes: string[] = []
  draw({
    text(x, y, words, { size = 9, bold = false, right = false } = {}) {
      const from = right ? x - widthOf(words) * size : x
      strokes.push(`BT /${bold ? 'F2' : 'F1'} ${size} Tf ${from.toFixed(2)} ${y} Td (${escaped(words)}) Tj ET`)
    },
    line: (y, from, to) => void strokes.push(`0.6 w ${from} ${y} m ${to} ${y} l S`),
    shade: (y, height, from, to) => void strokes.push(`0.93 g ${from} ${y} ${to - from} ${height} re f 0 g`),
  })
  return file(escaped(title), strokes.join('\n'))
}

const font = (name: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`

function file(title: string, content: string): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /Lang (sv-SE) /ViewerPreferences << /DisplayDocTitle true >> >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    font('Helvetica'),
    font('Helvetica-Bold'),
    `<< /Title (${title}) >>`,
  ]
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const xref = text.length
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 7 0 R >>\nstartxref\n${xref}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}

/** In the fonts' own encoding, which has å, ä and ö where Latin-1 has them; a letter that it lacks loses its accent. */
function escaped(words: string): string {
  return words
    .replaceAll('–', '\u0096')
    .replaceAll(/[^ -\u00ff]/g, (letter) => letter.normalize('NFD').slice(0, 1))
    .replaceAll(/[^ -\u00ff]/g, '?')
    .replaceAll(/[\\()]/g, String.raw`\$&`)
}

/** Width at size 1 of what stands to the right: numbers and short words (Helvetica's own metrics for digits and marks). */
function widthOf(words: string): number {
  let width = 0
  for (const letter of words) width += /[ ,.\u00a0]/.test(letter) ? 0.278 : letter === '-' ? 0.333 : 0.556
  return width
}
