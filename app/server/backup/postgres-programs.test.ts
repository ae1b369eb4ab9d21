// The arguments that PostgreSQL's programs are started with: libpq accepts other addresses than the portal's driver.
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { pgDump, pgRestore, portalsOwn } from './postgres-programs.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linjen-programs-'))
  const program = join(folder, 'pg_dump')
  await writeFile(program, '#!/bin/sh\nfor last; do :; done\necho "$last $PGPASSWORD"\n')
  await chmod(program, 0o755)
})
/** A fake pg_restore that lists one table, and fails unless it gets its whole input. */
const restores = `#!/bin/sh
case "$*" in *--list*) echo '1; 1259 1 TABLE public faults linjen'; exit;; esac
[ "$(cat)" = whole ] || { echo 'could not read from input file: end of file' >&2; exit 1; }
`
beforeAll(async () => {
  await writeFile(join(folder, 'pg_restore'), restores)
  await chmod(join(folder, 'pg_restore'), 0o755)
})
beforeEach(() => {
  vi.stubEnv('PATH', `${folder}:${process.env.PATH}`)
  vi.stubEnv('PGPASSWORD', '')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function given(query: string, user = 'linjen'): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of pgDump(`postgres://${user}@host/linjen${query}`, 'a', [])) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8').trim().replace('--dbname=', '')
}

test.each([
  ['', ''],
  ['?options=-c%20lock_timeout%3D5s', '?options=-c%20lock_timeout%3D5s'],
  ['?options=-c+lock_timeout%3D5s', '?options=-c%20lock_timeout%3D5s'],
  ['?statement_timeout=60000&application_name=a%26b&uselibpqcompat=true', '?application_name=a%26b'],
  ['?sslmode=no-verify&sslrootcert=/etc/ca%201.pem', '?sslmode=require&sslrootcert=%2Fetc%2Fca%201.pem'],
  ['?ssl=true', '?sslmode=require'],
  ['?ssl=1&sslmode=verify-full', '?sslmode=verify-full'],
  ['?ssl=false', ''],
])('of the address’s %s the program gets %s', async (query, passed) => {
  expect(await given(query)).toBe(`postgres://linjen@host/linjen${passed}`)
})

test('the password is no argument', async () => {
  expect(await given('', 'linjen:a%20b')).toBe('postgres://linjen@host/linjen a b')
  expect(await given('?password=a%20b&connect_timeout=5')).toBe('postgres://linjen@host/linjen?connect_timeout=5 a b')
})

test('of a dump’s list only what is of the owners of the portal’s tables is restored', () => {
  const own = [
    '218; 1259 16400 TABLE public faults linjen ägare',
    '3503; 0 0 COMMENT public TABLE faults linjen ägare',
    '228; 1255 16408 FUNCTION public change() linjen',
    '219; 1259 16401 TABLE public payslips linjen',
    '3487; 0 16400 TABLE DATA public faults linjen ägare',
  ]
  const others = [
    ';',
    '6; 2615 2200 SCHEMA - public pg_database_owner',
    '225; 1259 16530 TABLE public lista bi avd',
    '226; 1259 16533 VIEW public rapport bi avd',
    '274; 1255 16541 FUNCTION public helper(integer) bi avd',
    '3491; 0 16530 TABLE DATA public lista bi avd',
    '',
  ]
  expect(portalsOwn([...others, ...own], new Set(['faults', 'payslips', 'cases']))).toEqual(own)
})

test.each([
  ['', [/^pg_restore misslyckades:,could not read from input file: end of file$/]],
  ['the store is away', [/^the store is away$/]],
])('where a dump ends early the reason is said: %s', async (fault, [said]) => {
  let read = 0
  async function* dump() {
    read++
    yield Buffer.from('who')
    // The first read is for the list.
    if (fault && read > 1) throw new Error(fault)
  }
  const refusal = await pgRestore('postgres://linjen@host/linjen', dump, new Set(['faults'])).catch(
    (error: Error & { lines?: string[] }) => String(error.lines ?? error.message),
  )
  expect(refusal).toMatch(said as RegExp)
})

test('a dump that is longer than what its list is read from is restored', async () => {
  let read = 0
  async function* dump() {
    read++
    if (read === 1) for (let n = 0; n < 1000; n++) yield Buffer.alloc(100_000)
    else yield Buffer.from('whole')
  }
  await pgRestore('postgres://linjen@host/linjen', dump, new Set(['faults']))
})
