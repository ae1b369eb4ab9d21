import writeWorkbook from 'write-excel-file/universal'

const time = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2})$/
/** The most characters of a column's width: a report's text would make it as wide as the screen. */
const WIDEST = 60

/** A workbook with one sheet. Text stays text, whatever it begins with: only a cell of the type formula would be run. */
export function workbookOf(sheet: string, [heads = [], ...rows]: readonly (readonly string[])[]): Promise<Blob> {
  const cells = [
    heads.map((value) => ({ value, type: String, fontWeight: 'bold' as const })),
    ...rows.map((row) => row.map(cellOf)),
  ]
  const columns = heads.map((head, at) => ({ width: widthOf([head, ...rows.map((row) => row[at] ?? '')]) }))
  return writeWorkbook(cells, { sheet, columns, stickyRowsCount: 1 }).toBlob()
}

/** Characters that XML does not allow, not even as references: with one of them the file does not open. */
// oxlint-disable-next-line no-control-regex -- the expression is meant to find them
const unfit = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu

function cellOf(value: string) {
  const [, day, clock] = time.exec(value) ?? []
  // A sheet's times have no zone: the wall clock's is written as if it were UTC, which is how the library reads it.
  const at = new Date(`${day}T${clock}Z`)
  if (!Number.isNaN(at.getTime())) return { value: at, type: Date, format: 'yyyy-mm-dd hh:mm' }
  const text = value.replaceAll(unfit, '')
  return text === '' ? null : { value: text, type: String }
}

const widthOf = (texts: readonly string[]) =>
  Math.min(WIDEST, texts.reduce((widest, { length }) => Math.max(widest, length), 0) + 2)
