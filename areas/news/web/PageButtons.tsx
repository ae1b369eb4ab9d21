import { classes } from '#platform/web/ui/class-names.ts'
import { pageNumbers } from '../rules.ts'
import styles from './PageButtons.module.css'

interface PageButtonsProps {
  /** Counts from 0. */
  page: number
  pages: number
  onPage: (page: number) => void
}

/** Numbered buttons, if there is more than one page. */
export function PageButtons({ page, pages, onPage }: PageButtonsProps) {
  if (pages <= 1) return null
  return (
    <nav aria-label="Sidor">
      <ul className={styles['pages']}>
        {pageNumbers(page, pages).map((number, index) =>
          number === null ? (
            <li key={`gap ${index < 3 ? 'before' : 'after'}`} className={styles['gap']} aria-hidden="true">
              …
            </li>
          ) : (
            <li key={number}>
              <button
                type="button"
                className={classes(styles['page'], number === page && styles['current'])}
                aria-current={number === page ? 'page' : undefined}
                onClick={() => onPage(number)}
              >
                {number + 1}
              </button>
            </li>
          ),
        )}
      </ul>
    </nav>
  )
}
