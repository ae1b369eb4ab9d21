import { memo } from 'react'
import type { DashboardBlock } from '#platform/web/shell/area.ts'
import { ErrorBoundary } from '#platform/web/shell/ErrorBoundary.tsx'
import { LazyView } from '#platform/web/shell/LazyView.tsx'
import { Card } from '#platform/web/ui/Card.tsx'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import styles from './Dashboard.module.css'

interface BlockProps {
  block: DashboardBlock
  reserved: boolean
}

/** A block of the start page. If its code crashes or is slow, the other blocks are not affected. */
export const Block = memo(function Block({ block, reserved }: BlockProps) {
  return (
    <ErrorBoundary>
      {block.load ? (
        <LazyView load={block.load} waiting={reserved && <Waiting place={block.place} />} />
      ) : (
        <block.component />
      )}
    </ErrorBoundary>
  )
})

/** A placeholder as high as the block. Nothing for a block that may be empty. */
function Waiting({ place }: { place: DashboardBlock['place'] }) {
  if (place === 'week') return <div className={styles['week']} />
  if (!['main', 'side', 'below'].includes(place)) return null
  return (
    <Card>
      <Skeleton shape="rows" lines={4} />
    </Card>
  )
}
