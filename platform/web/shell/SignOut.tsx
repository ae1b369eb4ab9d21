import { type ReactNode, useState } from 'react'
import { useAreas } from './areas-context.ts'
import { UnsentQuestion } from './UnsentQuestion.tsx'

const removeUnsent = async () => (await import('../phone/outbox/outbox.ts')).removeAll()

/** 'Logga ut', with the button that `children` renders. Asks first about unsent reports. */
export function SignOut({ children }: { children: (onClick: () => void, busy: boolean) => ReactNode }) {
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
    const waiting = await import('../phone/outbox/outbox.ts').then((outbox) => outbox.unsent()).catch(() => [])
    if (waiting.length > 0) setUnsent(waiting.length)
    else await leave(false)
  }
  return (
    <>
      {children(() => void ask(), busy)}
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
