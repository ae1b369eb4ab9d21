import { type IconPath, reportIcon, undoIcon } from '#platform/web/ui/icons.ts'
import { hiddenIcon } from '#platform/web/ui/icons-more.ts'
import { stateIcons } from '#platform/web/ui/state-icons.ts'
import { StatusPill } from '#platform/web/ui/StatusPill.tsx'
import type { CaseState } from '../contract.ts'

const icons: Readonly<Record<CaseState['icon'], IconPath>> = {
  ...stateIcons,
  flagged: reportIcon,
  hidden: hiddenIcon,
  returned: undoIcon,
}

/** A case's state: the warning triangle is left to what is late or dangerous. */
export function StatePill({ state: { name, tone, icon } }: { state: CaseState }) {
  return (
    <StatusPill tone={tone} icon={icons[icon]}>
      {name}
    </StatusPill>
  )
}
