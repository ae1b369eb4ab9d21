/**
 * A photo as the phone stores it: its bytes. WebKit stores no Blob in a private window (bugs.webkit.org 156347), and sometimes fails
 * to store one in other windows (GoogleChrome/workbox#1908).
 */
export interface StoredFile {
  readonly bytes: ArrayBuffer
  /** The media type. */
  readonly type: string
}

export const storedFile = async (blob: Blob): Promise<StoredFile> => ({
  bytes: await blob.arrayBuffer(),
  type: blob.type,
})

export const blobOf = ({ bytes, type }: StoredFile): Blob => new Blob([bytes], { type })

/** A row of an earlier version, which stored a Blob. */
export type Earlier<Row extends { readonly file: StoredFile }> = Omit<Row, 'file'> & { readonly blob: Blob }

export const hasFile = (row: object): boolean =>
  'file' in row
    ? (row.file as Partial<StoredFile> | null)?.bytes instanceof ArrayBuffer
    : 'blob' in row && row.blob instanceof Blob

/** The row in its present form. Rejects if the phone can no longer read the row's Blob. */
export async function asStored<Row extends { readonly file: StoredFile }>(row: Row | Earlier<Row>): Promise<Row> {
  if ('file' in row) return row
  const { blob, ...rest } = row
  return { ...rest, file: await storedFile(blob) } as unknown as Row
}
