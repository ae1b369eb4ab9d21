/** Spreadsheets run a cell that begins like a formula: an apostrophe makes it a text. */
export const neutral = (value: string) =>
  /^(?:[\s\u200B]*[=+\-@＝＋－＠]|[\t\r\n])/u.test(value) ? `'${value}` : value
const cell = (value: string) => `"${neutral(value).replaceAll('"', '""')}"`
export const csvLine = (values: readonly string[]) => `${values.map(cell).join(';')}\r\n`

/** The byte order mark by which spreadsheets recognise UTF-8. */
export const csvBegin = '\uFEFF'
