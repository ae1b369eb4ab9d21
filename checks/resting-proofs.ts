import { execFileSync } from 'node:child_process'

/**
 * Proofs that kill, freeze or flood whole processes, each for a quarter of a minute also as a sample. `npm test` runs one in four of them, others
 * at the next commit; `npm run prove`, and a run that names one, runs all.
 */
const ofProcesses = [
  'app/server/backup/backup.proof.test.ts',
  'areas/survey/server/kills.proof.test.ts',
  'app/server/many-hosts.proof.test.ts',
  'app/server/backup/office.proof.test.ts',
  'app/server/kills.proof.test.ts',
  'areas/survey/server/process.proof.test.ts',
  'app/server/database-away.proof.test.ts',
  'app/server/backup/bit-flips.proof.test.ts',
  'areas/deviations/server/process.proof.test.ts',
  'app/server/office-kills.proof.test.ts',
  'app/server/slow-clients.proof.test.ts',
  'app/server/several-processes.proof.test.ts',
] as const
const SHARES = 4

/** Which of them this commit runs; the same ones each time. Without git it is always the first share. */
export function sampleOfCommit(): string {
  try {
    const commit = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    return String(Number.parseInt(commit.slice(0, 8), 16) % SHARES)
  } catch {
    return '0'
  }
}

/** Those that rest in this run. */
export function restingProofs(sample = process.env.PROOFS_SAMPLED): readonly string[] {
  return sample === undefined ? [] : ofProcesses.filter((_file, at) => at % SHARES !== Number(sample))
}
