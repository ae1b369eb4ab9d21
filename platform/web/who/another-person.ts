import { readLastUser, watchUser } from './stored-user.ts'

// Remembered also while nobody is signed in: the page still has the employee's data in memory.
let subject: string | undefined

/**
 * When another tab signs somebody else in, this one starts over: what it shows and has in memory belongs to the first employee, even
 * if that sign-in has expired. Returns a function that stops watching.
 */
export function reloadForAnotherPerson(): () => void {
  look()
  // A page restored from the back/forward cache has missed what other tabs did meanwhile.
  addEventListener('pageshow', look)
  const forget = watchUser(look)
  return () => {
    removeEventListener('pageshow', look)
    forget()
  }
}

function look(): void {
  const now = readLastUser()?.subject
  if (subject !== undefined && now !== undefined && now !== subject) location.reload()
  subject ??= now
}
