// Before the portal starts: builds the page where it is missing or older than its sources.
import { execFileSync } from 'node:child_process'
import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))
const built = join(root, 'dist/web/version.txt')

function newest(path: string): number {
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))))
}

function modified(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

/** `YYYYMMDD.n`: the day of the newest commit and how many that day has; without a history, the day of the build. */
function version(): string {
  if (process.env.BUILD_VERSION) return process.env.BUILD_VERSION
  try {
    const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim()
    const day = git('log', '-1', '--date=format:%Y%m%d', '--format=%cd')
    const count = git('log', '--date=format:%Y%m%d', '--format=%cd')
      .split('\n')
      .filter((line) => line === day).length
    return `${day}.${count}`
  } catch {
    return `${new Date().toISOString().slice(0, 10).replaceAll('-', '')}.0`
  }
}

const sources = [
  'app/web',
  'areas',
  'platform/contract',
  'platform/web',
  'package.json',
  'package-lock.json',
  'vite.config.ts',
]
const changed = Math.max(...sources.map((name) => newest(join(root, name))))
if (process.argv.includes('--always') || modified(built) < changed) {
  const { build } = await import('vite')
  await build({ configFile: join(root, 'vite.config.ts'), logLevel: 'warn' })
  const { compressAssets } = await import('./compress-assets.ts')
  compressAssets(join(root, 'dist/web/assets'))
  writeFileSync(built, version())
}
