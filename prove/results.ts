import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const file = fileURLToPath(new URL('results.md', import.meta.url))
const head =
  '# Results of the long proofs\n\nWritten by `npm run prove`, each part when it was last run: `npm run prove -- <part>` runs one.\n'

/** Replaces a part's previous result; the other parts are unchanged. */
export function writePart(title: string, body: string): void {
  const sections = new Map(
    readFileSync(file, 'utf8')
      .split(/^## /m)
      .slice(1)
      .map((section) => [section.slice(0, section.indexOf('\n')), section.slice(section.indexOf('\n')).trim()]),
  )
  sections.set(title, body.trim())
  const written = [...sections].map(([name, text]) => `## ${name}\n\n${text}\n`)
  writeFileSync(file, [head, ...written].join('\n'))
}
