import { Icon } from '../ui/Icon.tsx'
import { externalIcon, type IconPath } from '../ui/icons.ts'
import styles from './NavList.module.css'

/** What a link under 'Mina länkar' looks like: it leaves the portal. */
export function LinkFace({ icon, label }: { icon: IconPath; label: string }) {
  return (
    <>
      <Icon path={icon} size={20} />
      {label}
      <Icon path={externalIcon} size={16} className={styles['external']} />
    </>
  )
}
