import { contentPath } from '../calls.ts'

// Apart from the screen, so that the text can be asked for beside the screen's code and not after it.
let started: Promise<string> | undefined

/** Asks for the text of the guides ahead of the screen. */
export function startContent(): void {
  started ??= ask()
  // Whoever takes it handles the failure.
  started.catch(() => undefined)
}

/** The text: what was asked for ahead, else asked for now. */
export function askForContent(): Promise<string> {
  const text = started ?? ask()
  started = undefined
  return text
}

async function ask(): Promise<string> {
  const response = await fetch(contentPath)
  if (!response.ok) throw new Error(`HTTP ${response.status}`)
  return response.text()
}
