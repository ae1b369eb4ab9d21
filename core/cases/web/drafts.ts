import { readText } from '#platform/web/page/stored.ts'
import { readLastUser } from '#platform/web/who/stored-user.ts'

// What is being written on a case, until it has been sent: it outlives a visit to another case, a refusal and a reload. It is about
// employees, so the computer forgets it with the tab, and at a sign-out.

const keyOf = (kind: string, number: string, part: string) =>
  `linjen.case.${readLastUser()?.subject ?? ''}.${kind}.${number}.${part}`

export const readDraft = (kind: string, number: string, part: string): string =>
  readText(keyOf(kind, number, part), 'sessionStorage') ?? ''

export function keepDraft(kind: string, number: string, part: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(keyOf(kind, number, part))
    else sessionStorage.setItem(keyOf(kind, number, part), text)
  } catch {
    // The field itself still has it.
  }
}
