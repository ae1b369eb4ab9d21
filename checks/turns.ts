import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'

// Long tests take turns. Each commit has a turn, so that `npm test` of one commit always runs the same tests, and over many commits runs
// all of them. `npm run prove` runs all at once.

/** The turn of this commit, from 0 to below `turns`; without git it is the first. */
export function turnOfCommit(turns: number): string {
  try {
    const commit = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    return String(Number.parseInt(commit.slice(0, 8), 16) % turns)
  } catch {
    return '0'
  }
}

/** The turn in which a test with this name runs. */
export function turnOf(name: string, turns: number): string {
  return String(createHash('sha256').update(name).digest().readUInt32BE() % turns)
}
