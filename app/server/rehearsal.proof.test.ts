// Runs the rehearsal of docs/operating.md as written there: a fresh clone, installed, built and started behind TLS.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { effort, tried } from '../../checks/effort.ts'
import { rehearsal, sourcesPlaceholder } from '../../checks/rehearsal.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const asPostgres = (sql: string) =>
  execFileSync('runuser', ['--login', 'postgres', '--command', `psql --tuples-only --command "${sql}"`], {
    encoding: 'utf8',
  }).trim()

/** Whether this is root on a Debian with a running PostgreSQL on which nobody has run the rehearsal. */
function canRehearse(): boolean {
  if (!effort({ sample: false, full: true })) return false
  const can =
    process.getuid?.() === 0 &&
    ['apt-get', 'caddy', 'git', 'openssl', 'curl'].every((name) => spawnSync('which', [name]).status === 0) &&
    spawnSync('pg_isready').status === 0 &&
    asPostgres("select count(*) from pg_roles where rolname = 'linjen_try'") === '0'
  if (!can)
    process.stdout.write('SKIPPED: the rehearsal of docs/operating.md. It wants root, Debian, PostgreSQL and caddy.\n')
  return can
}

const can = canRehearse()
let folder: string
let group = 0

/** Processes that the rehearsal has started in sessions of their own. */
const runningHere = () =>
  readdirSync('/proc').filter((id) => {
    try {
      return /^\d+$/.test(id) && readlinkSync(`/proc/${id}/cwd`).startsWith(`${folder}/`)
    } catch {
      return false
    }
  })

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'linjen-rehearsal-'))
})
afterAll(() => {
  if (can) {
    if (existsSync(join(folder, 'Caddyfile'))) spawnSync('caddy', ['stop'])
    if (group > 0) spawnSync('kill', ['-9', '--', `-${group}`])
    for (const id of runningHere()) spawnSync('kill', ['-9', id])
    asPostgres('drop database if exists linjen_try with (force)')
    asPostgres('drop role if exists linjen_try')
  }
  rmSync(folder, { recursive: true, force: true })
})

test.skipIf(!can)(
  'a fresh machine has two processes on PostgreSQL and S3 behind TLS by the lines of the guide alone',
  async (context) => {
    const lines = rehearsal().map((line) => line.replace(sourcesPlaceholder, root))
    const { PATH = '', HOME = '', NODE_EXTRA_CA_CERTS } = process.env
    const shell = spawn('bash', ['-e', '-u', '-o', 'pipefail'], {
      cwd: folder,
      detached: true,
      env: {
        PATH: PATH.replace(`${join(root, 'node_modules/.bin')}:`, ''),
        HOME,
        // If a proxy of the company decrypts TLS, npm must know its certificate authority.
        ...(NODE_EXTRA_CA_CERTS && { NODE_EXTRA_CA_CERTS }),
      },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    group = shell.pid ?? 0
    // Does not wait for the end of both streams, because processes that the last lines have started may keep them open.
    let output = ''
    let errors = ''
    shell.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk))
    shell.stderr.setEncoding('utf8').on('data', (chunk: string) => (errors += chunk))
    shell.stdin.end(`${lines.join('\n')}\n`)
    const [code] = (await once(shell, 'exit')) as [number | null]
    expect([code, code === 0 ? '' : errors]).toEqual([0, ''])
    expect(output.match(/"status":"ok"/g)).toHaveLength(3)
    expect(readdirSync(join(folder, 'store/linjen')).length).toBeGreaterThan(0)
    // As when a terminal is closed.
    spawnSync('kill', ['-HUP', '--', `-${group}`])
    await new Promise((resolve) => setTimeout(resolve, 1000))
    for (const port of [8081, 8082]) expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200)
    tried(context, lines.length)
  },
  1_800_000,
)
