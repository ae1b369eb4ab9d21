import { Button } from '../ui/Button.tsx'
import { logoutIcon } from '../ui/icons.ts'
import { Notice } from '../ui/Notice.tsx'
import { Plain, useTitle } from './Screens.tsx'
import { SignOut } from './SignOut.tsx'

/** For a signed-in account that is not, or no longer, linked to an employee: the server's message, and a way to sign out. */
export default function NotAnEmployee({ reason }: { reason: string }) {
  useTitle('Ingen tillgång')
  return (
    <Plain>
      <h1>Du har inte tillgång till portalen</h1>
      <Notice kind="error">{reason}</Notice>
      <SignOut>
        {(onClick, busy) => (
          <Button kind="primary" wide icon={logoutIcon} busy={busy} onClick={onClick}>
            Logga ut
          </Button>
        )}
      </SignOut>
    </Plain>
  )
}
