export type PictureKind = 'jpeg' | 'png' | 'webp' | 'heic'

/** How many bytes of a file are enough to recognise its kind. */
export const HEAD_BYTES = 32

const heicBrands = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'])

/** The kind of a file by its first bytes; its name and the declared type are ignored. */
export function kindOf(head: Uint8Array): PictureKind | null {
  const ascii = Buffer.from(head).toString('latin1')
  if (ascii.startsWith('\u00ff\u00d8\u00ff')) return 'jpeg'
  if (ascii.startsWith('\u0089PNG\r\n\u001a\n')) return 'png'
  if (ascii.startsWith('RIFF') && ascii.slice(8, 12) === 'WEBP') return 'webp'
  if (ascii.slice(4, 8) === 'ftyp' && heicBrands.has(ascii.slice(8, 12))) return 'heic'
  return null
}
