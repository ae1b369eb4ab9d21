import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { pipeline } from 'node:stream/promises'
import { text } from 'node:stream/consumers'
import { ImportRefused } from '#platform/server/area.ts'

/** Writes the portal's schema as pg_dump's custom format, as one snapshot of another transaction sees it. */
export async function* pgDump(address: string, snapshot: string): AsyncGenerator<Buffer> {
  const options = ['--format=custom', '--schema=public', '--no-owner', `--snapshot=${snapshot}`]
  const { stdout, ended } = started('pg_dump', options, address)
  for await (const chunk of stdout) yield chunk as Buffer
  await ended
}

/** Restores such a dump into the schema `public`, which is empty: all of it or nothing. */
export async function pgRestore(address: string, dump: AsyncIterable<Uint8Array>): Promise<void> {
  const options = ['--schema=public', '--no-owner', '--no-acl', '--single-transaction', '--exit-on-error']
  const { stdin, stdout, ended } = started('pg_restore', options, address)
  stdout.resume()
  // Where it gives up it closes its end: what it says itself is the better message.
  await pipeline(dump, stdin).catch(async (error: unknown) => {
    await ended
    throw error
  })
  await ended
}

/** What libpq takes in an address, of PostgreSQL 15 and newer. It refuses one with anything else, as what only the portal's own driver knows. */
const taken = new Set(
  (
    'host hostaddr port user dbname passfile channel_binding require_auth connect_timeout client_encoding options application_name ' +
    'fallback_application_name keepalives keepalives_idle keepalives_interval keepalives_count tcp_user_timeout gssencmode krbsrvname ' +
    'gsslib gssdelegation sslmode sslnegotiation sslcompression sslcert sslkey sslcertmode sslrootcert sslcrl sslcrldir sslsni ' +
    'requirepeer ssl_min_protocol_version ssl_max_protocol_version service target_session_attrs load_balance_hosts'
  ).split(' '),
)

/** The query of an address for libpq, to which a plus is a plus: URLSearchParams writes a blank as one. */
function queryOf(given: URLSearchParams): string {
  const query = new Map(given)
  if (['true', '1'].includes(query.get('ssl') ?? '') && !query.has('sslmode')) query.set('sslmode', 'require')
  if (query.get('sslmode') === 'no-verify') query.set('sslmode', 'require')
  const passed = [...query].filter(([name]) => taken.has(name))
  return passed.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')
}

function started(program: string, options: readonly string[], address: string) {
  const url = new URL(address)
  const password = url.searchParams.get('password') ?? decodeURIComponent(url.password)
  // The process list shows arguments to everybody on the machine.
  url.password = ''
  url.search = queryOf(url.searchParams)
  const child = spawn(program, [...options, `--dbname=${url.href}`], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...(password && { PGPASSWORD: password }) },
  })
  const said = text(child.stderr)
  const ended = (async () => {
    const [code] = (await once(child, 'close').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
      throw new ImportRefused([`${program} finns inte i PATH. Det hör till PostgreSQL: i Debian postgresql-client.`])
    })) as [number | null]
    if (code !== 0) {
      const lines = (await said).trim().split('\n')
      throw new ImportRefused([`${program} misslyckades:`, ...lines.slice(0, 5)])
    }
  })()
  // Awaited once the streams have ended; until then its failure is not unhandled.
  ended.catch(() => undefined)
  return { stdin: child.stdin, stdout: child.stdout, ended }
}
