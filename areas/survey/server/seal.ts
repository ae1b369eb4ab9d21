import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
} from 'node:crypto'

// X25519 with a new key pair for each box, HKDF-SHA256 and AES-256-GCM: the scheme of RFC 9180, without its key
// schedule, which node:crypto does not have. The process that seals a box cannot open it.
const ALGORITHM = 'aes-256-gcm'
const POINT = 32
const KEY = 32
const NONCE = 12
const TAG = 16

/** Every box has the same size, so that the size reveals nothing. */
const BOX_BYTES = 112 * 1024

export interface NewKeys {
  /** In hex; answers are sealed with it. */
  readonly publicKey: string
  /** PKCS#8, DER. */
  readonly privateKey: Buffer
}

export function newKeys(): NewKeys {
  const { publicKey, privateKey } = generateKeyPairSync('x25519')
  return {
    publicKey: rawOf(publicKey).toString('hex'),
    privateKey: privateKey.export({ type: 'pkcs8', format: 'der' }),
  }
}

/** Seals text in a box that only the epoch's private key opens. Throws RangeError if the text is too long. */
export function seal(epoch: string, text: string): Buffer {
  const inside = Buffer.alloc(BOX_BYTES)
  // Two bytes for every character, so that the longest texts that a form accepts have the same size in any language.
  const written = Buffer.from(text, 'utf16le')
  if (written.length + 4 > BOX_BYTES) throw new RangeError('an answer is too long to be sealed')
  inside.writeUInt32LE(written.length)
  written.copy(inside, 4)
  const once = generateKeyPairSync('x25519')
  const ours = rawOf(once.publicKey)
  const { key, nonce } = agreed(once.privateKey, publicKeyOf(epoch), ours, epoch)
  const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG })
  const closed = Buffer.concat([cipher.update(inside), cipher.final()])
  return Buffer.concat([ours, cipher.getAuthTag(), closed])
}

/** Throws if any bit of the box has changed since it was sealed. */
export function open(epoch: string, privateKey: Buffer, box: Uint8Array): string {
  const theirs = Buffer.from(box.subarray(0, POINT))
  const own = createPrivateKey({ key: privateKey, type: 'pkcs8', format: 'der' })
  const { key, nonce } = agreed(own, publicKeyOf(theirs.toString('hex')), theirs, epoch)
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG })
  decipher.setAuthTag(box.subarray(POINT, POINT + TAG))
  const inside = Buffer.concat([decipher.update(box.subarray(POINT + TAG)), decipher.final()])
  return inside.toString('utf16le', 4, 4 + inside.readUInt32LE())
}

/** Both public keys are mixed in, so that a box opens for this epoch only. */
function agreed(own: KeyObject, other: KeyObject, once: Buffer, epoch: string): { key: Buffer; nonce: Buffer } {
  const secret = diffieHellman({ privateKey: own, publicKey: other })
  const salt = Buffer.concat([once, Buffer.from(epoch, 'hex')])
  const bytes = Buffer.from(hkdfSync('sha256', secret, salt, 'linjen survey answer', KEY + NONCE))
  return { key: bytes.subarray(0, KEY), nonce: bytes.subarray(KEY) }
}

const rawOf = (key: KeyObject) => Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url')

const publicKeyOf = (hex: string) =>
  createPublicKey({
    key: { kty: 'OKP', crv: 'X25519', x: Buffer.from(hex, 'hex').toString('base64url') },
    format: 'jwk',
  })
