import { pageAt } from '#platform/contract/pages.ts'
import { Icon } from '#platform/web/ui/Icon.tsx'
import { crisisIcon } from '#platform/web/ui/icons-more.ts'
import { Link } from '#platform/web/ui/Link.tsx'
import styles from './CrisisButton.module.css'
import { mainPath } from './paths.ts'

/** Beside the greeting, always at the same place: nothing that comes later moves it. */
export function CrisisButton() {
  return (
    <Link className={styles['crisis']} to={pageAt(mainPath)}>
      <Icon path={crisisIcon} size={20} />
      <span>Vid kris klicka här</span>
    </Link>
  )
}
