import { readLastUser, watchUser } from './stored-user.ts'

// The employee whose data the page has in memory. It stays set while nobody is signed in.
let subject: string | undefined

/**
 * Reloads this tab when another tab signs in another employee, because this tab shows and remembers data of the first one, even if that
 * sign-in has expired. Also reloads a page that is shown again, by 'back', after a sign-out. Returns the function that stops watching.
 */
export function reloadForAnotherPerson(): () => void {
  look()
  addEventListener('pageshow', lookAgain)
  const forget = watchUser(look)
  return () => {
    removeEventListener('pageshow', lookAgain)
    forget()
  }
}

/** A page from the back/forward cache has missed what other tabs did in the meantime, and the sign-out by which it was left. */
function lookAgain(): void {
  if (subject !== undefined && readLastUser() === null) startOver()
  else look()
}

function look(): void {
  const now = readLastUser()?.subject
  if (subject !== undefined && now !== undefined && now !== subject) startOver()
  subject ??= now
}

/** Hides the page at once. On a slow connection the next page takes long, and without coverage it does not come. */
function startOver(): void {
  document.documentElement.hidden = true
  location.reload()
}
