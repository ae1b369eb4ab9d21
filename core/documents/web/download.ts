import { downloadFile } from '../calls.ts'
import { contentTypeOf } from '../rules.ts'
import { bytesOf } from './bytes.ts'
import type { FetchedFile } from './fetched-file.ts'
import { announce } from '#platform/web/ui/announce.ts'
import { send } from '#platform/web/wire/client.ts'

/** Fetches a document by its address. Throws ApiError. */
export const fetchDocument = async (address: string): Promise<FetchedFile> => ({
  base64: await send(downloadFile, { query: { filurl: address } }),
})

/** Saves a file given in base64, with the type that its name implies. */
export function saveFile(fileName: string, base64: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([bytesOf(base64)], { type: contentTypeOf(fileName) }))
  link.download = fileName
  link.click()
  announce('Filen är hämtad.')
  // Long enough for a phone that asks where to save it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
