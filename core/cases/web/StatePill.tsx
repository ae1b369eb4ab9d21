import {
  calendarIcon,
  checkIcon,
  clockIcon,
  closeIcon,
  type IconPath,
  infoIcon,
  okIcon,
  reportIcon,
  undoIcon,
  wrenchIcon,
} from '#platform/web/ui/icons.ts'
import { hiddenIcon } from '#platform/web/ui/icons-more.ts'
import { StatusPill } from '#platform/web/ui/StatusPill.tsx'
import type { CaseState } from '../contract.ts'

const icons: Readonly<Record<CaseState['icon'], IconPath>> = {
  new: infoIcon,
  received: clockIcon,
  assessed: checkIcon,
  planned: calendarIcon,
  working: wrenchIcon,
  flagged: reportIcon,
  hidden: hiddenIcon,
  returned: undoIcon,
  done: okIcon,
  closed: closeIcon,
}

/** A case's state: the warning triangle is left to what is late or dangerous. */
export function StatePill({ state: { name, tone, icon } }: { state: CaseState }) {
  return (
    <StatusPill tone={tone} icon={icons[icon]}>
      {name}
    </StatusPill>
  )
}
