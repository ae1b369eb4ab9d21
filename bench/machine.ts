import { execFile } from 'node:child_process'
import { cpus, loadavg } from 'node:os'
import { promisify } from 'node:util'
import pg from 'pg'
import { chromium } from './page/chromium.ts'

/** The machine's load before the run; above half a core, the figures show more of that load than of the portal. */
export function busyBefore(): string | null {
  const [load = 0] = loadavg()
  return load > 0.5 ? `The machine was busy with something else when the run began (load ${load.toFixed(1)}).` : null
}

/** One sentence about the day and the machine of the run. */
export async function machine(postgres: string): Promise<string> {
  const { stdout } = await promisify(execFile)(chromium(), ['--version'])
  const client = new pg.Client({ connectionString: postgres })
  await client.connect()
  const { rows } = await client.query<{ server_version: string }>('show server_version')
  await client.end()
  const day = new Date().toISOString().slice(0, 10)
  const browser = stdout.trim().replace(/ built on.*/, '')
  const database = `PostgreSQL ${rows[0]?.server_version.split(' ')[0]}`
  return `${day}, ${cpus().length} cores, Node ${process.versions.node}, ${browser}, ${database}.`
}
