import { Icon } from '#platform/web/ui/Icon.tsx'
import { mailIcon, phoneIcon } from '#platform/web/ui/icons-more.ts'
import type { IconPath } from '#platform/web/ui/icons.ts'
import styles from './PersonRow.module.css'
import { telephone } from './telephone.ts'

export interface Person {
  readonly name: string
  /** A position; empty for a function such as traffic control. */
  readonly role?: string
  readonly helpsWith?: string
  readonly telephone: string | null
  readonly mobile: string | null
  readonly email?: string | null
}

/** A person or function to contact, and about what. Each number and address is one tap away. */
export function PersonRow({ person }: { person: Person }) {
  const { name, role, helpsWith, telephone: fixed, mobile, email } = person
  return (
    <div className={styles['row']}>
      <div>
        <p className={styles['name']}>{name}</p>
        {role && <p className={styles['role']}>{role}</p>}
        {helpsWith && <p className={styles['about']}>{helpsWith}</p>}
      </div>
      <div className={styles['ways']}>
        {mobile && <Way icon={phoneIcon} href={telephone(mobile)} does={`Ring ${name}`} shown={mobile} first />}
        {fixed && <Way icon={phoneIcon} href={telephone(fixed)} does={`Ring ${name}`} shown={fixed} first={!mobile} />}
        {email && <Way icon={mailIcon} href={`mailto:${email}`} does={`Mejla ${name}`} shown={email} />}
        {!mobile && !fixed && !email && <p className={styles['about']}>Numret är inte inlagt</p>}
      </div>
    </div>
  )
}

/** `first`: the recommended way. */
function Way({
  icon,
  href,
  does,
  shown,
  first,
}: {
  icon: IconPath
  href: string
  does: string
  shown: string
  first?: boolean
}) {
  return (
    <a className={first ? styles['first'] : styles['way']} href={href} aria-label={`${does}, ${shown}`}>
      <Icon path={icon} size={20} />
      <span className={icon === phoneIcon ? styles['number'] : undefined}>{shown}</span>
    </a>
  )
}
