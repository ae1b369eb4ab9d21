import ConnectionParameters from 'pg/lib/connection-parameters'
import { expect, test } from 'vitest'
import { readAddress } from './address.ts'

test.each([
  '',
  '?ssl=no-verify',
  '?ssl=true',
  '?ssl=1',
  '?sslmode=no-verify',
  '?sslmode=verify-full',
  '?sslmode=disable',
])('an address has the TLS that pg reads from it: %s', (options) => {
  const address = `postgres://linjen:word@db.example.se/linjen${options}`
  const { ssl } = new ConnectionParameters(address)
  expect(new ConnectionParameters(readAddress(address)).ssl).toEqual(ssl)
})
