// haproxy with the lines of docs/reference-settings.md, in front of portals of a test.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#platform/server/test-port.ts'

/** Whether haproxy is installed (Debian's package `haproxy`); if not, a line says what is skipped. */
export function hasHaproxy(): boolean {
  const found = spawnSync('haproxy', ['-v']).status === 0
  if (!found) process.stdout.write('SKIPPED: a rolling restart. haproxy is not here.\n')
  return found
}

export interface Proxy {
  readonly port: number
  stop(): Promise<void>
}

/** The guide's lines for haproxy, as they are written there. */
async function guideLines(): Promise<string> {
  const guide = await readFile(new URL('../../docs/reference-settings.md', import.meta.url), 'utf8')
  const lines = /^```\n# haproxy\n(.*?)^```/ms.exec(guide)?.[1]
  if (!lines) throw new Error('docs/reference-settings.md has no lines for haproxy')
  return lines
}

/** Seconds that a portal must go on answering after SIGTERM, as the guide computes them from its lines. */
export async function drainSeconds(): Promise<number> {
  const [, seconds, times] = /check inter (\d+)s fall (\d+)/.exec(await guideLines()) ?? []
  return Number(seconds) * Number(times) + 1
}

/** Starts it in front of portals at these ports of this machine, one for each server of the guide. */
export async function haproxy(ports: readonly number[]): Promise<Proxy> {
  const lines = await guideLines()
  const left = [...ports]
  const own = lines.replaceAll(/^(server \w+) \S+/gm, (_line, server: string) => `${server} 127.0.0.1:${left.shift()}`)
  if (left.length > 0) throw new Error(`the guide has ${ports.length - left.length} servers`)
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'linjen-haproxy-'))
  const file = join(folder, 'haproxy.cfg')
  await writeFile(file, `listen portal\nbind 127.0.0.1:${port}\n${own}`)
  const checked = spawnSync('haproxy', ['-c', '-f', file], { encoding: 'utf8' })
  if (checked.status !== 0) throw new Error(`haproxy refuses the guide’s lines:\n${checked.stderr}`)
  const child = spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' })
  while (!(await answers(port))) if (child.exitCode !== null) throw new Error('haproxy did not start')
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
  fetch(`http://127.0.0.1:${port}/livez`).then(
    ({ ok }) => ok,
    () => false,
  )
