import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#platform/server/config.ts'
import { refuseUnmounted } from '#platform/server/data-dir.ts'
import { NotStored } from '#platform/server/files/file-fault.ts'
import { settingsOf } from '#platform/server/settings.ts'
import { payslipSettings } from './settings.ts'

export interface NamedKey {
  /** Identifies the key without revealing it; stored with each payslip that the key has encrypted. */
  readonly id: string
  readonly key: Uint8Array
}

export interface PayslipKeys {
  readonly writing: NamedKey
  /** All keys for decrypting payslips, the current one first. */
  readonly readable: readonly NamedKey[]
}

type KeyConfig = Pick<Config, 'ofAreas' | 'dataDir'>

export const named = (key: Uint8Array): NamedKey => ({
  id: createHmac('sha256', key).update('linjen payslip key').digest('hex').slice(0, 16),
  key,
})

/** The keys of the settings; if they have no current key, one that the portal creates in the data folder. */
export async function payslipKeys(config: KeyConfig): Promise<PayslipKeys> {
  const { PAYSLIP_KEY, PAYSLIP_KEYS_OLD = [] } = settingsOf(config, payslipSettings)
  const writing = named(PAYSLIP_KEY ?? (await ownKey(config.dataDir)))
  return { writing, readable: [writing, ...PAYSLIP_KEYS_OLD.map(named)] }
}

/** The existing keys; creates none. */
export async function readableKeys(config: KeyConfig): Promise<NamedKey[]> {
  const { PAYSLIP_KEY, PAYSLIP_KEYS_OLD = [] } = settingsOf(config, payslipSettings)
  const writing = PAYSLIP_KEY ?? (await readOwn(ownFile(config.dataDir)))
  return [...(writing ? [writing] : []), ...PAYSLIP_KEYS_OLD].map(named)
}

const ownFile = (dataDir: string) => join(dataDir, 'payslip.key')

async function ownKey(dataDir: string): Promise<Uint8Array> {
  const file = ownFile(dataDir)
  // A key on the disk below is hidden when the folder's disk is mounted again, and what was sealed with it could not be opened.
  const refuseHidden = () =>
    refuseUnmounted(dataDir).catch((error: unknown) => {
      throw new NotStored(error)
    })
  await refuseHidden()
  const there = await readOwn(file)
  if (there) return there
  await mkdir(dataDir, { recursive: true })
  // Linked into place only when it is complete. The first process creates it, and the others read it.
  const draft = `${file}.${randomUUID()}`
  await writeFile(draft, randomBytes(32).toString('base64'), { mode: 0o600 })
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(draft)
  // The disk may have been unmounted while the key was written.
  await refuseHidden()
  return Buffer.from(await readFile(file, 'utf8'), 'base64')
}

const readOwn = async (file: string): Promise<Uint8Array | null> =>
  readFile(file, 'utf8').then(
    (text) => Buffer.from(text, 'base64'),
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw error
    },
  )
