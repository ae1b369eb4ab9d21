import type { Deviation } from '../../contract/list.ts'

/** An own report with an answer from whoever is responsible. */
export const isAnswered = ({ egen, atgard }: Deviation) => egen && atgard !== ''

/** The answers among the things that the employee has seen. What is added to an answer is new again. */
export const answeredKeys = (reports: readonly Deviation[]) =>
  reports.filter(isAnswered).map(({ id, atgard }) => {
    const added = atgard.split('\n\n').length - 1
    return `avvikelse:${id}${added > 0 ? `:${added}` : ''}`
  })
