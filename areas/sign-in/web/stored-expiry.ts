import { userKey } from '#platform/web/stored-user.ts'

/** When the stored sign-in ends or ended, in seconds since 1970; null without one. readUser knows only of those that still count. */
export function storedExpiry(): number | null {
  try {
    const { expires_at: at } = JSON.parse(localStorage.getItem(userKey) ?? '{}') as { expires_at?: unknown }
    return typeof at === 'number' ? at : null
  } catch {
    return null
  }
}
