import type { ReactNode } from 'react'
import { Notice } from '../../ui/Notice.tsx'
import type { ApiError } from '../../wire/api-error.ts'

export interface SaveErrorProps {
  readonly error: ApiError
  /** What failed, above the messages. */
  readonly title?: string
  /** The first sentence, whatever the server's message. */
  readonly lead?: string
  /** The text if the server reports no field; without it, the server's own sentence. */
  readonly otherwise?: string
  /** Rewords a field's message. */
  readonly inWords?: (message: string) => string | undefined
  readonly action?: ReactNode
  readonly children?: ReactNode
}

/** A failed write: the specified text, and the server's messages about the fields. */
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

/** The server's messages about fields, each once; otherwise `otherwise`; otherwise the server's sentence, if it has one. */
function wordsOf({ messages, errorMessage }: ApiError, otherwise?: string): readonly string[] {
  if (messages.length > 0) return messages
  const sentence = otherwise ?? errorMessage
  return sentence ? [sentence] : []
}
