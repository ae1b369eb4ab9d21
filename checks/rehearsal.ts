import { readFileSync } from 'node:fs'

/** What a reader of the guide replaces by the address of the sources. */
export const sourcesPlaceholder = '<where the sources are>'

/** The commands by which docs/operating.md rehearses several processes on one machine, a line each. */
export function rehearsal(): string[] {
  const guide = readFileSync(new URL('../docs/operating.md', import.meta.url), 'utf8')
  const block = /^### The rehearsal on one machine\n.*?^```sh\n(.*?)^```/ms.exec(guide)?.[1] ?? ''
  return block.split('\n').filter((line) => line !== '')
}
