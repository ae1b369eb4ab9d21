import { createECDH } from 'node:crypto'
import { calculateJwkThumbprint, createLocalJWKSet, type JWK, type JWTVerifyGetKey } from 'jose'
import type { Database } from '#platform/server/area.ts'
import { keptSecret } from '#platform/server/secrets.ts'

export interface ProviderKeys {
  /** The private key that signs ID tokens (ES256). */
  readonly signing: JWK & { kid: string }
  /** The public keys, for verifying. */
  readonly verifying: JWTVerifyGetKey
  /** Signs the provider's cookies. */
  readonly cookies: string
}

/** The provider's keys: created at the first start and the same from then on, for every process. */
export async function providerKeys(db: Database): Promise<ProviderKeys> {
  const scalar = Buffer.from(await keptSecret(db, 'identity-signing'))
  const cookies = Buffer.from(await keptSecret(db, 'identity-cookies')).toString('base64url')
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(scalar)
  // Uncompressed point: 04, x, y.
  const point = curve.getPublicKey()
  const open = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33, 65).toString('base64url'),
    use: 'sig',
    alg: 'ES256',
  }
  const kid = await calculateJwkThumbprint(open)
  return {
    signing: { ...open, kid, d: scalar.toString('base64url') },
    verifying: createLocalJWKSet({ keys: [{ ...open, kid }] }),
    cookies,
  }
}
