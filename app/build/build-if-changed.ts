// Runs before the portal starts, and builds the page if it is missing or older than its sources. It never builds in production, where the
// portal runs the files that `npm run build` made, on a disk to which it may not write.
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))
const served = join(root, 'dist/web')
const built = join(served, 'version.txt')

function newest(path: string): number {
  // A production installation may lack files that only the build reads.
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat?.isDirectory()) return stat?.mtimeMs ?? 0
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))))
}

/**
 * `YYYYMMDD.n`: the day of the newest commit and the number of commits on that day. Without git history, as in an image, n is the minute of
 * the day.
 */
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
    const now = new Date()
    return `${now.toISOString().slice(0, 10).replaceAll('-', '')}.${now.getUTCHours() * 60 + now.getUTCMinutes()}`
  }
}

const sources = [
  'app/build',
  'app/web',
  'areas',
  'platform/contract',
  'core',
  'platform/web',
  'package.json',
  'package-lock.json',
  'vite.config.ts',
]
const changed = Math.max(...sources.map((name) => newest(join(root, name))))
if (process.argv.includes('--always')) await buildAll()
else if (newest(built) < changed) {
  if (process.env.NODE_ENV?.trim() !== 'production') await buildPage()
  // If there is no page at all, the portal itself reports that, however it is started.
  else if (newest(built) > 0) process.stderr.write('VARNING: Sidan är äldre än källorna. Bygg den med npm run build.\n')
}

/** Builds everything for a production installation, and a list of the packages in it, `name@version`, for the bill of materials. */
async function buildAll(): Promise<void> {
  const { buildLibraries } = await import('./build-libraries.ts')
  const { packagesIn } = await import('./packages.ts')
  const modules = [...(await buildPage()), ...(await buildLibraries(join(root, 'dist/server')))]
  writeFileSync(join(root, 'dist/packages.json'), `${JSON.stringify(packagesIn(modules), null, 2)}\n`)
}

/**
 * Builds in a separate folder and replaces the served page at the end, so that a running portal or another build never sees an
 * incomplete page. The previous build's scripts are kept, since open pages still request them. Returns the modules that went in.
 */
async function buildPage(): Promise<readonly string[]> {
  const { build } = await import('vite')
  const { compressAssets } = await import('./compress-assets.ts')
  const { buildWorker } = await import('./build-worker.ts')
  const { builtScreens, chunksOf, filesOf } = await import('./screens.ts')
  mkdirSync(join(root, 'dist'), { recursive: true })
  const fresh = mkdtempSync(join(root, 'dist/build-'))
  try {
    const built = await build({ configFile: join(root, 'vite.config.ts'), logLevel: 'warn', build: { outDir: fresh } })
    const assets = join(fresh, 'assets')
    const worker = await buildWorker(
      fresh,
      readdirSync(assets).filter((name) => /\.(js|css)$/.test(name)),
    )
    compressAssets(assets)
    const chunks = chunksOf(built)
    const screens = (await builtScreens()).map(({ path, module, firstCalls }) => ({
      path,
      files: module ? filesOf(module, chunks) : [],
      firstCalls,
    }))
    writeFileSync(join(fresh, 'screens.json'), JSON.stringify(screens))
    writeFileSync(join(fresh, 'assets.json'), JSON.stringify(readdirSync(assets)))
    keepOlderAssets(assets)
    writeFileSync(join(fresh, 'version.txt'), version())
    // Only the user who made a temporary folder may read it, but the portal may run as another user.
    chmodSync(fresh, 0o755)
    const replaced = `${fresh}-replaced`
    if (existsSync(served)) renameSync(served, replaced)
    renameSync(fresh, served)
    rmSync(replaced, { recursive: true, force: true })
    return [...chunks.flatMap(({ moduleIds }) => moduleIds), ...worker]
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}

/** Keeps the files of the previous build, but not of older ones. */
function keepOlderAssets(assets: string): void {
  const list = join(served, 'assets.json')
  if (!existsSync(list)) return
  for (const name of JSON.parse(readFileSync(list, 'utf8')) as string[]) {
    const older = join(served, 'assets', name)
    if (existsSync(older) && !existsSync(join(assets, name))) copyFileSync(older, join(assets, name))
  }
}
