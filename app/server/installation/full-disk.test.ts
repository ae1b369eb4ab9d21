import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { diskFault } from '#platform/server/files/file-fault.ts'
import { checkWritable } from '#platform/server/files/writable-folder.ts'
import { configOf } from '../backup/installation-fixture.ts'
import { copyOfTemplate, type TemplateCopy } from '../test-copy.ts'
import { mountDisk, unmountDisk } from '../test-disk.ts'
import { openInstallation } from './open.ts'

let folder: string
let copy: TemplateCopy
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linjen-full-'))
  copy = await copyOfTemplate()
})
afterAll(async () => {
  await copy.drop()
  await rm(folder, { recursive: true, force: true })
})

/** Writes to a disk until it takes no more. */
async function fill(file: string): Promise<void> {
  const some = Buffer.alloc(64 * 1024)
  for (;;) {
    try {
      await appendFile(file, some)
    } catch (error) {
      expect(diskFault(error)).toBe('full')
      return
    }
  }
}

test('a folder that is in use may be full at the start, and a new one may not', async (context) => {
  const mounted = mountDisk(folder, 1)
  try {
    context.skip(!mounted)
    const config = configOf(folder, copy)
    const open = async () => (await openInstallation(config, () => Promise.reject(new Error('busy')))).close()
    if (copy.address) await open()
    else await writeFile(join(folder, 'linjen.id'), 'id\n')
    await fill(join(folder, 'photos'))
    expect(await checkWritable(folder)).toBe('full')
    // The embedded database is in the folder, and needs room.
    if (copy.address) await open()
    else await expect(open()).rejects.toThrow(`DATA_DIR=${folder} (disken är full)`)
    await rm(join(folder, 'linjen.id'))
    await fill(join(folder, 'photos'))
    await expect(checkWritable(folder)).rejects.toThrow(`DATA_DIR=${folder} (mappen går inte att skriva i: ENOSPC)`)
  } finally {
    if (mounted) unmountDisk(folder)
  }
})
