import type { ReactNode } from 'react'
import { Notice } from '../../ui/Notice.tsx'
import type { ApiError } from '../../wire/api-error.ts'

export interface SaveErrorProps {
  readonly error: ApiError
  /** What failed, above the messages. */
  readonly title?: string
  /** The first sentence, whatever the server's message. */
  readonly lead?: string
  /** Replaces the server's sentence if the server has no messages about fields. */
  readonly otherwise?: string
  /** Shown if there is no other text and no answer came. The default is for a write that is sent with a key. */
  readonly unanswered?: string
  /** Returns another wording for a field's message. */
  readonly inWords?: (message: string) => string | undefined
  readonly action?: ReactNode
  readonly children?: ReactNode
}

/** A failed write: the specified text, and the server's messages about the fields. */
export function SaveError(props: SaveErrorProps) {
  const { title, lead, inWords, action, children } = props
  const messages = wordsOf(props)
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

/**
 * The server's messages about fields, each once, otherwise `otherwise`, otherwise the server's sentence. A broken connection and a proxy
 * give no sentence. The box is not empty even then.
 */
function wordsOf({ error, title, lead, otherwise, unanswered = savedOnce }: SaveErrorProps): readonly string[] {
  const { messages, errorMessage, status } = error
  if (messages.length > 0) return messages
  const sentence = otherwise ?? errorMessage
  if (sentence) return [sentence]
  if (title || lead) return []
  return [status === 0 ? unanswered : 'Något gick fel. Försök igen.']
}

const savedOnce = 'Inget svar kom. Försök igen: det sparas bara en gång.'
