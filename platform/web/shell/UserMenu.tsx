import { pageAt } from '#platform/contract/pages.ts'
import { Icon } from '../ui/Icon.tsx'
import { logoutIcon } from '../ui/icons.ts'
import { useNavigation } from './use-navigation.ts'
import { NavItem } from './NavList.tsx'
import styles from './NavList.module.css'
import { SignOut } from './SignOut.tsx'
import { ThemeChoice } from './ThemeChoice.tsx'

/** The content of the header's 'Meny', about the signed-in employee. */
export function UserMenu({ onGo }: { onGo: () => void }) {
  const { own } = useNavigation()
  return (
    <>
      <ThemeChoice />
      <ul className={styles['list']}>
        {own.map(({ path, icon, label }) => (
          <li key={path}>
            <NavItem to={pageAt(path)} icon={icon} label={label} onGo={onGo} />
          </li>
        ))}
        <SignOutItem />
      </ul>
    </>
  )
}

export function SignOutItem() {
  return (
    <li>
      <SignOut>
        {(onClick, busy) => (
          <button type="button" className={styles['item']} aria-busy={busy || undefined} onClick={onClick}>
            <Icon path={logoutIcon} size={20} />
            Logga ut
          </button>
        )}
      </SignOut>
    </li>
  )
}
