import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { queryClient } from '#platform/web/calls/query-client.ts'
import { Plain } from '#platform/web/shell/Screens.tsx'
import { ButtonLink } from '#platform/web/ui/Button.tsx'
import { Notice } from '#platform/web/ui/Notice.tsx'
import { startAfresh } from '#platform/web/who/renewals.ts'
import { removeTypedByOthers } from '#platform/web/who/typed-here.ts'
import type { Failure } from './CallbackPage.tsx'
import { clearMark, signsOutHere } from './sign-out-mark.ts'

export default function LoggedOutPage() {
  const { failed, reason } = (useLocation().state ?? {}) as Partial<Failure>

  useEffect(() => {
    if (signsOutHere()) clearMark()
    // After a sign-out in another tab, this tab still has the employee's answers in memory, and what he or she has typed.
    queryClient.clear()
    removeTypedByOthers()
  }, [])

  return (
    <Plain>
      <h1>Du är nu utloggad</h1>
      {failed && (
        <Notice kind="error">
          Inloggningen kunde inte slutföras. Logga in på nytt.
          {reason && (
            <>
              {' '}
              Inloggningstjänsten svarade: {reason.description && `”${reason.description}” `}({reason.error}).
            </>
          )}
        </Notice>
      )}
      <ButtonLink
        kind="primary"
        wide
        to="/login"
        onClick={() => {
          clearMark()
          void startAfresh()
        }}
      >
        Logga in igen
      </ButtonLink>
    </Plain>
  )
}
