import type { FirstCall } from '#platform/contract/first-calls.ts'

/** The calls with which the opened screen begins, as the server has written them into the page. With a query the screen may begin with others. */
export function readFirstCalls(): readonly FirstCall[] {
  const text = location.search ? null : document.querySelector('#first-calls')?.textContent
  return text ? (JSON.parse(text) as FirstCall[]) : []
}
