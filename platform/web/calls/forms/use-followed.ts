import { type Followed, followedIn } from '../../phone/outbox/followed.ts'
import { useOutbox } from '../../phone/outbox/state.ts'

/** The state of a report that was waiting when it left its form; null if there is nothing to follow. */
export function useFollowed(id: string | null): Followed | null {
  const view = useOutbox()
  return id === null ? null : followedIn(view, id)
}
