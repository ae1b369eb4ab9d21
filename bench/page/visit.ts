import type { Browser, BrowserContext, BrowserContextOptions, CDPSession } from '@playwright/test'

type StorageState = Exclude<BrowserContextOptions['storageState'], string | undefined>

/** A page to visit, and how one sees that it shows what it is for. */
export interface Goal {
  readonly address: string
  /** Text that stands on the page once it is there. */
  readonly shows: string
  readonly signedIn?: StorageState
}

/** What one visit cost, up to the moment when the goal was on the screen. */
export interface Visit {
  /** Bytes of JavaScript and CSS, compressed, without heads. */
  readonly weight: number
  readonly requests: readonly string[]
  /** Milliseconds after the navigation began. */
  readonly shown: number
  readonly largestPaint: number
  /** Chromium's layout shift, until the page has come to rest. */
  readonly shift: number
}

// Slow 4G as browsers' own tools understand it, and a phone of four times less speed than this machine.
const network = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }
const slowdown = 4
const giveUpMs = 30_000
/** The largest paint may still come after the goal; nothing moves on these pages once this has passed. */
const settleMs = 1500

interface Asked {
  readonly url: string
  readonly type: string
  /** Milliseconds since 1970. */
  readonly at: number
  bytes: number
}

declare global {
  interface Window {
    bench: { shown: number | null; largestPaint: number; shift: number }
  }
}

/** Opens the page in a context of its own, with nothing in the cache, over a slow network. */
export async function visit(browser: Browser, goal: Goal): Promise<Visit> {
  const context = await newPhone(browser, goal)
  try {
    return await visitIn(context, goal)
  } finally {
    await context.close()
  }
}

/** A phone of its own: nothing in its caches, and nobody signed in but whom the goal names. */
export function newPhone(browser: Browser, { signedIn }: Pick<Goal, 'signedIn'>): Promise<BrowserContext> {
  return browser.newContext({
    viewport: { width: 390, height: 844 },
    locale: 'sv-SE',
    timezoneId: 'Europe/Stockholm',
    // A browser takes brotli from this machine too; the limits are in gzip.
    extraHTTPHeaders: { 'accept-encoding': 'gzip' },
    ...(signedIn && { storageState: signedIn }),
  })
}

/** Opens the page once more on a phone, with what that has in its caches, over a slow network. */
export async function visitIn(context: BrowserContext, { address, shows }: Goal): Promise<Visit> {
  const page = await context.newPage()
  try {
    const session = await context.newCDPSession(page)
    const asked = await watchNetwork(session)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await page.addInitScript(watchPage, shows)
    await page.goto(address, { waitUntil: 'commit' })
    await page.waitForFunction(() => window.bench.shown !== null, undefined, { timeout: giveUpMs })
    await page.waitForTimeout(settleMs)
    const { shown, largestPaint, shift, began } = await page.evaluate(() => ({
      shown: window.bench.shown ?? 0,
      largestPaint: window.bench.largestPaint,
      shift: window.bench.shift,
      began: performance.timeOrigin,
    }))
    const until = [...asked.values()].filter(({ at }) => at <= began + shown)
    return {
      weight: until
        .filter(({ type }) => type === 'Script' || type === 'Stylesheet')
        .reduce((sum, { bytes }) => sum + bytes, 0),
      requests: until.map(({ url }) => new URL(url).pathname),
      shown,
      largestPaint,
      shift,
    }
  } finally {
    await page.close()
  }
}

async function watchNetwork(session: CDPSession): Promise<ReadonlyMap<string, Asked>> {
  const asked = new Map<string, Asked>()
  session.on('Network.requestWillBeSent', ({ requestId, request, type, wallTime }) => {
    if (/^https?:/.test(request.url))
      asked.set(requestId, { url: request.url, type: type ?? '', at: wallTime * 1000, bytes: 0 })
  })
  session.on('Network.requestServedFromCache', ({ requestId }) => void asked.delete(requestId))
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (response.fromDiskCache || response.fromServiceWorker) asked.delete(requestId)
    const encoding = response.headers['content-encoding']
    if (!response.fromServiceWorker && (type === 'Script' || type === 'Stylesheet') && encoding !== 'gzip')
      throw new Error(`${response.url} came as ${encoding}`)
  })
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const one = asked.get(requestId)
    if (one) one.bytes += encodedDataLength
  })
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: false })
  await session.send('Network.emulateNetworkConditions', network)
  return asked
}

/** Runs in the page, before its own scripts. */
function watchPage(shows: string): void {
  window.bench = { shown: null, largestPaint: 0, shift: 0 }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      window.bench.largestPaint = Math.max(window.bench.largestPaint, entry.startTime)
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.bench.shift += (entry as PerformanceEntry & { value: number }).value
  }).observe({ type: 'layout-shift', buffered: true })
  const look = () => {
    // The frame after the one in which the text was put there has painted it.
    if (!document.body?.textContent.includes(shows)) return requestAnimationFrame(look)
    return requestAnimationFrame(() => (window.bench.shown = performance.now()))
  }
  look()
}
