import { checkIcon, clockIcon, closeIcon, type IconPath, okIcon, wrenchIcon } from '#platform/web/ui/icons.ts'
import { StatusPill, type Tone } from '#platform/web/ui/StatusPill.tsx'
import type { FaultState } from '../rules.ts'

const looks: Readonly<Record<FaultState, { tone: Tone; icon: IconPath }>> = {
  Mottagen: { tone: 'neutral', icon: clockIcon },
  Bedömd: { tone: 'blue', icon: checkIcon },
  Åtgärdas: { tone: 'amber', icon: wrenchIcon },
  Klar: { tone: 'green', icon: okIcon },
  'Ingen åtgärd': { tone: 'neutral', icon: closeIcon },
}

export function FaultStatePill({ state }: { state: FaultState }) {
  const { tone, icon } = looks[state]
  return (
    <StatusPill tone={tone} icon={icon}>
      {state}
    </StatusPill>
  )
}

/** '2026-11-21 08:15' */
export function timeOf(timestamp: string): string {
  return timestamp.replace('T', ' ').slice(0, 16)
}
