import type { Call } from '#platform/contract/call.ts'
import { ApiError } from '../../wire/api-error.ts'
import { blobOf, type StoredFile } from '../stored-file.ts'

interface Upload {
  readonly file: StoredFile
  readonly fileName: string
  /**
   * The same at every attempt. A new key is made after the server has removed the file. Absent in items of an earlier
   * version.
   */
  readonly key?: string | undefined
}

type Send = (call: Call<unknown, unknown, FormData>, body: FormData, key?: string) => Promise<unknown>

/** Uploads a file once, however many attempts are made. Returns the file's name on the server. */
export async function uploadFile({ file, fileName, key }: Upload, path: `/api/${string}`, send: Send): Promise<string> {
  const form = new FormData()
  form.append('file', blobOf(file), fileName)
  const stored = (await send({ method: 'POST', path, form: true }, form, key)) as { name: string } | false
  // According to the specification, `false` means accepted but not carried out.
  if (stored === false) throw new ApiError(502)
  return stored.name
}
