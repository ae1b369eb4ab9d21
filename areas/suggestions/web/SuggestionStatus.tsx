import { calendarIcon, clockIcon, infoIcon, okIcon, pauseIcon, type IconPath } from '#platform/web/ui/icons.ts'
import { StatusPill, type Tone } from '#platform/web/ui/StatusPill.tsx'
import type { Suggestion } from '../contract.ts'

const looks: Readonly<Record<Suggestion['status'], readonly [Tone, IconPath]>> = {
  Nytt: ['blue', infoIcon],
  'Under utredning': ['amber', clockIcon],
  Planerat: ['blue', calendarIcon],
  Genomfört: ['green', okIcon],
  Avböjt: ['neutral', pauseIcon],
}

export function SuggestionStatus({ of }: { of: Suggestion['status'] }) {
  const [tone, icon] = looks[of]
  return (
    <StatusPill tone={tone} icon={icon}>
      {of}
    </StatusPill>
  )
}
