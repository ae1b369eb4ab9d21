import { wipeCopies } from '#platform/web/offline/copies.ts'
import { addNotice } from '#platform/web/http/notices.ts'
import { readLastUser } from '#platform/web/stored-user.ts'
import { clearMark, markSigningOut, staysAfterSignOut } from './sign-out-mark.ts'

/** Signs out of the portal and of the provider. Out of coverage nothing happens but a warning: half of it would be worse. */
export async function signOut(prepared?: () => Promise<void>): Promise<void> {
  try {
    const { prepareSignOut } = await import('./manager.ts')
    const { wipeDrafts } = await import('#platform/web/drafts.ts')
    const { leave } = await prepareSignOut()
    await prepared?.()
    const subject = readLastUser()?.subject
    // A phone that refuses to store has none of them either.
    await wipeDrafts(subject).catch(() => undefined)
    if (subject) await wipeCopies(subject).catch(() => undefined)
    markSigningOut(Date.now())
    clearStorage()
    await leave()
  } catch (error) {
    clearMark()
    addNotice({
      type: 'network',
      severity: 'warning',
      message: 'Utloggningen misslyckades. Försök igen när du har täckning.',
    })
    throw error
  }
}

function clearStorage(): void {
  for (const key of Object.keys(localStorage)) {
    if (!staysAfterSignOut(key)) localStorage.removeItem(key)
  }
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith('linjen.') && key !== 'linjen.signing-out-here') sessionStorage.removeItem(key)
  }
}
