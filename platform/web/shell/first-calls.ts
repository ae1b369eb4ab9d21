import type { FirstCall } from '#platform/contract/first-calls.ts'

/**
 * The opened screen's first calls, which the server has written into the page. Empty if the address has a query, because the screen may
 * then make other calls.
 */
export function readFirstCalls(): readonly FirstCall[] {
  const text = location.search ? null : document.querySelector('#first-calls')?.textContent
  return text ? (JSON.parse(text) as FirstCall[]) : []
}
