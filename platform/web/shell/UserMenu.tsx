import { useState } from 'react'
import { Icon } from '../ui/Icon.tsx'
import { logoutIcon, userIcon } from '../ui/icons.ts'
import { useAreas } from './areas-context.ts'
import { NavItem } from './NavList.tsx'
import styles from './NavList.module.css'
import { ThemeChoice } from './ThemeChoice.tsx'
import { UnsentQuestion } from './UnsentQuestion.tsx'

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

const removeUnsent = async () => (await import('../outbox/outbox.ts')).removeAll()

function SignOut() {
  const [busy, setBusy] = useState(false)
  const [unsent, setUnsent] = useState(0)
  const signOut = useAreas().find((area) => area.signOut)?.signOut
  if (!signOut) return null

  const leave = async (removing: boolean) => {
    if (busy) return
    setBusy(true)
    try {
      await signOut(removing ? removeUnsent : undefined)
    } catch {
      setUnsent(0)
      setBusy(false)
    }
  }
  const ask = async () => {
    const waiting = await import('../outbox/outbox.ts').then((outbox) => outbox.unsent()).catch(() => [])
    if (waiting.length > 0) setUnsent(waiting.length)
    else await leave(false)
  }
  return (
    <>
      <button type="button" className={styles['item']} aria-busy={busy || undefined} onClick={() => void ask()}>
        <Icon path={logoutIcon} size={20} />
        Logga ut
      </button>
      {unsent > 0 && (
        <UnsentQuestion
          count={unsent}
          busy={busy}
          onLeave={(removing) => void leave(removing)}
          onStay={() => setUnsent(0)}
        />
      )}
    </>
  )
}
