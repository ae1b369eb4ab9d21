import { wipeCopies } from '#platform/web/phone/copies.ts'
import { pause } from '#platform/web/page/pause.ts'
import { requestHeaders } from '#platform/web/who/request-headers.ts'
import { endStartOver } from '#platform/web/who/started-over.ts'
import { addNotice } from '#platform/web/wire/notices.ts'
import { readLastUser, readUser } from '#platform/web/who/stored-user.ts'
import { endSignIn } from '../calls.ts'
import { clearMark, markSigningOut, staysAfterSignOut } from './sign-out-mark.ts'

/** Signs out of the portal and the provider. Without coverage it only warns: a partial sign-out would be worse. */
export async function signOut(
  prepared?: () => Promise<void>,
  provider: () => Promise<Pick<typeof import('./manager.ts'), 'prepareSignOut'>> = () => import('./manager.ts'),
): Promise<void> {
  try {
    const { prepareSignOut } = await provider()
    const { wipeDrafts } = await import('#platform/web/phone/drafts.ts')
    const { revoke, leave } = await prepareSignOut()
    const token = readUser()?.token
    await prepared?.()
    const subject = readLastUser()?.subject
    markSigningOut(Date.now())
    await Promise.race([Promise.all([token && endAtPortal(token), revoke().catch(() => undefined)]), pause(LONGEST_MS)])
    clearStorage()
    // Only now, because none is stored while nobody is signed in. A phone that refuses to store anything has no drafts either.
    await wipeDrafts(subject).catch(() => undefined)
    if (subject) await wipeCopies(subject).catch(() => undefined)
    await leave()
  } catch (error) {
    clearMark()
    addNotice('Utloggningen misslyckades. Försök igen när du har täckning.')
    throw error
  }
}

/**
 * How long a bad connection may delay the sign-out. After that it goes on. The requests go on too, if the browser lets them outlive the
 * page.
 */
const LONGEST_MS = 2000

/** Asks the portal to stop accepting the token, if it can be reached. Not by `send`: a refusal here is no reason to sign in again. */
const endAtPortal = (token: string) => {
  const { method, path } = endSignIn
  return fetch(path, { method, headers: requestHeaders(token), keepalive: true }).catch(() => undefined)
}

function clearStorage(): void {
  // This comes first: otherwise another tab may take the sign-out for an update of the app, and keep what has been typed in that tab.
  endStartOver()
  for (const key of Object.keys(localStorage)) {
    if (!staysAfterSignOut(key)) localStorage.removeItem(key)
  }
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith('linjen.') && key !== 'linjen.signing-out-here') sessionStorage.removeItem(key)
  }
}
