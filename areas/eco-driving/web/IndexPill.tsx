import { leafIcon } from '#platform/web/ui/icons-more.ts'
import { StatusPill, type Tone } from '#platform/web/ui/StatusPill.tsx'
import { levelOf, type Level } from '../rules.ts'

const tones: Record<Level, Tone> = { less: 'green', even: 'amber', more: 'red' }

/** A driver's consumption compared with the reference. */
export const usage: Record<Level, string> = { less: 'Drar mindre', even: 'Ungefär lika', more: 'Drar mer' }

/** Leaf, colour and text for a ratio. */
export function IndexPill({ ratio, words = usage }: { ratio: number; words?: Record<Level, string> }) {
  const level = levelOf(ratio)
  return (
    <StatusPill tone={tones[level]} icon={leafIcon}>
      {words[level]}
    </StatusPill>
  )
}
