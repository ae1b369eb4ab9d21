// Everything that may be sent instead of a valid token: by an outsider, a colleague or a faulty provider.
import { createHmac, randomUUID } from 'node:crypto'
import { CompactSign, exportSPKI, generateKeyPair, importJWK, type CryptoKey } from 'jose'
import { sql } from 'kysely'
import { demoEmployees } from '../../demo/people.ts'
import type { TestIssuer } from './test-issuer.ts'
import { signingKey, type TestPortal } from './test-portal.ts'

export interface Credential {
  readonly what: string
  readonly host: string
  /** The Authorization header. */
  readonly header: string | undefined
  /** Returns a new credential of the same kind, because the first is no longer valid after a sign-out. */
  readonly renewed: () => Promise<string | undefined>
  /** The status of every call, or the employee for whom the gates decide. */
  readonly expected: 401 | 403 | { readonly userName: string }
}

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const local = 'localhost'

/** All credentials, for a portal whose variants `entra` (by oid) and `keycloak` use the issuer. */
export async function credentials(portal: TestPortal, { issuer }: TestIssuer): Promise<Credential[]> {
  const now = Math.floor(portal.clock.now.getTime() / 1000)
  const idOf = async (userName: string) => {
    const { rows } = await sql<{ id: string }>`select id from employees where user_name = ${userName}`.execute(
      portal.db,
    )
    return rows[0]?.id ?? ''
  }
  const anna = await idOf('anna')
  const { rows: gone } = await sql<{ id: string }>`
    insert into employees (company, number, user_name, first_name, last_name, active)
    values ('norr', '990001', 'gone', 'Kim', 'Ek', false) returning id`.execute(portal.db)
  await sql`
    insert into identities (issuer, subject, employee_id) values
      (${issuer}, 'oid-of-anna', ${anna}), (${issuer}, 'sub-of-anna', ${anna}), (${issuer}, 'oid-of-gone', ${gone[0]?.id}),
      ('https://elsewhere.example', 'oid-of-elsewhere', ${anna})`.execute(portal.db)

  const own = await importJWK(signingKey)
  const other = await generateKeyPair('ES256', { extractable: true })
  const header = { alg: 'ES256', kid: 'test' }
  const good = { iss: `http://${local}/oidc`, aud: 'linjen-local', sub: anna, iat: now, exp: now + 3600 }
  const signed = (payload: unknown, protectedHeader: object = header, key: CryptoKey | Uint8Array = own) => {
    // Each token is unique even with the same claims, so that signing one out does not affect the others.
    const isClaims = typeof payload === 'object' && payload !== null && !Array.isArray(payload)
    const claims = isClaims ? { jti: randomUUID(), ...payload } : payload
    const text = typeof claims === 'string' ? claims : JSON.stringify(claims)
    return new CompactSign(new TextEncoder().encode(text))
      .setProtectedHeader(protectedHeader as typeof header)
      .sign(key)
  }
  /** A valid token with some claims replaced; undefined removes one. */
  const withClaims = (claims: object) => signed({ ...good, ...claims })
  const hmac = (secret: string | Buffer) => {
    const text = `${encoded({ ...header, alg: 'HS256' })}.${encoded(good)}`
    return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
  }
  const parts = (await signed(good)).split('.') as [string, string, string]
  const publicKey = await importJWK({ ...signingKey, d: undefined })
  const spki = await exportSPKI(publicKey as CryptoKey)

  const made: Credential[] = []
  const raw = (what: string, value: string | undefined, expected: Credential['expected'] = 401, host = local) =>
    void made.push({ what, host, header: value, expected, renewed: () => Promise.resolve(value) })
  const token = async (
    what: string,
    make: () => Promise<string> | string,
    expected: Credential['expected'] = 401,
    { host = local, scheme = 'Bearer' } = {},
  ) => {
    const renewed = async () => `${scheme} ${await make()}`
    made.push({ what, host, header: await renewed(), expected, renewed })
  }
  const asAnna = { userName: 'anna' }

  raw('nothing', undefined)
  raw('an empty header', '')
  raw('a scheme alone', 'Bearer')
  raw('a scheme and a space', 'Bearer ')
  raw('garbage', 'Bearer x.y.z')
  raw('two parts', 'Bearer abc.def')
  raw('five parts', 'Bearer a.b.c.d.e')
  raw('a token without a scheme', parts.join('.'))
  raw('another scheme', `Basic ${btoa('anna:demo')}`)
  raw('a good token by another scheme', `Token ${parts.join('.')}`)
  raw('two tokens', `Bearer ${parts.join('.')} ${parts.join('.')}`)
  raw('a good token and more', `Bearer ${parts.join('.')}, Basic x`)
  await token('alg none', () => `${encoded({ alg: 'none' })}.${parts[1]}.`)
  await token('alg none with a signature', () => `${encoded({ alg: 'none' })}.${parts[1]}.${parts[2]}`)
  await token('HS256 with the public key', () => hmac(spki))
  await token('HS256 with the public key as JWK', () => hmac(JSON.stringify({ ...signingKey, d: undefined })))
  await token('HS256 with nothing', () => hmac(''))
  await token('a changed signature', () => `${parts[0]}.${parts[1]}.${parts[2].slice(0, -6)}AAAAAA`)
  await token('a changed payload', () => `${parts[0]}.${encoded({ ...good, sub: randomUUID() })}.${parts[2]}`)
  await token('an empty signature', () => `${parts[0]}.${parts[1]}.A`)
  await token('another key', () => signed(good, header, other.privateKey))
  await token('another key without a name', () => signed(good, { alg: 'ES256' }, other.privateKey))
  await token('a key that nobody has published', () => signed(good, { ...header, kid: 'next' }, own))
  await token('a critical header that nobody knows', async () => {
    const critical = encoded({ ...header, crit: ['x'], x: 1 })
    return `${critical}.${parts[1]}.${parts[2]}`
  })
  await token('a payload that is no JSON', () => signed('anna'))
  await token('a payload that is a list', () => signed([good]))
  await token('a payload that is null', () => signed('null'))
  await token('one that has run out', () => withClaims({ iat: now - 7200, exp: now - 3600 }))
  await token('one that has run out just beyond the tolerance', () => withClaims({ exp: now - 180 }))
  await token('one that is not valid yet', () => withClaims({ nbf: now + 181 }))
  await token('one of tomorrow', () => withClaims({ iat: now + 601 }))
  await token('one of ten years', () => withClaims({ exp: now + 315_360_000 }))
  await token('one for ever', () => signed(JSON.stringify(good).replace(String(good.exp), '1e999')))
  await token('one of the day before yesterday', () => withClaims({ iat: now - 90_000 }))
  await token('no end', () => withClaims({ exp: undefined }))
  await token('no beginning', () => withClaims({ iat: undefined }))
  await token('times as text', () => withClaims({ iat: String(now), exp: String(now + 60) }))
  await token('no subject', () => withClaims({ sub: undefined }))
  await token('subjects', () => withClaims({ sub: [anna] }))
  await token('a number as subject', () => withClaims({ sub: 31_104 }))
  await token('an object as subject', () => withClaims({ sub: { id: anna } }))
  await token('true as subject', () => withClaims({ sub: true }))
  await token('null as subject', () => withClaims({ sub: null }))
  await token('an empty subject', () => withClaims({ sub: '' }))
  await token('a subject with a NUL', () => withClaims({ sub: `${anna}\u0000` }))
  await token('a subject of another script', () => withClaims({ sub: 'Åsa' }))
  await token('a subject without an end', () => withClaims({ sub: 'x'.repeat(5000) }))
  await token('a statement as subject', () => withClaims({ sub: "' or true --" }), 403)
  await token('the user name as subject', () => withClaims({ sub: 'anna' }), 403)
  await token('nobody’s subject', () => withClaims({ sub: randomUUID() }), 403)
  await token('the subject of who has left', () => withClaims({ sub: gone[0]?.id }), 403)
  await token('another variant’s audience', () => withClaims({ aud: 'linjen-norr' }))
  await token('other audiences', () => withClaims({ aud: ['linjen-norr', 'linjen-vast'] }))
  await token('no audience', () => withClaims({ aud: undefined }))
  await token('an audience that begins alike', () => withClaims({ aud: 'linjen-local2' }))
  await token('another variant’s issuer', () => withClaims({ iss: 'http://norr.localhost/oidc' }))
  await token('the issuer with a slash', () => withClaims({ iss: `${good.iss}/` }))
  await token('an issuer elsewhere', () => withClaims({ iss: 'https://elsewhere.example' }))
  await token('no issuer', () => withClaims({ iss: undefined }))
  await token('a token of Norr’s host', () => portal.token('anna', { host: 'norr.localhost' }))
  for (const host of ['norr.localhost', 'vast.localhost', 'dev.localhost', 'staging-norr.localhost', 'entra.localhost'])
    await token(`a token of localhost on ${host}`, () => signed(good), 401, { host })
  await token('another company’s employee', () => portal.token('gunilla', { host: 'norr.localhost' }), 403, {
    host: 'norr.localhost',
  })
  await token('Norr’s employee on Väst’s host', () => portal.token('anna', { host: 'vast.localhost' }), 403, {
    host: 'vast.localhost',
  })

  const entra = { host: 'entra.localhost' }
  const ofEntra = (claims: object) => withClaims({ iss: issuer, aud: 'linjen-entra', sub: 'pairwise', ...claims })
  await token('Entra: linked', () => ofEntra({ oid: 'oid-of-anna' }), asAnna, entra)
  await token('Entra: not linked', () => ofEntra({ oid: 'nobody' }), 403, entra)
  await token('Entra: linked elsewhere', () => ofEntra({ oid: 'oid-of-elsewhere' }), 403, entra)
  await token('Entra: linked to who has left', () => ofEntra({ oid: 'oid-of-gone' }), 403, entra)
  await token('Entra: the id as sub', () => ofEntra({ sub: 'oid-of-anna', oid: 'nobody' }), 403, entra)
  await token('Entra: no oid', () => ofEntra({ sub: 'oid-of-anna' }), 401, entra)
  await token('Entra: oids', () => ofEntra({ oid: ['oid-of-anna'] }), 401, entra)
  await token('Entra: sub of another kind', () => ofEntra({ sub: ['a'], oid: 'oid-of-anna' }), 401, entra)
  await token(
    'Entra: the embedded provider’s issuer',
    () => ofEntra({ iss: 'http://entra.localhost/oidc' }),
    401,
    entra,
  )
  await token(
    'Entra: by the other variant’s client',
    () => ofEntra({ aud: 'linjen-keycloak', oid: 'oid-of-anna' }),
    401,
    entra,
  )
  const keycloak = { host: 'keycloak.localhost' }
  const ofKeycloak = (claims: object) => withClaims({ iss: issuer, aud: 'linjen-keycloak', ...claims })
  await token('Keycloak: linked', () => ofKeycloak({ sub: 'sub-of-anna' }), asAnna, keycloak)
  await token('Keycloak: the employee’s own id', () => ofKeycloak({ sub: anna }), 403, keycloak)

  await token('within the tolerance', () => withClaims({ exp: now - 179 }), asAnna)
  await token('ahead within the tolerance', () => withClaims({ iat: now + 600, nbf: now + 180 }), asAnna)
  await token('one of several audiences', () => withClaims({ aud: ['elsewhere', 'linjen-local'] }), asAnna)
  await token('the scheme in small letters', () => signed(good), asAnna, { scheme: 'bearer' })
  await token('two spaces', () => signed(good), asAnna, { scheme: 'Bearer ' })
  await token('given to another client', () => withClaims({ azp: 'other' }), 401)
  await token('given to the portal’s', () => withClaims({ azp: 'linjen-local', roles: ['admin'] }), asAnna)

  const out = async (value: string) =>
    portal.send(null, 'POST', '/api/user/loggaut', { headers: { authorization: `Bearer ${value}` } })
  const signedOut = await withClaims({ sid: 'ended' })
  const sibling = await withClaims({ sid: 'ended', iat: now - 60 })
  await out(signedOut)
  raw('a signed-out token', `Bearer ${signedOut}`)
  raw('another token of a signed-out session', `Bearer ${sibling}`)
  // Each token that is used to sign out is older than the one before, because later tokens of the session stay valid.
  let later = now + 300
  await token('a later token of that session', () => withClaims({ sid: 'ended', iat: later-- }), asAnna)

  const people = demoEmployees.filter(({ featured, userName }) => featured || userName === 'bertil')
  for (const { userName, company } of people) {
    for (const host of hosts) {
      const welcome = !host.company || host.company === company
      await token(
        `${userName} on ${host.name}`,
        () => portal.token(userName, { host: host.name }),
        welcome ? { userName } : 403,
        {
          host: host.name,
        },
      )
    }
  }
  return made
}

/** The product's hosts, each with the only company whose employees may sign in there. */
const hosts: readonly { name: string; company: string | null }[] = [
  { name: 'localhost', company: null },
  { name: '127.0.0.1', company: null },
  { name: 'dev.localhost', company: null },
  { name: 'nobody-names-this.example', company: null },
  ...['norr', 'vast', 'ost', 'syd'].flatMap((company) => [
    { name: `${company}.localhost`, company },
    { name: `staging-${company}.localhost`, company },
  ]),
]
