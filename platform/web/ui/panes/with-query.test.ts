import { expect, test } from 'vitest'
import { withQuery } from './with-query.ts'

/** As in a browser without it. */
class Parameters extends URLSearchParams {
  override get size(): number {
    return undefined as unknown as number
  }
}

test.each([
  ['visa=A-103&sida=2', '/dashboard/avvikelser?visa=A-103&sida=2'],
  ['', '/dashboard/avvikelser'],
])('the query %o', (query, address) => {
  expect(withQuery('/dashboard/avvikelser', new Parameters(query))).toBe(address)
})
