// haproxy and Caddy with the settings of the guides, in front of a test's portals.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#platform/server/test-port.ts'

/** Whether a program is installed (Debian's packages `haproxy` and `caddy`). If not, prints what is skipped. */
export function has(program: 'haproxy' | 'caddy'): boolean {
  const found = spawnSync(program, [program === 'caddy' ? 'version' : '-v']).status === 0
  if (!found) process.stdout.write(`SKIPPED: a rolling restart. ${program} is not here.\n`)
  return found
}

export interface Proxy {
  readonly port: number
  stop(): Promise<void>
}

/** The settings for a proxy, as the guide has them. */
async function guideLines(guide: string, block: RegExp): Promise<string> {
  const lines = block.exec(await readFile(new URL(`../../docs/${guide}`, import.meta.url), 'utf8'))?.[1]
  if (!lines) throw new Error(`docs/${guide} has no such lines`)
  return lines
}

const haproxyLines = () => guideLines('reference-settings.md', /^```\n# haproxy\n(.*?)^```/ms)
const caddyLines = () => guideLines('operating.md', /^```\n(\treverse_proxy (?:\S+ ){2}\{\n.*?)^```/ms)

/** For how many seconds a portal must answer after SIGTERM, computed from the guide's settings as the guide does. */
export async function drainSeconds(): Promise<number> {
  const [, seconds, times] = /check inter (\d+)s fall (\d+)/.exec(await haproxyLines()) ?? []
  return Number(seconds) * Number(times) + 1
}

/** Starts haproxy in front of portals at these ports of this machine, one for each server in the guide. */
export async function haproxy(ports: readonly number[]): Promise<Proxy> {
  const lines = await haproxyLines()
  const left = [...ports]
  const own = lines.replaceAll(/^(server \w+) \S+/gm, (_line, server: string) => `${server} 127.0.0.1:${left.shift()}`)
  if (left.length > 0) throw new Error(`the guide has ${ports.length - left.length} servers`)
  return started('haproxy', (port) => `listen portal\nbind 127.0.0.1:${port}\n${own}`, ['-db', '-f'])
}

/** Starts Caddy in front of two portals at these ports of this machine. */
export async function caddy([first, second]: readonly number[]): Promise<Proxy> {
  const lines = (await caddyLines()).replace('127.0.0.1:8080 127.0.0.1:8081', `127.0.0.1:${first} 127.0.0.1:${second}`)
  return started('caddy', (port) => `{\n\tadmin off\n}\nhttp://localhost:${port} {\n\tbind 127.0.0.1\n${lines}}\n`, [
    'run',
    '--adapter',
    'caddyfile',
    '--config',
  ])
}

async function started(program: string, settings: (port: number) => string, words: readonly string[]): Promise<Proxy> {
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'linjen-proxy-'))
  const file = join(folder, 'settings')
  await writeFile(file, settings(port))
  const child = spawn(program, [...words, file], { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  while (!(await answers(port))) if (child.exitCode !== null) throw new Error(`${program} did not start:\n${said}`)
  return {
    port,
    async stop() {
      const exit = once(child, 'exit')
      child.kill('SIGKILL')
      await exit
      await rm(folder, { recursive: true })
    },
  }
}

const answers = (port: number) =>
  fetch(`http://localhost:${port}/livez`).then(
    ({ ok }) => ok,
    () => false,
  )
