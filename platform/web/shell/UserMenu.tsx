import { useState } from 'react'
import { Icon } from '../ui/Icon.tsx'
import { logoutIcon, userIcon } from '../ui/icons.ts'
import { useAreas } from './areas-context.ts'
import { NavItem } from './NavList.tsx'
import styles from './NavList.module.css'
import { ThemeChoice } from './ThemeChoice.tsx'

/** What 'Meny' holds: about whoever is signed in. */
export function UserMenu({ onGo }: { onGo: () => void }) {
  return (
    <>
      <ThemeChoice />
      <ul className={styles['list']}>
        <li>
          <NavItem to="/dashboard/userinfo" icon={userIcon} label="Användarinfo" onGo={onGo} />
        </li>
        <li>
          <SignOut />
        </li>
      </ul>
    </>
  )
}

function SignOut() {
  const [busy, setBusy] = useState(false)
  const signOut = useAreas().find((area) => area.signOut)?.signOut
  if (!signOut) return null
  return (
    <button
      type="button"
      className={styles['item']}
      aria-busy={busy || undefined}
      onClick={() => {
        if (busy) return
        setBusy(true)
        signOut().catch(() => setBusy(false))
      }}
    >
      <Icon path={logoutIcon} size={20} />
      Logga ut
    </button>
  )
}
