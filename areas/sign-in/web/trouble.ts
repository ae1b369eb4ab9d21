import { isTrouble, troublePath } from '../rules.ts'

const reported = new Set<string>()

/** Reports to the portal's log what went wrong with a sign-in: once per page, and never whose. */
export function reportTrouble(code: string): void {
  const trouble = isTrouble(code) ? code : 'not_finished'
  if (reported.has(trouble)) return
  reported.add(trouble)
  navigator.sendBeacon(troublePath, trouble)
}
