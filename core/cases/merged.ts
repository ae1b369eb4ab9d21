import { counted } from '#platform/contract/counted.ts'
import type { CaseCalls } from './calls.ts'
import type { Case } from './contract.ts'

/** Says how many merged reports are not shown on a case: those beyond the limit, and those that the employee may not see. Null for none. */
export function reportsLeftOut(
  { merged, reports }: Pick<Case, 'merged' | 'reports'>,
  { things: [one, many] }: Pick<CaseCalls['words'], 'things'>,
): string | null {
  const leftOut = merged - 1 - reports.length
  if (leftOut <= 0) return null
  return `Ytterligare ${counted(leftOut, one, many)} visas inte här.`
}
