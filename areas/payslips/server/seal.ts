import { createCipheriv, createDecipheriv, randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#platform/server/config.ts'

// Nonce, tag and text in one: AES-256-GCM as NIST SP 800-38D has it, a random nonce for each file.
const ALGORITHM = 'aes-256-gcm'
const NONCE = 12
const TAG = 16

/** Whose and what: a payslip that is moved to another row opens no more. */
export interface Belonging {
  readonly employeeId: string
  readonly periodKey: string
}

const bound = ({ employeeId, periodKey }: Belonging) => Buffer.from(`${employeeId} ${periodKey}`)

export function seal(key: Uint8Array, to: Belonging, bytes: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG }).setAAD(bound(to))
  const text = Buffer.concat([cipher.update(bytes), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), text])
}

/** Throws where the key, the owner or a bit of it is another than when it was sealed. */
export function unseal(key: Uint8Array, to: Belonging, sealed: Uint8Array): Buffer {
  const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(0, NONCE), { authTagLength: TAG })
  decipher.setAAD(bound(to)).setAuthTag(sealed.subarray(NONCE, NONCE + TAG))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(NONCE + TAG)), decipher.final()])
  } catch {
    throw new Error('a payslip does not open: was it sealed with another PAYSLIP_KEY?')
  }
}

/** The key of the settings, else one that the portal makes for itself in the data folder. */
export async function payslipKey({ payslipKey, dataDir }: Pick<Config, 'payslipKey' | 'dataDir'>): Promise<Uint8Array> {
  if (payslipKey) return payslipKey
  const file = join(dataDir, 'payslip.key')
  await mkdir(dataDir, { recursive: true })
  if (await readFile(file).catch(() => null)) return kept(file)
  // Under its name only when it is whole; whoever comes first makes it, the others read it.
  const draft = `${file}.${randomUUID()}`
  await writeFile(draft, randomBytes(32).toString('base64'), { mode: 0o600 })
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(draft)
  return kept(file)
}

const kept = async (file: string) => Buffer.from(await readFile(file, 'utf8'), 'base64')
