import { useState } from 'react'
import type { Answer } from '../acts.ts'
import type { Case } from '../contract.ts'
import { useDraft } from './drafts.ts'

interface WrittenAnswer {
  readonly text: string
  /** The new state that the answer explains; '' if the state stays. */
  readonly state: string
  /** Whether it is a question. */
  readonly asks: boolean
  readonly write: (typed: string) => void
  /** Chooses the state, with the text of its template unless somebody has written another. */
  readonly choose: (state: string) => void
  readonly ask: (asks: boolean) => void
  /**
   * Clears the draft and returns true if its text is what was sent. Otherwise text has been typed since: it stays, and the result is false.
   */
  readonly sent: (answer: Pick<Answer, 'text' | 'state' | 'asks'>) => boolean
}

const asked = 'ja'

/**
 * The draft of an answer on a case, with its state and whether it asks: they survive a visit to another case. `sent`: the state of an
 * answer that was sent without getting a response; the case may have it by now.
 */
export function useAnswer(
  kind: string,
  { number, next, ended }: Pick<Case, 'number' | 'next' | 'ended'>,
  sent: string | null,
): WrittenAnswer {
  const answer = useDraft(kind, number, 'answer')
  const chosen = useDraft(kind, number, 'state')
  /** The text that the last template filled in: the company may have changed the template since. */
  const template = useDraft(kind, number, 'template')
  const question = useDraft(kind, number, 'asks')
  const isPossible = (name: string) => name === '' || name === sent || next.some((each) => each.name === name)
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
    asks: question.text === asked && !ended,
    write: answer.write,
    choose,
    ask: (asks) => question.write(asks ? asked : ''),
    sent: ({ text, state, asks }) => {
      question.sent(asks ? asked : '')
      if (chosen.sent(state ?? '')) template.sent(template.text)
      return answer.sent(text)
    },
  }
}
