import { readLastUser, watchUser } from './stored-user.ts'

// Also over a screen in between that belongs to nobody: what this page holds in memory stays with it.
let subject: string | undefined

/**
 * When another tab signs somebody else in, this one starts over: what it shows and holds is the first one's, also where the
 * first one's sign-in has run out. Answers how to stop looking.
 */
export function keepToOnePerson(): () => void {
  look()
  // A page that comes back whole from the browser's memory has missed what other tabs did meanwhile.
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
