import { Link } from '#platform/web/ui/Link.tsx'
import { itemAt, type Kind } from './kinds.ts'
import styles from './ReadMore.module.css'

interface ReadMoreProps {
  kind: Kind
  id: number
  titleId: string
  /** The page of the list that the item is on, to which the item's page leads back. */
  page?: number
}

/** 'Läs mer..', described by the title of its item. The whole row is its target. */
export function ReadMore({ kind, id, titleId, page }: ReadMoreProps) {
  return (
    <Link className={styles['more']} to={itemAt(kind, id, page)} aria-describedby={titleId} data-row={id}>
      Läs mer..
    </Link>
  )
}
