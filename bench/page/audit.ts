import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '../processes.ts'

/** Lighthouse's results for a page on its simulated slow phone; scores out of 100. */
export interface Audit {
  readonly address: string
  readonly performance: number
  readonly accessibility: number
  readonly layoutShift: number
  /** Total blocking time in milliseconds. */
  readonly blocking: number
}

const folder = join(root, 'bench/lighthouse')
const run = promisify(execFile)

/** Audits pages in the browser that listens on `port`, one after the other; installs Lighthouse the first time. */
export async function audit(port: number, addresses: readonly string[]): Promise<Audit[]> {
  if (!existsSync(join(folder, 'node_modules'))) await run('npm', ['ci', '--prefix', folder])
  const { stdout } = await run(process.execPath, [join(folder, 'audit.mjs'), String(port), ...addresses], {
    maxBuffer: 10_000_000,
  })
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Audit)
}
