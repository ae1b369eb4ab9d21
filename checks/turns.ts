import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'

// What takes long is tried by turns: each commit has one, so that `npm test` of one commit always tries the same, and those of many
// commits try all of it. `npm run prove` tries all at once.

/** The turn of this commit, from 0 to below `turns`; without git it is the first. */
export function turnOfCommit(turns: number): string {
  try {
    const commit = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    return String(Number.parseInt(commit.slice(0, 8), 16) % turns)
  } catch {
    return '0'
  }
}

/** The turn in which something with this name is tried. */
export function turnOf(name: string, turns: number): string {
  return String(createHash('sha256').update(name).digest().readUInt32BE() % turns)
}
