import { Notice } from '#platform/web/ui/Notice.tsx'

/** Instead of documents: the guide and the numbers are there without signing in. */
export function SignInFirst() {
  return <Notice kind="info">Logga in för att se dokumenten.</Notice>
}
