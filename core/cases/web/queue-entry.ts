import type { OfficeScreen } from '#platform/web/office/area.ts'
import type { CaseCalls } from '../calls.ts'

/** The screen of a queue, with its calls. */
export interface QueueEntry extends OfficeScreen {
  readonly calls: CaseCalls
  /** Above the list, where the area has something to say of the whole queue. */
  readonly above?: OfficeScreen['load'] | undefined
  /** The screen on which reports are written down for others: its path below /kontor, and whoever may. */
  readonly enter?: Pick<OfficeScreen, 'path' | 'gate'>
}
