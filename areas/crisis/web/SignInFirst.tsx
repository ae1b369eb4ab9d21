import { Notice } from '#platform/web/ui/Notice.tsx'

/** Shown instead of the documents. The guide and the numbers need no sign-in. */
export function SignInFirst() {
  return <Notice kind="info">Logga in för att se dokumenten.</Notice>
}
