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
  'app/server/upgrade.proof.test.ts',
  'app/server/two-versions.proof.test.ts',
  'app/server/import-apart.proof.test.ts',
  'app/server/backup/restore.proof.test.ts',
] as const
/** Each of them runs in one of so many turns (turns.ts). */
export const SHARES = 4

/** Those that rest in this run. */
export function restingProofs(sample = process.env.PROOFS_SAMPLED): readonly string[] {
  return sample === undefined ? [] : ofProcesses.filter((_file, at) => at % SHARES !== Number(sample))
}
