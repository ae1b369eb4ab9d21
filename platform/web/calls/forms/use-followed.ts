import { type Followed, followedIn } from '../../phone/outbox/followed.ts'
import { useOutbox } from '../../phone/outbox/state.ts'

/** What has become of what waited to be sent when its form was done with it; null where there is nothing to follow. */
export function useFollowed(id: string | null): Followed | null {
  const view = useOutbox()
  return id === null ? null : followedIn(view, id)
}
