import { type IconPath, warningIcon } from './icons.ts'
import { stateIcons } from './state-icons.ts'
import { StatusPill, type Tone } from './StatusPill.tsx'

type Look = readonly [Tone, IconPath]

const fresh: Look = ['blue', stateIcons.new]
const done: Look = ['green', stateIcons.done]
const refused: Look = ['neutral', stateIcons.closed]

/** The same look for a word, wherever employees follow their reports. */
const looks: Readonly<Record<string, Look>> = {
  Ny: fresh,
  Nytt: fresh,
  Mottagen: ['neutral', stateIcons.received],
  Bedömd: ['blue', stateIcons.assessed],
  'Under utredning': ['amber', stateIcons.received],
  Planerat: ['blue', stateIcons.planned],
  Åtgärdas: ['amber', stateIcons.working],
  'Ingen åtgärd': refused,
  Avböjt: refused,
  Klar: done,
  Genomfört: done,
}

/** The state of a report. The office may use other words than the ones that the portal sets. */
export function StatePill({ state }: { state: string }) {
  const [tone, icon] =
    looks[state] ?? (/avslut|klar|stängd|åtgärdad/i.test(state) ? done : (['amber', warningIcon] as const))
  return (
    <StatusPill tone={tone} icon={icon}>
      {state}
    </StatusPill>
  )
}
