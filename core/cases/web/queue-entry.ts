import type { OfficeScreen } from '#platform/web/office/area.ts'
import type { CaseCalls } from '../calls.ts'

/** The screen of a queue, with its calls. */
export interface QueueEntry extends OfficeScreen {
  readonly calls: CaseCalls
  /** Rendered above the list, for what concerns the whole queue. */
  readonly above?: OfficeScreen['load'] | undefined
  /** The screen on which the office reports for others: its path below /kontor, and its gate. */
  readonly enter?: Pick<OfficeScreen, 'path' | 'gate'>
}
