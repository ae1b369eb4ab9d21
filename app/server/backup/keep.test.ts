// `npm run restore -- --keep` that is interrupted: a half-removed database must not pass for the database from before
// the restore.
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { dropFolderAside, dropRestoring, folderSetAside } from '#platform/server/db/restore-point.ts'
import { mountDisk, unmountDisk } from '../test-disk.ts'

test('what was before a restore is no longer there to go back to once its removal has begun', async (context) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'linjen-keep-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const inTheWay = join(dataDir, 'postgres.before-restore/base/1')
  await mkdir(inTheWay, { recursive: true })
  await mkdir(join(dataDir, 'postgres'))
  await writeFile(join(dataDir, 'postgres/PG_VERSION'), '17\n')
  // A mount point cannot be removed, so the removal fails halfway.
  const mounted = mountDisk(inTheWay, 1)
  try {
    context.skip(!mounted)
    expect(await folderSetAside(dataDir)).toBe('finished')
    await expect(dropFolderAside(dataDir)).rejects.toThrow('EBUSY')
    expect(await folderSetAside(dataDir)).toBe('none')
  } finally {
    const places = ['postgres.before-restore', 'postgres.restoring'].map((place) => join(dataDir, place, 'base/1'))
    if (mounted) unmountDisk(places.find((place) => existsSync(place)) as string)
  }
  // The next restore begins by removing the rest.
  await dropRestoring(dataDir)
  expect(await readdir(dataDir)).toEqual(['postgres'])
  expect(await readFile(join(dataDir, 'postgres/PG_VERSION'), 'utf8')).toBe('17\n')
})
