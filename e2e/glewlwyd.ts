// glewlwyd, an OpenID Connect provider from Debian's packages, set up by its own admin API as an operator would.
import { spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export interface Glewlwyd {
  readonly issuer: string
  /** Sets the lifetime of the tokens that it issues. */
  lasting(seconds: number): Promise<void>
  stop(): Promise<void>
}

interface Setup {
  readonly port: number
  /** The portal's origin. */
  readonly origin: string
  readonly clientId: string
  readonly user: { readonly username: string; readonly password: string; readonly name: string }
}

const share = '/usr/share/glewlwyd/webapp'
const settings = '/etc/glewlwyd/config-2.7.json'
const schema = '/usr/share/dbconfig-common/data/glewlwyd/install/sqlite3'
const scope = ['openid', 'profile', 'offline_access']

export async function startGlewlwyd({ port, origin, clientId, user }: Setup): Promise<Glewlwyd> {
  const folder = await mkdtemp(join(tmpdir(), 'linjen-glewlwyd-'))
  const address = `http://localhost:${port}`
  const database = new DatabaseSync(join(folder, 'database'))
  database.exec(await readFile(schema, 'utf8'))
  database.close()
  // glewlwyd serves no symbolic links, but the package links libraries and the page’s settings.
  const filter = (path: string) => !path.endsWith('/config.json')
  await cp(share, join(folder, 'pages'), { recursive: true, dereference: true, filter })
  const ownSettings = await readFile(join(settings, 'config.json')).catch(() => readFile(settings))
  await writeFile(join(folder, 'pages/config.json'), ownSettings)
  await writeFile(join(folder, 'glewlwyd.conf'), configOf(folder, port, address))
  const child = spawn('glewlwyd', [`--config-file=${join(folder, 'glewlwyd.conf')}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  for await (const part of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    said += String(part)
    if (said.includes('Glewlwyd started')) break
  }
  child.stdout.resume()
  if (!said.includes('Glewlwyd started')) throw new Error(`glewlwyd did not start: ${said}`)

  const call = async (method: string, path: string, body?: unknown, cookie = ''): Promise<Response> => {
    const response = await fetch(`${address}/api/${path}`, {
      method,
      headers: { 'content-type': 'application/json', cookie },
      body: body === undefined ? null : JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response
  }
  const cookieOf = async (username: string, password: string) =>
    (await call('POST', 'auth/', { username, password })).headers.getSetCookie()[0]?.split(';')[0] ?? ''

  const admin = await cookieOf('admin', 'password')
  const clients = (await (await call('GET', 'mod/client/database', undefined, admin)).json()) as {
    parameters: { 'data-format': Record<string, unknown> }
  }
  clients.parameters['data-format']['post_logout_redirect_uris'] = { multiple: true, read: true, write: true }
  await call('PUT', 'mod/client/database', clients, admin)
  await call('PUT', 'mod/client/database/reset', undefined, admin)
  const plugin = pluginOf(`${address}/api/oidc`)
  await call('POST', 'mod/plugin/', plugin, admin)
  for (const name of scope.slice(1)) {
    await call('POST', 'scope', { name, display_name: name, password_required: false, scheme: {} }, admin)
  }
  const client = {
    client_id: clientId,
    name: 'Linjen',
    confidential: false,
    enabled: true,
    redirect_uri: [`${origin}/callback`, `${origin}/silent-renew`],
    post_logout_redirect_uris: [`${origin}/loggedout`],
    authorization_type: ['code', 'refresh_token'],
    scope,
  }
  await call('POST', 'client', client, admin)
  await call('POST', 'user', { ...user, enabled: true, scope }, admin)
  // The operator consents on behalf of everybody.
  const own = await cookieOf(user.username, user.password)
  await call('PUT', `auth/grant/${clientId}`, { scope: scope.join(' ') }, own)

  return {
    issuer: plugin.parameters.iss,
    async lasting(seconds) {
      const parameters = { ...plugin.parameters, 'access-token-duration': seconds }
      await call('PUT', 'mod/plugin/oidc', { ...plugin, parameters }, admin)
      await call('PUT', 'mod/plugin/oidc/reset', undefined, admin)
    },
    async stop() {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function pluginOf(iss: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  return {
    module: 'oidc',
    name: 'oidc',
    display_name: 'oidc',
    enabled: true,
    parameters: {
      iss,
      'jwt-type': 'ecdsa',
      'jwt-key-size': '256',
      key: privateKey,
      cert: publicKey,
      'access-token-duration': 3600,
      'refresh-token-duration': 86_400,
      'code-duration': 60,
      'refresh-token-rolling': true,
      'allow-non-oidc': false,
      'auth-type-code-enabled': true,
      'auth-type-token-enabled': false,
      'auth-type-refresh-enabled': true,
      'subject-type': 'public',
      'pkce-allowed': true,
      'pkce-method-plain-allowed': false,
      'pkce-required': true,
      'jwks-show': true,
      'name-claim': 'mandatory',
      'session-management-allowed': true,
      // Without this, the provider’s own sign-out page cannot continue.
      'front-channel-logout-allowed': true,
      'session-cookie-name': 'GLEWLWYD2_OIDC_SESSION',
      'session-cookie-expiration': 86_400,
    },
  }
}

const configOf = (folder: string, port: number, address: string) => `
port=${port}
bind_address="127.0.0.1"
external_url="${address}"
login_url="login.html"
api_prefix="api"
allow_origin="*"
allow_methods="GET, POST, PUT, DELETE, OPTIONS"
allow_headers="Origin, X-Requested-With, Content-Type, Accept, Bearer, Authorization, DPoP"
log_mode="console"
log_level="INFO"
cookie_secure=false
session_expiration=86400
session_key="GLEWLWYD2_SESSION_ID"
login_api_enabled=true
admin_scope="g_admin"
profile_scope="g_profile"
user_module_path="/usr/lib/glewlwyd/user"
client_module_path="/usr/lib/glewlwyd/client"
user_auth_scheme_module_path="/usr/lib/glewlwyd/scheme"
plugin_module_path="/usr/lib/glewlwyd/plugin"
hash_algorithm="SHA512"
static_files_path="${folder}/pages"
static_files_mime_types = (
  { extension = ".html" mime_type = "text/html" },
  { extension = ".css" mime_type = "text/css" },
  { extension = ".js" mime_type = "application/javascript" },
  { extension = ".json" mime_type = "application/json" },
  { extension = ".png" mime_type = "image/png" },
  { extension = ".woff2" mime_type = "font/woff2" }
)
database = { type = "sqlite3" path = "${folder}/database" }
`
