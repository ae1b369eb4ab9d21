import { useQuery } from '@tanstack/react-query'
import { officePath } from '#platform/contract/office-pages.ts'
import { AllLink } from '#platform/web/ui/AllLink.tsx'
import { Card } from '#platform/web/ui/Card.tsx'
import { entryIcons } from '#platform/web/ui/entry-icons.ts'
import { HomeRow } from './HomeRow.tsx'
import { officeQueuesKey } from './new-things-key.ts'
import type { WaitingQueue } from './office-queues.ts'

/** The office's queues with cases that are unassigned or unanswered. */
export default function OfficeQueues() {
  const { data: queues = [] } = useQuery<readonly WaitingQueue[]>({ queryKey: officeQueuesKey, enabled: false })
  if (queues.length === 0) return null
  return (
    <Card
      title="Väntar på dig på kontoret"
      icon={entryIcons.board}
      aside={<AllLink to={officePath} of="köer på kontoret" />}
      flush
    >
      <ul>
        {queues.map(({ title, counts, to }) => (
          <HomeRow key={to} to={to} title={title} facts={counts.join(' · ')} />
        ))}
      </ul>
    </Card>
  )
}
