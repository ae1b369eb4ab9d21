import { gunzipSync, gzipSync } from 'node:zlib'
import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { randomFrom } from '../../../checks/random.ts'
import { compressAnswers, gzipOf } from './compress-answers.ts'

const seeded = randomFrom(7)
/** Ends as it begins: only a window that reaches back to the beginning sees it. */
const textOf = (bytes: number) => {
  const text = Array.from({ length: bytes }, () => Math.floor(seeded() * 36).toString(36)).join('')
  return text.slice(0, Math.ceil(bytes * 0.7)) + text.slice(0, Math.floor(bytes * 0.3))
}

test.for([0, 1, 200, 2048, 8192, 12_000, 16_384, 24_000, 32_768, 65_536])(
  'a window as large as the data compresses %i bytes as well as the usual one',
  (bytes) => {
    const data = Buffer.from(textOf(bytes))
    const gzipped = gzipOf(data)
    expect(gunzipSync(gzipped).equals(data)).toBe(true)
    expect(gzipped.length).toBe(gzipSync(data).length)
  },
)

test.for([
  { bytes: 2000, accepts: 'gzip', coding: undefined },
  { bytes: 9000, accepts: 'gzip', coding: 'gzip' },
  { bytes: 9000, accepts: 'identity', coding: undefined },
  { bytes: 200_000, accepts: 'gzip, deflate', coding: 'gzip' },
])('an answer of $bytes bytes to a client that accepts $accepts', async ({ bytes, accepts, coding }) => {
  const app = fastify()
  await compressAnswers(app)
  const text = textOf(bytes)
  app.get('/', async () => text)
  const { headers, rawPayload } = await app.inject({ url: '/', headers: { 'accept-encoding': accepts } })
  expect(headers['content-encoding']).toBe(coding)
  expect(String(coding ? gunzipSync(rawPayload) : rawPayload)).toBe(text)
  await app.close()
})
