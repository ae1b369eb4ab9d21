import { readFileSync, writeFileSync } from 'node:fs'

/** Replaces a section of a file of results; the other sections are unchanged. `head` is the text above all of them. */
export function writeSection(file: URL, head: string, title: string, body: string): void {
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
