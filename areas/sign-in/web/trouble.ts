import { isTrouble, troublePath } from '../rules.ts'

const told = new Set<string>()

/** Tells the operator, by the portal's log, what went wrong with a sign-in: once a page, and never whose. */
export function tellTrouble(code: string): void {
  const trouble = isTrouble(code) ? code : 'not_finished'
  if (told.has(trouble)) return
  told.add(trouble)
  navigator.sendBeacon(troublePath, trouble)
}
