import { Notice } from '../ui/Notice.tsx'

/** Above what stays because somebody may be writing in it. */
export function NotReloaded() {
  return <Notice kind="warning">Det gick inte att läsa på nytt. Det som visas är från tidigare.</Notice>
}
