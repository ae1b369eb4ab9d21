/** Where an offset in a text area is in the text that it shows: a text area counts the two characters of a line break `\r\n` as one. */
export function indexInText(text: string, offset: number): number {
  let index = 0
  for (let counted = 0; counted < offset; counted++) index += text.startsWith('\r\n', index) ? 2 : 1
  return index
}
