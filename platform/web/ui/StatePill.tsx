import {
  calendarIcon,
  checkIcon,
  clockIcon,
  closeIcon,
  type IconPath,
  infoIcon,
  okIcon,
  warningIcon,
  wrenchIcon,
} from './icons.ts'
import { StatusPill, type Tone } from './StatusPill.tsx'

type Look = readonly [Tone, IconPath]

const fresh: Look = ['blue', infoIcon]
const done: Look = ['green', okIcon]
const refused: Look = ['neutral', closeIcon]

/** One look for a word, wherever an employee follows what he or she has sent in. */
const looks: Readonly<Record<string, Look>> = {
  Ny: fresh,
  Nytt: fresh,
  Mottagen: ['neutral', clockIcon],
  Bedömd: ['blue', checkIcon],
  'Under utredning': ['amber', clockIcon],
  Planerat: ['blue', calendarIcon],
  Åtgärdas: ['amber', wrenchIcon],
  'Ingen åtgärd': refused,
  Avböjt: refused,
  Klar: done,
  Genomfört: done,
}

/** The state of what has been sent in. The office may use other words than the ones that the portal sets. */
export function StatePill({ state }: { state: string }) {
  const [tone, icon] =
    looks[state] ?? (/avslut|klar|stängd|åtgärdad/i.test(state) ? done : (['amber', warningIcon] as const))
  return (
    <StatusPill tone={tone} icon={icon}>
      {state}
    </StatusPill>
  )
}
