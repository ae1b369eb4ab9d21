// What a failed or killed backup leaves in its folder, and the documented command that removes old backups.
import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { type FileHandle, mkdir, mkdtemp, open, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pino } from 'pino'
import { blobStore } from '#platform/server/blobs/blobs.ts'
import { folderPlace } from '#platform/server/blobs/place.ts'
import { NotRead } from '#platform/server/files/file-fault.ts'
import { loadVariants } from '#platform/server/variants.ts'
import { commandsAfter } from '../../../checks/rehearsal.ts'
import { readPortalConfig } from '../config.ts'
import { copyOfTemplate } from '../test-copy.ts'
import { testNow, testPayslipKey } from '../test-template.ts'
import { makeBackup } from './make.ts'
import { clearUnfinished, finish, unfinishedName } from './unfinished.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linjen-unfinished-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('while it is made a backup has no backup’s name, and one that fails leaves no folder', async () => {
  const copy = await copyOfTemplate()
  const opened = await copy.open()
  try {
    const config = readPortalConfig({ DATA_DIR: join(folder, 'data'), NODE_ENV: 'test', PAYSLIP_KEY: testPayslipKey })
    const platform = {
      db: opened.longWork,
      clock: () => testNow,
      config,
      variants: await loadVariants(config.variantsDir),
      log: pino({ level: 'silent' }),
      version: '20261121.1',
    }
    const to = join(folder, 'backup')
    const meanwhile: string[] = []
    // Called when the database has been written.
    const tell = () => void meanwhile.push(...readdirSync(to))
    const dump = async () => Buffer.from('a dump')
    vi.spyOn(blobStore(config), 'read').mockRejectedValue(new NotRead(new Error('away')))
    const made = makeBackup(platform, { dump }, { to: await folderPlace(to), isAnew: false }, tell)
    await expect(made).rejects.toThrow('a file was not read: away')
    expect(meanwhile.toSorted()).toEqual([expect.stringMatching(/^unfinished-2026-11-21T11-00-00Z-/), 'writing'])
    expect(await readdir(to)).toEqual(['writing'])
  } finally {
    vi.restoreAllMocks()
    await opened.close()
    await copy.drop()
  }
}, 120_000)

test('what a killed one leaves is cleared a day later, and nothing else', async () => {
  const now = Date.now()
  const place = await folderPlace(folder)
  const aged = async (path: string, hours: number) => {
    const at = new Date(now - hours * 3_600_000)
    await utimes(join(folder, path), at, at)
  }
  for (const name of ['unfinished-old', 'unfinished-slow', '2026-11-20', 'unfinished-done']) {
    await mkdir(join(folder, name, 'files'), { recursive: true })
    await aged(`${name}/files`, name === 'unfinished-slow' ? 2 : 30)
    await aged(name, 30)
  }
  await mkdir(join(folder, 'writing'))
  for (const [name, hours] of [
    ['a', 30],
    ['b', 2],
  ] as const) {
    await writeFile(join(folder, 'writing', name), 'x')
    await aged(`writing/${name}`, hours)
  }
  expect(unfinishedName(place, 'done')).toBe('unfinished-done')
  expect(unfinishedName({ ...place, name: 's3://bucket/path' }, 'done')).toBe('done')
  await finish(place, 'done')
  await clearUnfinished(place, now)
  expect((await readdir(folder)).toSorted()).toEqual(['2026-11-20', 'done', 'unfinished-slow', 'writing'])
  expect(await readdir(join(folder, 'writing'))).toEqual(['b'])
})

test('the name that a backup gets at its end outlives a power cut', async () => {
  await mkdir(join(folder, 'unfinished-done'))
  const handle = await open(folder)
  const sync = vi.spyOn(Object.getPrototypeOf(handle) as FileHandle, 'sync')
  await handle.close()
  const synced: [number, string[]][] = []
  sync.mockImplementation(async function (this: FileHandle) {
    synced.push([(await this.stat()).ino, await readdir(folder)])
  })
  try {
    await finish(await folderPlace(folder), 'done')
  } finally {
    sync.mockRestore()
  }
  expect(synced).toEqual([[(await stat(folder)).ino, ['done']]])
})

test('the documents’ line keeps the newest that are whole', async () => {
  const names = Array.from({ length: 17 }, (_, at) => `2026-11-${String(at + 10)}T01-15-00Z-abcdef`)
  for (const name of names) {
    await mkdir(join(folder, name))
    await writeFile(join(folder, name, 'manifest.json'), '{}')
  }
  await mkdir(join(folder, '2026-11-28T01-15-00Z-abcdef'))
  await mkdir(join(folder, 'unfinished-2026-11-29T01-15-00Z-abcdef'))
  const [line = ''] = commandsAfter('Removing old ones is yours')
  expect(line).toContain('/mnt/backup')
  execFileSync('sh', ['-ec', line.replaceAll('/mnt/backup', folder)])
  expect((await readdir(folder)).toSorted()).toEqual([
    ...names.slice(3),
    '2026-11-28T01-15-00Z-abcdef',
    'unfinished-2026-11-29T01-15-00Z-abcdef',
  ])
})
