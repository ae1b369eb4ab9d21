// A restore with settings with which the portal would not start.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { WrongSetting } from '#platform/server/settings.ts'
import type { TemplateCopy } from '../test-copy.ts'
import { backUp, configOf, installed } from './installation-fixture.ts'
import { restore } from './restore.ts'

test('it is refused before anything is read or set aside', { timeout: 600_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'linjen-wrong-settings-'))
  const copies: TemplateCopy[] = []
  try {
    const dataDir = join(folder, 'data')
    const own = await installed(dataDir, copies)
    await backUp(join(folder, 'backup'), own)
    const [copy] = copies as [TemplateCopy]
    const wrong = configOf(dataDir, copy, { WORKSHOP_SECRETS: `nord:whsec_${randomBytes(32).toString('base64')}` })
    const told: string[] = []
    await expect(restore(join(folder, 'backup'), wrong, (line) => told.push(line))).rejects.toThrow(WrongSetting)
    expect(told).toEqual([])
  } finally {
    for (const copy of copies) await copy.drop()
    await rm(folder, { recursive: true, force: true })
  }
})
