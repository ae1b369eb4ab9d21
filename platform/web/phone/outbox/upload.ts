import type { Call } from '#platform/contract/call.ts'
import { ApiError } from '../../wire/api-error.ts'

interface File {
  readonly blob: Blob
  readonly fileName: string
  /** The same for every try to send it; another once the server has given it up. Absent in what an earlier version stored. */
  readonly key?: string | undefined
}

type Send = (call: Call<unknown, unknown, FormData>, body: FormData, key?: string) => Promise<unknown>

/** Sends a file, once however often it is tried. Returns what the server calls it. */
export async function uploadFile({ blob, fileName, key }: File, path: `/api/${string}`, send: Send): Promise<string> {
  const form = new FormData()
  form.append('file', blob, fileName)
  const stored = (await send({ method: 'POST', path, form: true }, form, key)) as { name: string } | false
  // Taken, but not done, says the specification of `false`.
  if (stored === false) throw new ApiError(502)
  return stored.name
}
