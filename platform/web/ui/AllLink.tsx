import styles from './AllLink.module.css'
import { Link } from './Link.tsx'
import { VisuallyHidden } from './VisuallyHidden.tsx'

/**
 * 'Alla' beside the heading of a card that shows only the first items. `of` completes it for screen readers: 'nyheter från
 * Umeå'.
 */
export function AllLink({ to, of }: { to: string; of: string }) {
  return (
    <Link className={styles['all']} to={to}>
      Alla<VisuallyHidden> {of}</VisuallyHidden>
    </Link>
  )
}
