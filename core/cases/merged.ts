import { counted } from '#platform/contract/counted.ts'
import type { Case } from './contract.ts'

/** How many reports are merged into a case that are not shown on it: more than are shown at once, or those of others. Null for none. */
export function reportsLeftOut({ merged, reports }: Pick<Case, 'merged' | 'reports'>): string | null {
  const leftOut = merged - 1 - reports.length
  if (leftOut <= 0) return null
  return `Ytterligare ${counted(leftOut, 'anmälan', 'anmälningar')} visas inte här.`
}
