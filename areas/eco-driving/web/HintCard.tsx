import { Card } from '#platform/web/ui/Card.tsx'
import { bulbIcon } from '#platform/web/ui/icons-more.ts'
import type { EcoHint } from '../contract.ts'

/** One concrete thing to try, from the driver's own trips. */
export function HintCard({ hint }: { hint: EcoHint }) {
  return (
    <Card title="Tips från dina turer" icon={bulbIcon}>
      <p>{hint.text}</p>
    </Card>
  )
}
