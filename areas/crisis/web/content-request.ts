import { contentPath } from '../calls.ts'

/** The same limit as for a call (platform/web/wire/client.ts). */
const LONGEST_MS = 30_000

// Separate from the screen, so that the text is requested in parallel with the screen's code and not after it.
let started: Promise<string> | undefined

/** Requests the text of the guides ahead of the screen. */
export function startContent(): void {
  started ??= ask()
  // The caller of askForContent handles the failure.
  started.catch(() => undefined)
}

/** The text: from the request that was made ahead, otherwise from a new one. */
export function askForContent(): Promise<string> {
  const text = started ?? ask()
  started = undefined
  return text
}

async function ask(): Promise<string> {
  const response = await fetch(contentPath, { signal: AbortSignal.timeout(LONGEST_MS) })
  if (!response.ok) throw new Error(`HTTP ${response.status}`)
  return response.text()
}
