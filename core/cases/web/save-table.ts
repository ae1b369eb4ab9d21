interface Piece {
  readonly next: number | null
}

/** Fetches the pieces of a list one after the other. */
export async function piecesOf<Of extends Piece>(
  pieceAfter: (efter: number | undefined) => Promise<Of>,
): Promise<Of[]> {
  const pieces: Of[] = []
  let efter: number | undefined
  do {
    const piece = await pieceAfter(efter)
    pieces.push(piece)
    efter = piece.next ?? undefined
  } while (efter !== undefined)
  return pieces
}

/** Saves a file, as a download of the browser. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Long enough for a phone that asks where to save it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Puts the pieces of a table together and saves them as a file. */
export async function saveTable(
  name: string,
  pieceAfter: (efter: number | undefined) => Promise<Piece & { readonly text: string }>,
): Promise<void> {
  const texts = (await piecesOf(pieceAfter)).map(({ text }) => text)
  saveFile(`${name}.csv`, new Blob(texts, { type: 'text/csv;charset=utf-8' }))
}
