import { useState } from 'react'
import type { Answer } from '../acts.ts'
import type { Case } from '../contract.ts'
import { useDraft } from './drafts.ts'

interface WrittenAnswer {
  readonly text: string
  /** The new state that the answer explains; '' if the state stays. */
  readonly state: string
  readonly write: (typed: string) => void
  /** Chooses the state, with the text of its template unless somebody has written another. */
  readonly choose: (state: string) => void
  /** Clears the draft if it is what has been sent, and returns true; text that has been typed since stays. */
  readonly sent: (answer: Pick<Answer, 'text' | 'state'>) => boolean
}

/** The draft of an answer on a case, with its state: both survive a visit to another case. */
export function useAnswer(kind: string, { number, next }: Pick<Case, 'number' | 'next'>): WrittenAnswer {
  const answer = useDraft(kind, number, 'answer')
  const chosen = useDraft(kind, number, 'state')
  /** The text that the last template filled in: the company may have changed the template since. */
  const template = useDraft(kind, number, 'template')
  const isPossible = (name: string) => name === '' || next.some((each) => each.name === name)
  const choose = (name: string) => {
    const begins = next.find((each) => each.name === name)?.template ?? ''
    // A template's text is replaced by another template's, but text that somebody has written is not.
    if (answer.text.trim() === '' || answer.text === template.text) answer.write(begins)
    template.write(begins)
    chosen.write(name)
  }
  // A state of the draft that the case can no longer change to is removed, with the text of its template.
  const [impossible] = useState(!isPossible(chosen.text))
  if (impossible && !isPossible(chosen.text)) choose('')
  return {
    text: answer.text,
    state: isPossible(chosen.text) ? chosen.text : '',
    write: answer.write,
    choose,
    sent: ({ text, state }) => {
      if (chosen.sent(state ?? '')) template.sent(template.text)
      return answer.sent(text)
    },
  }
}
