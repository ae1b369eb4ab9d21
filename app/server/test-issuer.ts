import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Provider } from 'oidc-provider'
import { signingKey } from './test-portal.ts'

export interface TestIssuer {
  readonly issuer: string
  /** A folder with the product's variants and the given ones. */
  readonly variantsDir: string
  close(): Promise<void>
}

/**
 * An OpenID Connect provider like a company's own, whose tokens the test portal signs, and variants that use it.
 * `signIn` is keyed by the variant's name; its host is `<name>.localhost`, its company the named one or, for null, none.
 */
export async function testIssuer(
  given: Readonly<Record<string, { readonly company: 'norr' | 'vast' | null; readonly signIn?: object }>>,
): Promise<TestIssuer> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [],
    jwks: { keys: [signingKey] },
    cookies: { keys: ['test'] },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    features: { devInteractions: { enabled: false } },
  })
  const answer = provider.callback()
  server.on('request', (request, response) => void answer(request, response))
  const variantsDir = await mkdtemp(join(tmpdir(), 'linjen-variants-'))
  await cp(new URL('../../variants', import.meta.url), variantsDir, { recursive: true })
  for (const [name, { company, signIn }] of Object.entries(given)) {
    const folder = join(variantsDir, name)
    await cp(join(variantsDir, company ?? 'dev'), folder, { recursive: true })
    const variant = JSON.parse(await readFile(join(folder, 'variant.json'), 'utf8')) as object
    const own = { hosts: [`${name}.localhost`], signIn: { authority: issuer, clientId: `linjen-${name}`, ...signIn } }
    await writeFile(join(folder, 'variant.json'), JSON.stringify({ ...variant, ...own }))
  }
  return {
    issuer,
    variantsDir,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await rm(variantsDir, { recursive: true })
    },
  }
}
