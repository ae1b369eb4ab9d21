import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { type FileHandle, mkdtemp, open, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { diskFault } from '../files/file-fault.ts'
import { readConfig } from '../config.ts'
import { blobStore } from './blobs.ts'
import { folderPlace } from './place.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'linjen-blobs-'))
})
// A write that has timed out may still be running.
afterEach(() => rm(dataDir, { recursive: true, force: true, maxRetries: 10 }))

const { files: inFiles, s3 } = readConfig({})
const inFolder = { files: inFiles, s3 }
const store = () => blobStore({ dataDir, ...inFolder })
const files = async () =>
  (await readdir(dataDir, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())

test('a check leaves nothing behind', async () => {
  await store().check()
  expect(await files()).toEqual([])
})

test('an empty file is read as empty, and one that is not there as none', async () => {
  const place = await folderPlace(dataDir)
  await place.put('lists/empty', new Uint8Array())
  expect(await place.read('lists/empty')).toHaveLength(0)
  expect(await place.read('lists/nowhere')).toBeNull()
  expect(await place.read('lists/empty/below')).toBeNull()
})

describe('a file is stored only when a power cut cannot take its name', () => {
  /** Calls a function instead of every sync of a folder, with the folder's inode. */
  async function syncing(sync: (inode: number) => void) {
    const handle = await open(dataDir)
    const every = vi.spyOn(Object.getPrototypeOf(handle) as FileHandle, 'sync')
    await handle.close()
    every.mockImplementation(async function (this: FileHandle) {
      const found = await this.stat()
      if (found.isDirectory()) sync(found.ino)
    })
    onTestFinished(() => every.mockRestore())
  }
  const inodes = (...paths: string[]) => Promise.all(paths.map(async (path) => (await stat(join(dataDir, path))).ino))
  const failing = (code: string) => Object.assign(new Error(`${code}: fsync`), { code })

  test('its folder is synced, and those that hold a new folder', async () => {
    const [synced, named] = [[] as number[], [] as boolean[]]
    await syncing((inode) => {
      synced.push(inode)
      named.push(existsSync(join(dataDir, 'blobs/a/b/one')))
    })
    const place = await folderPlace(join(dataDir, 'blobs'))
    await place.put('a/b/one', Buffer.from('1'))
    expect(synced).toEqual(await inodes('blobs', '.', 'blobs/a', 'blobs', 'blobs/a/b'))
    expect(named).toEqual([false, false, false, false, true])
    await place.put('a/b/two', Buffer.from('2'))
    expect(synced.slice(5)).toEqual(await inodes('blobs/a/b'))
  })

  test('a disk that cannot sync folders, as some shared ones, takes it', async () => {
    await syncing(() => {
      throw failing('EINVAL')
    })
    await store().put('a/b', Buffer.from('1'))
    expect(await store().has('a/b')).toBe(true)
  })

  test('a disk that fails at it keeps nothing of it', async () => {
    await store().put('a/one', Buffer.from('1'))
    await syncing(() => {
      throw failing('EIO')
    })
    await expect(store().put('a/two', Buffer.from('2'))).rejects.toThrow('a file was not stored: EIO')
    expect((await files()).map(({ name }) => name)).toEqual(['one'])
  })
})

test('a check that takes too long fails', async () => {
  // The time is over before the disk can have answered, however fast it is.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const failed = expect(store().check(50)).rejects.toThrow('no answer within 50 ms')
    vi.advanceTimersByTime(50)
    await failed
  } finally {
    vi.useRealTimers()
  }
})

test('a check fails where no file can be written', async () => {
  await writeFile(join(dataDir, 'blobs'), 'in the way')
  const failed = store().check()
  await expect(failed).rejects.toThrow(/^a file was not stored: E\w+/)
  expect(diskFault(await failed.catch((error: unknown) => error))).toBe('unwritable')
})

test('a file that does not fit is reported with its cause, and nothing of it is kept', async () => {
  const blobs = fileURLToPath(new URL('blobs.ts', import.meta.url))
  const faults = fileURLToPath(new URL('../files/file-fault.ts', import.meta.url))
  // The system's limit for one file simulates a full disk: part of the file is written, the rest is refused.
  const script = `
    import { blobStore } from ${JSON.stringify(blobs)}
    import { diskFault } from ${JSON.stringify(faults)}
    await blobStore(${JSON.stringify({ dataDir, ...inFolder })}).put('a/b', Buffer.alloc(4_000_000)).catch((error) =>
      console.log(diskFault(error), error.message))`
  const limited = 'ulimit -f 64; exec "$0" --input-type=module -e "$1"'
  const { stdout } = await promisify(execFile)('sh', ['-c', limited, process.execPath, script])
  expect(stdout).toMatch(/^full a file was not stored: EFBIG/)
  expect(await files()).toEqual([])
})
