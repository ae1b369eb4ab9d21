import type { ReactNode } from 'react'
import { Notice } from '../../ui/Notice.tsx'
import type { ApiError } from '../../wire/api-error.ts'

export interface SaveErrorProps {
  readonly error: ApiError
  /** What could not be done; above the messages. */
  readonly title?: string
  /** What is said first, whatever the server says. */
  readonly lead?: string
  /** What is said where the server has nothing against any field; nothing for its own sentence. */
  readonly otherwise?: string
  /** What one message says of a field, in other words. */
  readonly inWords?: (message: string) => string | undefined
  readonly action?: ReactNode
  readonly children?: ReactNode
}

/** A write that failed: the specified words, and what the server has against the fields. */
export function SaveError({ error, title, lead, otherwise, inWords, action, children }: SaveErrorProps) {
  const messages = wordsOf(error, otherwise)
  const words = inWords ? messages.map(inWords) : messages
  return (
    <Notice kind="error" title={title} action={action}>
      {lead && <p>{lead}</p>}
      {words.length === 1 ? (
        <p>{words[0]}</p>
      ) : (
        words.length > 1 && (
          <ul>
            {words.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
        )
      )}
      {children}
    </Notice>
  )
}

/** What the server has against the fields, each once; else what is said otherwise; else the server's sentence, if it has one. */
function wordsOf({ messages, errorMessage }: ApiError, otherwise?: string): readonly string[] {
  if (messages.length > 0) return messages
  const sentence = otherwise ?? errorMessage
  return sentence ? [sentence] : []
}
