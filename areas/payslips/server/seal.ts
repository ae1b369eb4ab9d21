import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { NamedKey } from './keys.ts'

// Nonce, tag and text concatenated: AES-256-GCM according to NIST SP 800-38D, with a random nonce for each file.
const ALGORITHM = 'aes-256-gcm'
const NONCE = 12
const TAG = 16

/** Owner and period, which are authenticated: a payslip that is moved to another row no longer opens. */
export interface Belonging {
  readonly employeeId: string
  readonly periodKey: string
}

const bound = ({ employeeId, periodKey }: Belonging) => Buffer.from(`${employeeId} ${periodKey}`)

export interface Sealed {
  /** The key's id; null: encrypted before keys had ids. */
  readonly keyId: string | null
  readonly sealed: Uint8Array
}

export function seal({ id, key }: NamedKey, to: Belonging, bytes: Uint8Array): Sealed & { readonly sealed: Buffer } {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG }).setAAD(bound(to))
  const text = Buffer.concat([cipher.update(bytes), cipher.final()])
  return { keyId: id, sealed: Buffer.concat([nonce, cipher.getAuthTag(), text]) }
}

/** Throws if no key fits, or if the owner or any bit has changed since it was encrypted. */
export function unseal(readable: readonly NamedKey[], to: Belonging, { keyId, sealed }: Sealed): Buffer {
  const candidates = keyId === null ? readable : readable.filter(({ id }) => id === keyId)
  if (candidates.length === 0) throw new Error(`a payslip is sealed with key ${keyId}, which the settings do not have`)
  for (const { key } of candidates) {
    const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(0, NONCE), { authTagLength: TAG })
    decipher.setAAD(bound(to)).setAuthTag(sealed.subarray(NONCE, NONCE + TAG))
    try {
      return Buffer.concat([decipher.update(sealed.subarray(NONCE + TAG)), decipher.final()])
    } catch {
      // Without a key id, the next key may be the right one.
    }
  }
  throw new Error('a payslip does not open: was it sealed with another PAYSLIP_KEY?')
}
