// Two builds of the page at once in a real browser, as during an upgrade and when going back: docs/decisions/0108.
import { execFile } from 'node:child_process'
import { appendFile, cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPostgres } from '#platform/server/db/open.ts'
import { postgresBinaries, testCluster, type TestCluster } from '#platform/server/db/test-cluster.ts'
import { effort, tried } from '../../checks/effort.ts'
import { findBrowser } from '../../checks/ensure-browser.ts'
import { bareEnvironment, portalProcess, type Process } from './test-process.ts'
import { drainSeconds, has, haproxy, type Proxy } from './test-proxies.ts'
import { fill } from './test-template.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const binaries = postgresBinaries()
const executablePath = findBrowser()
const possible = binaries !== null && executablePath !== null && has('haproxy')
/** For each version. */
const firstVisits = effort({ sample: 3, full: 20 })
const versions = { old: '20990101.1', fresh: '20990101.2' } as const
/** The sources of the page, its build and its server. */
const sources = ['app', 'areas', 'core', 'demo', 'identity', 'platform', 'variants', 'package.json', 'vite.config.ts']
const eventually = { timeout: 60_000 }

describe.skipIf(!possible)('two builds of the page behind haproxy', () => {
  let folder: string
  let cluster: TestCluster
  let old: Process
  let fresh: Process
  let settings: Record<string, string>
  let proxy: Proxy
  let browser: Browser
  let signedIn: Awaited<ReturnType<BrowserContext['storageState']>>
  const wrong: string[] = []

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'linjen-two-builds-'))
    await Promise.all([build('old'), build('fresh', '.fresh { order: 1 }')])
    cluster = await testCluster(binaries as string)
    old = await portalProcess(join(folder, 'old'))
    fresh = await portalProcess(join(folder, 'fresh'))
    const address = await cluster.database('linjen')
    const filled = openPostgres(address)
    await fill(filled, old.dataDir)
    await filled.close()
    settings = {
      DATABASE_URL: address,
      DATA_DIR: old.dataDir,
      TRUST_PROXY: 'loopback',
      DRAIN_SECONDS: String(await drainSeconds()),
    }
    await Promise.all([old.start(settings), fresh.start(settings)])
    proxy = await haproxy([old, fresh].map(({ origin }) => Number(new URL(origin).port)))
    browser = await chromium.launch({ executablePath: executablePath as string, args: ['--no-sandbox'] })
  }, 300_000)
  afterAll(async () => {
    await browser?.close()
    await proxy?.stop()
    await old?.remove()
    await fresh?.remove()
    await cluster?.remove()
    await rm(folder, { recursive: true, force: true })
  })

  /** Copies the sources, adds a style that differs between versions, and builds the page. */
  async function build(version: keyof typeof versions, css = ''): Promise<void> {
    const copy = join(folder, version)
    await mkdir(copy)
    for (const name of sources) await cp(join(root, name), join(copy, name), { recursive: true })
    await symlink(join(root, 'node_modules'), join(copy, 'node_modules'))
    await appendFile(join(copy, 'platform/web/ui/base.css'), css)
    const env = { ...bareEnvironment(), BUILD_VERSION: versions[version] }
    await promisify(execFile)(process.execPath, ['app/build/build-if-changed.ts'], { cwd: copy, env })
  }

  const address = (path: string) => `http://localhost:${proxy.port}${path}`
  const versionOf = async (page: Page) =>
    /"version":"([\d.]+)"/.exec((await page.locator('#variant').textContent()) ?? '')?.[1]
  const heading = (page: Page) => page.getByRole('heading', { level: 1 }).waitFor({ timeout: 30_000 })

  /** A new visitor, whose browser has nothing in its cache. */
  async function visitor(): Promise<Page> {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      // A service worker would fetch every script in advance.
      serviceWorkers: 'block',
      storageState: signedIn,
    })
    const page = await context.newPage()
    page.on('pageerror', (error) => wrong.push(`${page.url()}: ${String(error)}`))
    page.on('console', (message) => {
      if (message.type() === 'error') wrong.push(`${page.url()}: ${message.text()}`)
    })
    return page
  }

  let opened = 0
  /** Opens the start page. Every second time after one more request, so that either process serves it. */
  async function open(): Promise<Page> {
    if (opened++ % 2 === 1) await (await fetch(address('/livez'))).text()
    const page = await visitor()
    await page.goto(address('/dashboard/start'))
    await heading(page)
    return page
  }

  async function openOf(version: string): Promise<Page> {
    for (;;) {
      const page = await open()
      if ((await versionOf(page)) === version) return page
      await page.context().close()
    }
  }

  const servesOnly = (served: readonly string[]) =>
    expect
      .poll(async () => {
        const answers = await Promise.all(
          [1, 2, 3, 4].map(async () => (await fetch(address('/version.txt'))).text().catch(() => '')),
        )
        return new Set(answers)
      }, eventually)
      .toEqual(new Set(served))

  /** Opens each screen of the menu without reloading the page. Returns the number of screens. */
  async function throughMenu(page: Page): Promise<number> {
    const links = page.locator('nav a[href^="/dashboard/"]:not([href*="?"])')
    const hrefs = await links.evaluateAll((found) => [...new Set(found.map((link) => link.getAttribute('href') ?? ''))])
    for (const href of hrefs) {
      await page.locator(`nav a[href="${href}"]`).first().click()
      // Some screens redirect to another one below them.
      await page.waitForURL(({ pathname }) => pathname.startsWith(href))
      await heading(page)
      await page.waitForLoadState('networkidle')
    }
    return hrefs.length
  }

  test('no page of either is without its scripts, and one that is open keeps them', async (context) => {
    const page = await visitor()
    await page.goto(address('/'))
    await page.getByLabel('Användarnamn').fill('anna')
    await page.getByLabel('Lösenord').fill('demo')
    await page.getByRole('button', { name: 'Logga in', exact: true }).click()
    await page.waitForURL(address('/dashboard/start'))
    await heading(page)
    signedIn = await page.context().storageState()

    const seen = new Map<string | undefined, number>(Object.values(versions).map((version) => [version, 0]))
    while (Math.min(...seen.values()) < firstVisits) {
      const first = await open()
      const version = await versionOf(first)
      seen.set(version, (seen.get(version) ?? 0) + 1)
      await first.context().close()
    }
    expect([...seen.keys()]).toEqual(Object.values(versions))
    const ofOld = await openOf(versions.old)
    const ofFresh = await openOf(versions.fresh)

    await old.stop()
    await servesOnly([versions.fresh])
    const screens = await throughMenu(ofOld)
    expect([await versionOf(ofOld), screens]).toEqual([versions.old, expect.toSatisfy((many: number) => many > 8)])

    await old.start(settings)
    await servesOnly(Object.values(versions))
    await fresh.stop()
    await servesOnly([versions.old])
    expect([await throughMenu(ofFresh), await versionOf(ofFresh)]).toEqual([screens, versions.fresh])
    expect(wrong).toEqual([])
    tried(context, 2 * (firstVisits + screens))
  })
})
