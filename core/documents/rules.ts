/** 'pdf' for 'Körordning.PDF'; empty if the name has no ending. */
export function extensionOf(fileName: string): string {
  return /\.([a-z0-9]{1,8})$/i.exec(fileName)?.[1]?.toLowerCase() ?? ''
}

const types: Readonly<Record<string, string>> = {
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  gif: 'image/gif',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  odt: 'application/vnd.oasis.opendocument.text',
  pdf: 'application/pdf',
  png: 'image/png',
  ppt: 'application/vnd.ms-powerpoint',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  rtf: 'application/rtf',
  txt: 'text/plain;charset=utf-8',
  webp: 'image/webp',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** The kinds of document that the portal takes in: nothing that a browser would run. */
export const documentExtensions: readonly string[] = Object.keys(types)

/** A saved file's type follows its name. */
export const contentTypeOf = (fileName: string): string => types[extensionOf(fileName)] ?? 'application/octet-stream'

const kinds: Readonly<Record<string, string>> = {
  doc: 'Word',
  docx: 'Word',
  gif: 'Bild',
  jpeg: 'Bild',
  jpg: 'Bild',
  odt: 'OpenDocument',
  pdf: 'PDF',
  png: 'Bild',
  ppt: 'PowerPoint',
  pptx: 'PowerPoint',
  rtf: 'RTF',
  txt: 'Text',
  webp: 'Bild',
  xls: 'Excel',
  xlsx: 'Excel',
}

/** What people call a kind of file: 'PDF', 'Word'. */
export const kindOf = (fileName: string): string => kinds[extensionOf(fileName)] ?? 'Fil'

/** A document's title, from its file name: without the ending, and with spaces for the underscores of 'Krisplan_Umeå.pdf'. */
export function titleOf(fileName: string): string {
  const ending = extensionOf(fileName)
  const name = ending in types ? fileName.slice(0, -ending.length - 1) : fileName
  return name.replaceAll('_', ' ').trim() || fileName
}
