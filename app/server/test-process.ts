// The real portal in a separate process, for tests that kill it.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { OpenDatabase } from '#platform/server/db/open.ts'
import { copyOfTemplate } from './test-copy.ts'
import { testPayslipKey } from './test-template.ts'
import { pkce, TestBrowser } from '../../identity/test-browser.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The environment for a process that must have only the given settings. */
export function bareEnvironment(): Record<string, string> {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE } = process.env
  return { PATH, HOME, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) }
}

export interface Ended {
  readonly code: number | null
  readonly output: string
  readonly lines: readonly string[]
}

/**
 * Runs a command of the project with only these settings, until it ends, or kills it at a line of stderr for which
 * `isEnough` is true, or when the signal aborts. `lines` are the lines of stderr.
 */
export async function runToEnd(
  command: readonly string[],
  settings: Readonly<Record<string, string>>,
  isEnough: (line: string) => boolean = () => false,
  signal?: AbortSignal,
): Promise<Ended> {
  const child = spawn(process.execPath, command, {
    cwd: root,
    env: { ...bareEnvironment(), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  signal?.addEventListener('abort', () => child.kill('SIGKILL'), { once: true })
  const closed = once(child, 'close')
  const output = text(child.stdout)
  const lines: string[] = []
  for await (const line of createInterface({ input: child.stderr })) {
    lines.push(line)
    if (isEnough(line)) child.kill('SIGKILL')
  }
  const [code] = (await closed) as [number | null]
  return { code, output: await output, lines }
}

export interface Process {
  readonly dataDir: string
  /** The address of the portal's database on a server. Null if the database is in the data folder. */
  readonly databaseUrl: string | null
  /** The settings with which it is started. */
  readonly settings: Readonly<Record<string, string>>
  readonly origin: string
  readonly pid: number
  /** Starts the portal. After a kill it uses the same port. */
  start(changed?: Readonly<Record<string, string>>): Promise<void>
  /** Like a power cut, except that the disk is not affected. */
  kill(): Promise<void>
  /** Stops it as an operator would. */
  stop(): Promise<void>
  /** All output since the start, including the log. */
  output(): string
  /** Signs in through the login page. Returns a bearer token. */
  signIn(userName: string): Promise<string>
  /** Opens the portal's database while the portal is down. */
  open(): Promise<OpenDatabase>
  remove(): Promise<void>
}

/**
 * A portal with its own data folder and a copy of the tests' template, not yet started. `code` is the folder of its
 * program.
 */
export async function portalProcess(code = root): Promise<Process> {
  const dataDir = await mkdtemp(join(tmpdir(), 'linjen-process-'))
  const copy = await copyOfTemplate(dataDir)
  let child: ChildProcess | null = null
  let port = 0
  let output = ''

  const ended = async (signal: 'SIGKILL' | 'SIGTERM') => {
    const ending = child
    child = null
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
    const exit = once(ending, 'exit')
    ending.kill(signal)
    await exit
  }

  const settings = {
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    DEMO: 'off',
    PAYSLIP_KEY: testPayslipKey,
    WRITES_PER_MINUTE: '1000000',
    ...(copy.address && { DATABASE_URL: copy.address }),
  }

  return {
    dataDir,
    databaseUrl: copy.address,
    settings,
    get origin() {
      return `http://localhost:${port}`
    },
    get pid() {
      return child?.pid ?? 0
    },
    async start(changed = {}) {
      const { DATABASE_URL: _own, ...environment } = process.env
      const started = spawn(process.execPath, ['app/server/main.ts'], {
        cwd: code,
        env: { ...environment, ...settings, PORT: String(port), ...changed },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      child = started
      output = ''
      // The output must be read to the end, because a pipe that nobody reads fills up and blocks the writer.
      port = await new Promise<number>((resolve, reject) => {
        started.stdout.setEncoding('utf8').on('data', (chunk: string) => {
          output += chunk
          const at = /:(\d+)$/m.exec(output)?.[1]
          if (at) resolve(Number(at))
        })
        started.once('exit', () => reject(new Error('the portal did not start')))
      })
    },
    kill: () => ended('SIGKILL'),
    stop: () => ended('SIGTERM'),
    signIn: (userName) => signInAt(port, userName),
    output: () => output,
    open: () => copy.open(),
    async remove() {
      await ended('SIGKILL')
      await copy.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Signs in through the login page at a port of this machine. Returns a bearer token. */
export async function signInAt(port: number, userName: string): Promise<string> {
  const browser = new TestBrowser(port)
  const origin = browser.origin('localhost')
  const { verifier, challenge } = pkce()
  const client = { client_id: 'linjen-local', redirect_uri: `${origin}/callback` }
  const question = new URLSearchParams({
    ...client,
    response_type: 'code',
    scope: 'openid profile',
    state: 'x',
    nonce: 'y',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  })
  const login = await browser.follow(`${origin}/oidc/auth?${question.toString()}`)
  const back = await browser.follow(login.url, { username: userName, password: 'demo' })
  const { json } = await browser.tokens('localhost', {
    ...client,
    grant_type: 'authorization_code',
    code: back.url.searchParams.get('code') ?? '',
    code_verifier: verifier,
  })
  return json.id_token
}
