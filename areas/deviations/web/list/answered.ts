import type { Deviation } from '../../contract/list.ts'

/** An own report with an answer from whoever is responsible. */
export const isAnswered = ({ egen, atgard }: Deviation) => egen && atgard !== ''

/** The answers among the things that the employee has seen. */
export const answeredKeys = (reports: readonly Deviation[]) =>
  reports.filter(isAnswered).map(({ id }) => `avvikelse:${id}`)
