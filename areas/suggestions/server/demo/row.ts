import type { Suggestion } from '../../contract.ts'

/** A suggestion in the demo, made `daysAgo` days before the demo's first start. */
export interface DemoRow {
  /** User name in the same company. */
  readonly author: string
  readonly daysAgo: number
  /** `HH:mm`, UTC. */
  readonly time: string
  readonly title: string
  readonly description: string
  readonly status: Suggestion['status']
  readonly comments?: string
  readonly actions?: string
  /** A question that the office has asked the author alone, and the answer. */
  readonly asked?: string
  readonly reply?: string
}
