import type { DemoSuggestion } from '../store.ts'

/** A suggestion in the demo, made `ago` days before the demo's first start. */
export interface DemoRow extends Omit<DemoSuggestion, 'company' | 'createdAt' | 'comments' | 'actions'> {
  readonly daysAgo: number
  /** `HH:mm`, UTC. */
  readonly time: string
  readonly comments?: string
  readonly actions?: string
}
