// The real portal as a process of its own, for tests that kill it.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { inject } from 'vitest'
import { openEmbedded, openPostgres, type OpenDatabase } from '#platform/server/db/open.ts'
import { databaseUrl, dropDatabase, onServer } from './test-template.ts'
import { pkce, TestBrowser } from '../../identity/test-browser.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

export interface Process {
  readonly dataDir: string
  readonly origin: string
  readonly pid: number
  /** Starts it, anew after a kill at the port that it had. */
  start(): Promise<void>
  /** As a power cut would, but for the disk. */
  kill(): Promise<void>
  /** As the operator would. */
  stop(): Promise<void>
  /** Signs in through the login page; answers a bearer. */
  signIn(userName: string): Promise<string>
  /** Its database, while it is down. */
  open(): Promise<OpenDatabase>
  remove(): Promise<void>
}

/** A portal with a data folder of its own on a copy of the tests' template, not yet started. */
export async function portalProcess(): Promise<Process> {
  const dataDir = await mkdtemp(join(tmpdir(), 'linjen-process-'))
  const template = inject('template')
  const database = `linjen_process_${randomUUID().replaceAll('-', '')}`
  let address: string | null = null
  if ('dump' in template) {
    const loadDataDir = new Blob([await readFile(template.dump)])
    const copy = await PGlite.create(join(dataDir, 'postgres'), { loadDataDir })
    await copy.close()
  } else {
    await onServer(template.server, `create database ${database} template ${template.database}`)
    address = databaseUrl(template.server, database)
  }
  let child: ChildProcess | null = null
  let port = 0

  const ended = async (signal: 'SIGKILL' | 'SIGTERM') => {
    const ending = child
    child = null
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
    const exit = once(ending, 'exit')
    ending.kill(signal)
    await exit
  }

  return {
    dataDir,
    get origin() {
      return `http://localhost:${port}`
    },
    get pid() {
      return child?.pid ?? 0
    },
    async start() {
      const { DATABASE_URL: _own, ...environment } = process.env
      const started = spawn(process.execPath, ['app/server/main.ts'], {
        cwd: root,
        env: {
          ...environment,
          NODE_ENV: 'test',
          PORT: String(port),
          DATA_DIR: dataDir,
          DEMO: 'off',
          WRITES_PER_MINUTE: '1000000',
          ...(address && { DATABASE_URL: address }),
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      child = started
      let told = ''
      for await (const chunk of started.stdout ?? []) {
        told += String(chunk)
        const at = /:(\d+)$/m.exec(told)?.[1]
        if (!at) continue
        port = Number(at)
        break
      }
      if (port === 0) throw new Error('the portal did not start')
    },
    kill: () => ended('SIGKILL'),
    stop: () => ended('SIGTERM'),
    signIn: (userName) => signInAt(port, userName),
    open: () => (address ? Promise.resolve(openPostgres(address)) : openEmbedded(dataDir)),
    async remove() {
      await ended('SIGKILL')
      if ('server' in template) await dropDatabase(template.server, database)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function signInAt(port: number, userName: string): Promise<string> {
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
