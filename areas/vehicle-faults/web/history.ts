import type { FaultStep, OwnFaultReport } from '../contract.ts'
import { type FaultState, stepsBefore } from '../rules.ts'

/** A step of a report, or a message between two steps. */
export interface HistoryItem {
  readonly at: string
  readonly state?: FaultState
  readonly text: string | null
  readonly own?: boolean
}

const asItem = ({ state, timestamp, reason }: FaultStep): HistoryItem => ({ at: timestamp, state, text: reason })

/** The steps and the messages in their order. In an older copy, which lacks the number of steps before a message, the times decide. */
export function historyOf({ steps, messages = [] }: Pick<OwnFaultReport, 'steps' | 'messages'>): HistoryItem[] {
  return [null, ...steps].flatMap((step, count) => [
    ...(step ? [asItem(step)] : []),
    ...messages
      .filter((message) => stepsBefore(message, steps) === count)
      .map(({ at, text, own }): HistoryItem => ({ at, text, own })),
  ])
}
