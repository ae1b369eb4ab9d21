/**
 * Proofs that kill, freeze or flood whole processes. Each takes a quarter of a minute even as a sample, so `npm test` runs one in four of
 * them, and others at the next commit. `npm run prove` runs all, and so does a run that names one of them.
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
  'app/server/upgrade.proof.test.ts',
  'app/server/two-versions.proof.test.ts',
  'app/server/import-apart.proof.test.ts',
  'app/server/backup/restore.proof.test.ts',
] as const
/** The number of turns (turns.ts). Each of the proofs runs in one of them. */
export const SHARES = 4

/** The proofs that this run leaves out. */
export function restingProofs(sample = process.env.PROOFS_SAMPLED): readonly string[] {
  return sample === undefined ? [] : ofProcesses.filter((_file, at) => at % SHARES !== Number(sample))
}
