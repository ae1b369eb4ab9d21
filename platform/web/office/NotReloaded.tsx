import { Notice } from '../ui/Notice.tsx'

/** Shown above content that could not be reloaded and stays, because the employee may be writing in it. */
export function NotReloaded() {
  return <Notice kind="warning">Det gick inte att uppdatera. Det som visas kan vara gammalt.</Notice>
}
