import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { Unavailable } from '#platform/server/unavailable.ts'
import { knownFailure } from './known-failure.ts'

test('a database that answers but cannot be used is reported by its code, without its message', () => {
  const readOnly = Object.assign(new Error('cannot execute on anna@db'), { code: '25006' })
  expect(knownFailure(new Unavailable('database', readOnly))).toBe(
    'Databasen kan inte användas just nu (25006). Försök igen.',
  )
  const gone = new Error('no answer within 6500 ms')
  expect(knownFailure(new Unavailable('database', gone))).toBe('Databasen slutade svara. Försök igen.')
  expect(knownFailure(new Error('what nobody foresaw'))).toBeNull()
})

test.each(['192.0.2.1', 'portal.invalid'])('HOST=%s, where this machine cannot listen, is one line', async (host) => {
  const server = createServer()
  const failed = new Promise<unknown>((resolve) => server.once('error', resolve))
  server.listen(0, host)
  expect(knownFailure(await failed)).toMatch(/^Det går inte att lyssna där HOST och PORT [^\n]+ \(E\w+\)\.$/)
})
