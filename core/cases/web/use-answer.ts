import { useState } from 'react'
import type { Answer, Case } from '../contract.ts'
import { useDraft } from './drafts.ts'

interface WrittenAnswer {
  readonly text: string
  /** The state that it explains; '' if it stays. */
  readonly state: string
  readonly write: (typed: string) => void
  /** Chooses the state, with the text of its template where nobody has written another. */
  readonly choose: (state: string) => void
  /** Clears what has been sent, and returns true; what has been typed since stays. */
  readonly sent: (answer: Pick<Answer, 'text' | 'state'>) => boolean
}

/** An answer that is being written on a case, with its state: both outlive a visit to another case. */
export function useAnswer(kind: string, { number, next }: Pick<Case, 'number' | 'next'>): WrittenAnswer {
  const answer = useDraft(kind, number, 'answer')
  const chosen = useDraft(kind, number, 'state')
  /** As the last template wrote it: the company may have changed the template since. */
  const template = useDraft(kind, number, 'template')
  const isPossible = (name: string) => name === '' || next.some((each) => each.name === name)
  const choose = (name: string) => {
    const begins = next.find((each) => each.name === name)?.template ?? ''
    // The text of a template gives way to that of another, what somebody has written does not.
    if (answer.text.trim() === '' || answer.text === template.text) answer.write(begins)
    template.write(begins)
    chosen.write(name)
  }
  // What was begun before, and cannot follow any more, takes the text of its template along.
  const [begunInVain] = useState(!isPossible(chosen.text))
  if (begunInVain && !isPossible(chosen.text)) choose('')
  return {
    text: answer.text,
    state: isPossible(chosen.text) ? chosen.text : '',
    write: answer.write,
    choose,
    sent: ({ text, state }) => {
      if (chosen.text === (state ?? '')) {
        chosen.write('')
        template.write('')
      }
      return answer.sent(text)
    },
  }
}
