import { readUser, watchUser } from '#platform/web/stored-user.ts'

/** When another tab signs somebody else in, this one starts over: what it shows and holds is the first one's. */
export function keepToOnePerson(): void {
  let subject = readUser()?.subject
  watchUser(() => {
    const now = readUser()?.subject
    if (subject !== undefined && now !== undefined && now !== subject) location.reload()
    subject ??= now
  })
}
