import { Icon } from '../ui/Icon.tsx'
import { externalIcon, type IconPath } from '../ui/icons.ts'
import styles from './NavList.module.css'

/** The content of a link under 'Mina länkar', which leaves the portal. */
export function LinkFace({ icon, label }: { icon: IconPath; label: string }) {
  return (
    <>
      <Icon path={icon} size={20} />
      {label}
      <Icon path={externalIcon} size={16} className={styles['external']} />
    </>
  )
}
