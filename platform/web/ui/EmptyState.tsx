import type { ReactNode } from 'react'
import styles from './EmptyState.module.css'
import { Icon } from './Icon.tsx'
import type { IconPath } from './icons.ts'

/** A friendly text for an empty list: what is empty, and what to do if that seems wrong. */
export function EmptyState({ icon, title, children }: { icon: IconPath; title: string; children?: ReactNode }) {
  return (
    <div className={styles['empty']}>
      <Icon path={icon} size={32} className={styles['icon']} />
      <p className={styles['title']}>{title}</p>
      {children && <div className={styles['text']}>{children}</div>}
    </div>
  )
}
