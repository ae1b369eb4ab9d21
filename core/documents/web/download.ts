import { downloadFile } from '../calls.ts'
import { contentTypeOf, fileNameOf } from '../rules.ts'
import { announce } from '#platform/web/ui/announce.ts'
import { send } from '#platform/web/wire/client.ts'

/** Fetches a document by its address, and saves it under the name in the address. Throws ApiError. */
export async function saveDocument(address: string): Promise<void> {
  saveFile(fileNameOf(address), await send(downloadFile, { query: { filurl: address } }))
}

/** Saves a file given in base64, with the type that its name implies. */
export function saveFile(fileName: string, base64: string): void {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([bytes], { type: contentTypeOf(fileName) }))
  link.download = fileName
  link.click()
  announce('Filen är hämtad.')
  // Long enough for a phone that asks where to save it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
