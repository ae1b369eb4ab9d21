import type { Envelope } from '#platform/contract/call.ts'

/** Whether the content is an answer of the portal, and not of a proxy in front of it. */
export const isEnvelope = <Answer>(content: unknown): content is Envelope<Answer> =>
  typeof content === 'object' && content !== null && 'result' in content

/** The portal's answer in a text. Null if the text is a proxy's page. */
export function envelopeIn<Answer>(text: string): Envelope<Answer> | null {
  try {
    const content: unknown = JSON.parse(text)
    return isEnvelope<Answer>(content) ? content : null
  } catch {
    return null
  }
}
