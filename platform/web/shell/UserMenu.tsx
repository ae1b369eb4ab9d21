import { Icon } from '../ui/Icon.tsx'
import { logoutIcon, userIcon } from '../ui/icons.ts'
import { NavItem } from './NavList.tsx'
import styles from './NavList.module.css'
import { SignOut } from './SignOut.tsx'
import { ThemeChoice } from './ThemeChoice.tsx'

/** What 'Meny' holds: about whoever is signed in. */
export default function UserMenu({ onGo }: { onGo: () => void }) {
  return (
    <>
      <ThemeChoice />
      <ul className={styles['list']}>
        <li>
          <NavItem to="/dashboard/userinfo" icon={userIcon} label="Användarinfo" onGo={onGo} />
        </li>
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
      </ul>
    </>
  )
}
