import { readFileSync } from 'node:fs'

/** The guide's placeholders for the address of the sources, and for the version to install. */
export const sourcesPlaceholder = '<where the sources are>'
export const versionPlaceholder = '<version>'

/** The commands of docs/operating.md in the first block after a text that begins a line: one line each. */
export function commandsAfter(text: string): string[] {
  const guide = readFileSync(new URL('../docs/operating.md', import.meta.url), 'utf8')
  const [, after = ''] = guide.split(`\n${text}`)
  const block = /^```sh\n(.*?)^```/ms.exec(after)?.[1] ?? ''
  return block.split('\n').filter((line) => line !== '')
}

/** The commands of the rehearsal of several processes on one machine. */
export const rehearsal = () => commandsAfter('### The rehearsal on one machine\n')
