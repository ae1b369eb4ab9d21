import { Link } from '#platform/web/ui/Link.tsx'
import { type Kind, kinds } from './kinds.ts'
import styles from './ReadMore.module.css'

/** 'Läs mer..', described by the title of its item. The whole row is its target. */
export function ReadMore({ kind, id, titleId }: { kind: Kind; id: number; titleId: string }) {
  return (
    <Link className={styles['more']} to={`${kinds[kind].path}/${id}`} aria-describedby={titleId}>
      Läs mer..
    </Link>
  )
}
