import { readFileSync } from 'node:fs'

/** What a reader of the guide replaces by the address of the sources, and by the version that is installed. */
export const sourcesPlaceholder = '<where the sources are>'
export const versionPlaceholder = '<version>'

/** The commands of docs/operating.md that come next after a text, a line each. */
export function commandsAfter(text: string): string[] {
  const guide = readFileSync(new URL('../docs/operating.md', import.meta.url), 'utf8')
  const [, after = ''] = guide.split(`\n${text}`)
  const block = /^```sh\n(.*?)^```/ms.exec(after)?.[1] ?? ''
  return block.split('\n').filter((line) => line !== '')
}

/** The commands by which it rehearses several processes on one machine. */
export const rehearsal = () => commandsAfter('### The rehearsal on one machine\n')
