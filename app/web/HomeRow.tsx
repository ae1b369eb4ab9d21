import type { ReactNode } from 'react'
import { Icon } from '#platform/web/ui/Icon.tsx'
import { chevronRightIcon } from '#platform/web/ui/icons.ts'
import { Link } from '#platform/web/ui/Link.tsx'
import styles from './HomeRow.module.css'

interface HomeRowProps {
  to: string
  title: string
  facts: ReactNode
  state?: ReactNode
}

/** A row of a card on the start page. The row is a link to what it names. */
export function HomeRow({ to, title, facts, state }: HomeRowProps) {
  return (
    <li className={styles['item']}>
      <Link className={styles['row']} to={to}>
        <span className={styles['words']}>
          <span className={styles['title']}>{title}</span>
          <span className={styles['facts']}>
            <span>{facts}</span>
            {state}
          </span>
        </span>
        <Icon path={chevronRightIcon} size={20} className={styles['go']} />
      </Link>
    </li>
  )
}
