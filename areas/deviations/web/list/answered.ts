import type { Deviation } from '../../contract/list.ts'

/** Whether a report is the employee's own and has an answer from the responsible manager. */
export const isAnswered = ({ egen, atgard }: Deviation) => egen && atgard !== ''

/** The keys by which answers are marked as seen. An addition to an answer makes it new again. */
export const answeredKeys = (reports: readonly Deviation[]) =>
  reports.filter(isAnswered).map(({ id, atgard }) => {
    const added = atgard.split('\n\n').length - 1
    return `avvikelse:${id}${added > 0 ? `:${added}` : ''}`
  })
