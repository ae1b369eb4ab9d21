import zlib, { type ZlibOptions } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

/** Of an answer, in bytes: a smaller one fits into two packets as it is. */
const SMALLEST = 2048
/**
 * In bytes. The library's own limit for synchronous compression on two cores is just below the size of a day's answer. A stream in
 * another thread made that answer a third slower.
 */
const LARGEST_AT_ONCE = 65_536

// zlib (https://zlib.net/manual.html, deflateInit2): a window of 2^bits bytes, of which the last 262 are not looked back upon.
const NOT_LOOKED_BACK = 262
const [LEAST_BITS, MOST_BITS] = [9, 15] as const

/** Compresses answers that are large enough, where the client accepts gzip. */
export async function compressAnswers(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    threshold: SMALLEST,
    syncThreshold: LARGEST_AT_ONCE,
    encodings: ['gzip', 'identity'],
    zlib: { ...zlib, gzipSync: gzipOf },
  })
}

/**
 * Gzip with a window as large as the data and no larger. The result is the same; but with zlib's usual window of 32 KiB, each answer
 * takes memory from the system and gives it back, which costs more than compressing the answer for a day.
 */
export function gzipOf(data: Buffer, options?: ZlibOptions): Buffer {
  const bits = Math.ceil(Math.log2(data.length + NOT_LOOKED_BACK))
  return zlib.gzipSync(data, { ...options, windowBits: Math.min(MOST_BITS, Math.max(LEAST_BITS, bits)) })
}
