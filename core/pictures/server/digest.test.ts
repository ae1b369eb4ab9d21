import { execFileSync } from 'node:child_process'
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { diskFault } from '#platform/server/files/file-fault.ts'
import { digestOfFile } from './digest.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linjen-digest-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const faultOf = (path: string) => digestOfFile(path).then(() => null, diskFault)

test('the same bytes have the same digest', async () => {
  const [one, other] = [join(folder, 'one'), join(folder, 'other')]
  await writeFile(one, 'a')
  await writeFile(other, 'a')
  expect(await digestOfFile(one)).toBe(await digestOfFile(other))
})

test('a disk that fails or does not answer is a fault of the store, which the sender may try again', async () => {
  expect(await faultOf('/proc/self/mem')).toBe('unwritable')
  // Opening a pipe waits for a writer, as a disk that is away waits for its server.
  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  expect(await faultOf(pipe)).toBe('unwritable')
  await (await open(pipe, 'w')).close()
}, 60_000)
