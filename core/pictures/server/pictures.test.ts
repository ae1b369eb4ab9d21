import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { atMost } from '#platform/server/at-most.ts'
import { kindOf } from './kind.ts'
import { lentThreads } from '#platform/server/blobs/lent-threads.ts'
import { removeOlder } from '#platform/server/blobs/place.ts'
import { withReceivedFile } from './receive.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linjen-incoming-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('at most the given number run at a time, and all run in the end, also after failures', async () => {
  const one = atMost(2)
  let running = 0
  let most = 0
  const done = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) =>
      one(async () => {
        most = Math.max(most, ++running)
        await setImmediate()
        running--
        if (index % 3 === 0) throw new Error('failed')
        return index
      }),
    ),
  )
  expect([most, running]).toEqual([2, 0])
  expect(done.filter(({ status }) => status === 'fulfilled').length).toBe(13)
})

test.skipIf(process.platform === 'win32')('a photo that arrives is for the portal alone', async () => {
  async function* parts() {
    const file = Object.assign(Readable.from([Buffer.from('x')]), { truncated: false, bytesRead: 1 })
    yield { type: 'file', fieldname: 'file', filename: 'a.jpg', file }
  }
  const request = { isMultipart: () => true, headers: {}, raw: { on: () => {} }, parts } as unknown as FastifyRequest
  const modeOf = async (path: string) => (await stat(path)).mode & 0o777
  const modes = await withReceivedFile(request, join(folder, 'made'), async ({ path }) =>
    Promise.all([dirname(path), path].map(modeOf)),
  )
  expect(modes).toEqual([0o700, 0o600])
  await rm(join(folder, 'made'), { recursive: true })
})

test('incomplete files of a killed process are removed, arriving ones stay', async () => {
  await writeFile(join(folder, 'old'), 'x')
  await writeFile(join(folder, 'arriving'), 'x')
  await utimes(join(folder, 'old'), new Date('2026-11-19'), new Date('2026-11-19'))
  await removeOlder(lentThreads, folder, new Date('2026-11-20'))
  expect(await readdir(folder)).toEqual(['arriving'])
  await removeOlder(lentThreads, join(folder, 'absent'), new Date())
})

test('a file’s kind is that of its first bytes', () => {
  const bytes = (text: string) => Buffer.from(text, 'latin1')
  expect(kindOf(bytes('RIFF\u0000\u0000\u0000\u0000WEBPVP8 '))).toBe('webp')
  expect(kindOf(bytes('RIFF\u0000\u0000\u0000\u0000WAVEfmt '))).toBeNull()
  expect(kindOf(bytes('\u0000\u0000\u0000\u0018ftypheic'))).toBe('heic')
  expect(kindOf(bytes('\u0000\u0000\u0000\u0018ftypavif'))).toBeNull()
  expect(kindOf(bytes(''))).toBeNull()
})
