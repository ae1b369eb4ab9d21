import { readFileSync, writeFileSync } from 'node:fs'

/**
 * Replaces a section of a file of results, and those of its parts ('Proofs at full size: survey'), which are older than the whole. The other
 * sections are unchanged. `head` is the text above all of them.
 */
export function writeSection(file: URL, head: string, title: string, body: string): void {
  const sections = new Map(
    readFileSync(file, 'utf8')
      .split(/^## /m)
      .slice(1)
      .map((section) => [section.slice(0, section.indexOf('\n')), section.slice(section.indexOf('\n')).trim()]),
  )
  for (const name of sections.keys()) if (name.startsWith(`${title}: `)) sections.delete(name)
  sections.set(title, body.trim())
  const written = [...sections].map(([name, text]) => `## ${name}\n\n${text}\n`)
  writeFileSync(file, [head, ...written].join('\n'))
}
