import { readLastUser, watchUser } from './stored-user.ts'

// Remembered also while nobody is signed in: the page still has the employee's data in memory.
let subject: string | undefined

/**
 * When another tab signs somebody else in, this one starts over: what it shows and has in memory belongs to the first employee, even
 * if that sign-in has expired. So does a page that is shown again, by 'back', after a sign-out. Returns a function that stops watching.
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

/** A page restored from the back/forward cache has missed what other tabs did meanwhile, and the sign-out that left it. */
function lookAgain(): void {
  if (subject !== undefined && readLastUser() === null) startOver()
  else look()
}

function look(): void {
  const now = readLastUser()?.subject
  if (subject !== undefined && now !== undefined && now !== subject) startOver()
  subject ??= now
}

/** What is shown goes at once: on a slow line the next page takes its time, and without a line it does not come. */
function startOver(): void {
  document.documentElement.hidden = true
  location.reload()
}
