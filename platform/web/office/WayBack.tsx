import { ButtonLink } from '../ui/Button.tsx'
import { chevronLeftIcon } from '../ui/icons.ts'
import styles from './WayBack.module.css'

/** The link back to the list or the previous screen, above the heading. */
export function WayBack({ to, children }: { to: string; children: string }) {
  return (
    <span className={styles['back']}>
      <ButtonLink kind="quiet" icon={chevronLeftIcon} to={to}>
        {children}
      </ButtonLink>
    </span>
  )
}
