// What a restore says and does beyond putting back what was.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Config } from '#platform/server/config.ts'
import { readVersion } from '../installation/version.ts'
import type { TemplateCopy } from '../test-copy.ts'
import { backUp, installed } from './installation-fixture.ts'
import { restore } from './restore.ts'
import { endRestore } from './undo.ts'
import { verifyBackup } from './verify.ts'

const timeout = 120_000

let folder: string
let place: string
let own: Config
const copies: TemplateCopy[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linjen-restore-'))
  place = join(folder, 'backup')
  own = await installed(join(folder, 'data'), copies)
  await backUp(place, own)
}, timeout)
afterAll(async () => {
  for (const copy of copies) await copy.drop()
  await rm(folder, { recursive: true, force: true })
})

async function told(work: (tell: (line: string) => void) => Promise<void>): Promise<string> {
  const lines: string[] = []
  await work((line) => lines.push(line))
  return lines.join('\n')
}
const endAs = (what: 'undo' | 'keep') => endRestore(what, own, () => {})

test('a backup of another version says so, when it is read and when it is restored', { timeout }, async () => {
  const versions = `Kopian är gjord av version ${await readVersion()}, och här är version 20261201.1`
  expect(await told((tell) => verifyBackup(place, own, tell, '20261201.1'))).toContain(`${versions}.`)
  expect(await told((tell) => verifyBackup(place, own, tell))).not.toContain('version')
  expect(await told((tell) => restore(place, own, tell, { version: '20261201.1' }))).toContain(
    `${versions}: databasen förs upp till den. Ska kopians version köras, gå tillbaka med --undo, lägg den på plats och läs tillbaka med den.`,
  )
  await endAs('undo')
})
