import { pageAt } from '#platform/contract/pages.ts'
import { useClaim } from '../calls/profile.ts'
import { NavLink } from '../ui/Link.tsx'
import { useSession } from '../who/session.ts'
import { readLastUser } from '../who/stored-user.ts'
import type { ScreenEntry } from './area.ts'
import styles from './Person.module.css'

interface PersonProps {
  /** Entries about the employee, beside the name. */
  own?: readonly ScreenEntry[]
  onGo?: (() => void) | undefined
}

/** The signed-in employee, at the top of the menu. */
export function Person({ own = [], onGo }: PersonProps) {
  const position = useClaim('IntraPosition')
  // With an expired sign-in the screen still belongs to the last employee.
  const { name } = (useSession() ?? readLastUser())?.claims ?? {}
  if (typeof name !== 'string' || name === '') return null
  const words = name.split(' ')
  return (
    <div className={styles['person']}>
      <span className={styles['initials']} aria-hidden>
        {(words[0] ?? '').slice(0, 1)}
        {words.length > 1 && (words.at(-1) ?? '').slice(0, 1)}
      </span>
      <p className={styles['words']}>
        <span className={styles['name']}>{name}</span>
        {position && <span className={styles['position']}>{position}</span>}
      </p>
      {own.map(({ path, label }) => (
        <NavLink key={path} to={pageAt(path)} className={() => styles['own']} onClick={onGo}>
          {label}
        </NavLink>
      ))}
    </div>
  )
}
