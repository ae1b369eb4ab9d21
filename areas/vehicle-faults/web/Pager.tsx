import { Button } from '#platform/web/ui/Button.tsx'
import { chevronLeftIcon } from '#platform/web/ui/icons.ts'
import styles from './FaultScreen.module.css'

interface PagerProps {
  page: number
  hasMore: boolean
  onPage: (page: number) => void
}

/** Buttons for newer and older reports; nothing if there is only one page. */
export function Pager({ page, hasMore, onPage }: PagerProps) {
  if (page === 0 && !hasMore) return null
  return (
    <div className={styles['pager']}>
      <Button icon={chevronLeftIcon} disabled={page === 0} onClick={() => onPage(page - 1)}>
        Nyare
      </Button>
      <Button disabled={!hasMore} onClick={() => onPage(page + 1)}>
        Äldre
      </Button>
    </div>
  )
}
