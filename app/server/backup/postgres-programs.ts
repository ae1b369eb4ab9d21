import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { ImportRefused, type Database } from '#platform/server/area.ts'

/**
 * Dumps the schema `public` in pg_dump's custom format, as an exported snapshot sees it, without the tables in `but` (names quoted as in
 * SQL).
 */
export async function* pgDump(address: string, snapshot: string, but: readonly string[]): AsyncGenerator<Buffer> {
  const options = ['--format=custom', '--schema=public', '--no-owner', `--snapshot=${snapshot}`]
  const { stdout, ended } = started('pg_dump', [...options, ...but.map((name) => `--exclude-table=${name}`)], address)
  for await (const chunk of stdout) yield chunk as Buffer
  await ended
}

/**
 * The tables and sequences in `public` that belong to others. Ownership alone does not decide: a table that an administrator's migration
 * created is the portal's, which may write to it. With a table that this role may not read, pg_dump would fail altogether.
 */
export async function tablesOfOthers(db: Database): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', nspname, relname) as name from pg_class c join pg_namespace n on n.oid = relnamespace
    where nspname = 'public' and not pg_has_role(relowner, 'usage')
      and relowner is distinct from (select relowner from pg_class where oid = to_regclass('public.kysely_migration'))
      and case
        when relkind in ('r', 'p') then not has_table_privilege(c.oid, 'insert')
        when relkind = 'S' then not has_sequence_privilege(c.oid, 'select')
        else false
      end
      and not exists (
        select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')
    order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/**
 * The sequences of the portal's tables that this role may not read. pg_dump reads those of every table that it dumps and fails without the
 * right, which nobody needs to insert rows into a table with an identity column.
 */
export async function sequencesNotRead(db: Database): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', nspname, s.relname) as name
    from pg_sequence join pg_class s on s.oid = seqrelid join pg_namespace n on n.oid = s.relnamespace
      join pg_depend d on d.classid = 'pg_class'::regclass and d.objid = seqrelid and d.deptype in ('a', 'i')
      join pg_class t on d.refclassid = 'pg_class'::regclass and t.oid = d.refobjid
    where nspname = 'public' and not has_sequence_privilege(seqrelid, 'select')
      and (has_table_privilege(t.oid, 'insert')
        or t.relowner = (select relowner from pg_class where oid = to_regclass('public.kysely_migration')))
    order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/**
 * Restores the portal's part of a dump into the schema `public`, which must not have any of the portal's tables: all of it or nothing. The
 * dump also has objects of others, which are still in the schema. `tables` names tables that are the portal's.
 */
export async function pgRestore(
  address: string,
  dump: () => AsyncIterable<Uint8Array>,
  tables: ReadonlySet<string>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'linjen-restore-'))
  try {
    const list = join(folder, 'list')
    await writeFile(list, portalsOwn(await listOf(dump()), tables).join('\n'))
    const options = ['--schema=public', '--no-owner', '--no-acl', '--single-transaction', '--exit-on-error']
    const program = started('pg_restore', [...options, `--use-list=${list}`], address)
    program.stdout.resume()
    await take(dump(), program)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The lines of a dump's table of contents, which is at its beginning: pg_restore does not read further. */
async function listOf(dump: AsyncIterable<Uint8Array>): Promise<string[]> {
  const program = started('pg_restore', ['--list'])
  const list = text(program.stdout)
  await take(dump, program)
  return (await list).split('\n')
}

/** Writes a dump to a program and waits until the program ends. Throws the first fault. */
async function take(
  dump: AsyncIterable<Uint8Array>,
  { stdin, ended }: Pick<ReturnType<typeof started>, 'stdin' | 'ended'>,
): Promise<void> {
  const faults: unknown[] = []
  async function* read() {
    try {
      yield* dump
    } catch (error) {
      faults.push(error)
      throw error
    }
  }
  // A program that has read enough, or fails, closes its input. Its exit shows which of them it was.
  await pipeline(read(), stdin).catch(() => undefined)
  // If the dump could not be read, the program only reports an unexpected end; the first fault is the cause.
  await ended.catch((error: unknown) => faults.push(error))
  if (faults.length > 0) throw faults[0]
}

/**
 * The lines of a dump's table of contents whose owner also owns one of the portal's tables. A line is `218; 1259 16400 TABLE public
 * payslips linjen`, and names may contain spaces.
 */
export function portalsOwn(list: readonly string[], tables: ReadonlySet<string>): string[] {
  const found = list.map((line) => /^\d+; \d+ \d+ TABLE public (\S+) (.+)$/.exec(line))
  const owners = new Set(found.flatMap((table) => (table && tables.has(table[1] as string) ? [` ${table[2]}`] : [])))
  return list.filter((line) => [...owners].some((owner) => line.endsWith(owner)))
}

/**
 * The parameters that libpq of PostgreSQL 15 and newer accepts in an address. It refuses all others, such as those that only the portal's
 * driver knows.
 */
const taken = new Set(
  (
    'host hostaddr port user dbname passfile channel_binding require_auth connect_timeout client_encoding options application_name ' +
    'fallback_application_name keepalives keepalives_idle keepalives_interval keepalives_count tcp_user_timeout gssencmode krbsrvname ' +
    'gsslib gssdelegation sslmode sslnegotiation sslcompression sslcert sslkey sslcertmode sslrootcert sslcrl sslcrldir sslsni ' +
    'requirepeer ssl_min_protocol_version ssl_max_protocol_version service target_session_attrs load_balance_hosts'
  ).split(' '),
)

/** The query of an address for libpq, to which a plus is a plus. URLSearchParams would write a space as a plus. */
function queryOf(given: URLSearchParams): string {
  const query = new Map(given)
  if (['true', '1'].includes(query.get('ssl') ?? '') && !query.has('sslmode')) query.set('sslmode', 'require')
  if (query.get('sslmode') === 'no-verify') query.set('sslmode', 'require')
  const passed = [...query].filter(([name]) => taken.has(name))
  return passed.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')
}

function connection(address: string): readonly [option: string, password: string] {
  const url = new URL(address)
  const password = url.searchParams.get('password') ?? decodeURIComponent(url.password)
  // The process list shows arguments to everybody on the machine.
  url.password = ''
  url.search = queryOf(url.searchParams)
  return [`--dbname=${url.href}`, password]
}

function started(program: string, options: readonly string[], address?: string) {
  const [database, password] = address === undefined ? [] : connection(address)
  const child = spawn(program, [...options, ...(database === undefined ? [] : [database])], {
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
  // Awaited once the streams have ended. Until then a failure must not count as an unhandled rejection.
  ended.catch(() => undefined)
  return { stdin: child.stdin, stdout: child.stdout, ended }
}
