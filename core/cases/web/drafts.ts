import { useState } from 'react'
import { readText } from '#platform/web/page/stored.ts'
import { readLastUser } from '#platform/web/who/stored-user.ts'

// What is being written on a case, until it has been sent: it outlives a visit to another case, a refusal and a reload. It is about
// employees, so the computer forgets it with the tab, and at a sign-out.

const keyOf = (kind: string, number: string, part: string) =>
  `linjen.case.${readLastUser()?.subject ?? ''}.${kind}.${number}.${part}`

const readDraft = (kind: string, number: string, part: string): string =>
  readText(keyOf(kind, number, part), 'sessionStorage') ?? ''

function keepDraft(kind: string, number: string, part: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(keyOf(kind, number, part))
    else sessionStorage.setItem(keyOf(kind, number, part), text)
  } catch {
    // The field itself still has it.
  }
}

interface Draft {
  readonly text: string
  readonly write: (typed: string) => void
  /** Clears what has been sent, and returns true; what has been typed since stays. */
  readonly sent: (text: string) => boolean
}

/** A text that is being written on a case. */
export function useDraft(kind: string, number: string, part: string): Draft {
  const [text, setText] = useState(() => readDraft(kind, number, part))
  const write = (typed: string) => {
    keepDraft(kind, number, part, typed)
    setText(typed)
  }
  return {
    text,
    write,
    sent: (sent) => {
      if (text !== sent) return false
      write('')
      return true
    },
  }
}
