import type { Envelope } from '#platform/contract/call.ts'

/** Whether it is an answer of the portal, and not a proxy's in front of it. */
export const isEnvelope = <Answer>(content: unknown): content is Envelope<Answer> =>
  typeof content === 'object' && content !== null && 'result' in content
