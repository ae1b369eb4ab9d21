import { Button } from '../Button.tsx'
import { chevronLeftIcon, chevronRightIcon } from '../icons.ts'
import styles from './Pager.module.css'

interface PagerProps {
  /** What a page has, in the buttons: 'förslag'. */
  what?: string
  page: number
  hasMore: boolean
  onPage: (page: number) => void
}

/** Buttons for the newer and the older rows of a list; nothing if there is only one page. At the last page the pressed button keeps the focus. */
export function Pager({ what = '', page, hasMore, onPage }: PagerProps) {
  if (page === 0 && !hasMore) return null
  return (
    <div className={styles['pager']}>
      <Button icon={chevronLeftIcon} aria-disabled={page === 0} onClick={() => onPage(page - 1)}>
        {`Nyare ${what}`.trim()}
      </Button>
      <Button icon={chevronRightIcon} aria-disabled={!hasMore} onClick={() => onPage(page + 1)}>
        {`Äldre ${what}`.trim()}
      </Button>
    </div>
  )
}
