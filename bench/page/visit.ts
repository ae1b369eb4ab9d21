import type { Browser, BrowserContext, BrowserContextOptions, CDPSession } from '@playwright/test'

import { setClock } from './clock.ts'

type StorageState = Exclude<BrowserContextOptions['storageState'], string | undefined>

/** A page to visit, and how to recognise that it shows its content. */
export interface Goal {
  readonly address: string
  /** Text that is on the page once the content is there. */
  readonly shows: string
  /** Text of the part that is shown last; `shows` if not given. */
  readonly ends?: string
  readonly signedIn?: StorageState
  /** The phone's clock; the machine's own if not given. */
  readonly clock?: Date
}

/** The cost of one visit until the goal was on the screen. */
export interface Visit {
  /** Bytes of JavaScript and CSS, compressed, without headers. */
  readonly weight: number
  readonly requests: readonly string[]
  /** Milliseconds from the start of the navigation. */
  readonly shown: number
  readonly largestPaint: number
  /** Chromium's layout shift until the page is idle. */
  readonly shift: number
  /** Milliseconds that the page's thread ran script until the goal was on the screen, by Chromium's own counter. */
  readonly script: number
  /** The same until all of the page was on the screen. */
  readonly wholeScript: number
  /** The same until the page had been idle for some seconds, with what it does in the background. */
  readonly idleScript: number
}

// Slow 4G as browsers' developer tools define it, and a phone four times slower than this machine.
const network = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }
const slowdown = 4
const giveUpMs = 30_000
const shownMark = 'bench: shown'
const endMark = 'bench: all shown'
/** After this time nothing moves on these pages any more, and all work in the background has begun. */
const settleMs = 4000

interface Asked {
  readonly url: string
  readonly type: string
  /** Milliseconds since 1970. */
  readonly at: number
  bytes: number
}

declare global {
  interface Window {
    bench: { shown: number; largestPaint: number; shift: number }
  }
}

/** Opens the page in a new context with an empty cache, over a slow network. */
export async function visit(browser: Browser, goal: Goal): Promise<Visit> {
  const context = await newPhone(browser, goal)
  try {
    return await visitIn(context, goal)
  } finally {
    await context.close()
  }
}

/** A new phone with empty caches, signed in only as the goal says. */
export async function newPhone(
  browser: Browser,
  { signedIn, clock }: Pick<Goal, 'signedIn' | 'clock'>,
): Promise<BrowserContext> {
  const phone = await browser.newContext({
    viewport: { width: 390, height: 844 },
    locale: 'sv-SE',
    timezoneId: 'Europe/Stockholm',
    // The browser would also accept brotli from this machine, but the limits are for gzip.
    extraHTTPHeaders: { 'accept-encoding': 'gzip' },
    ...(signedIn && { storageState: signedIn }),
  })
  if (clock) await setClock(phone, clock)
  return phone
}

/** Opens the page again on a phone with filled caches, over a slow network. */
export async function visitIn(context: BrowserContext, { address, shows, ends = shows }: Goal): Promise<Visit> {
  const page = await context.newPage()
  try {
    const session = await context.newCDPSession(page)
    const asked = await watchNetwork(session)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    await page.addInitScript(watchPage, { shows, ends, marks: [shownMark, endMark] as const })
    // Polling the page would inject a third of a megabyte of Playwright's script into it, in the middle of a repeat visit. So the page reports.
    const [reported, ended] = [shownMark, endMark].map((mark) => {
      const event = page.waitForEvent('console', { predicate: (message) => message.text() === mark, timeout: giveUpMs })
      event.catch(() => {})
      return event
    })
    await page.goto(address, { waitUntil: 'commit' })
    await reported
    const script = await scriptTime(session)
    await ended
    const wholeScript = await scriptTime(session)
    await page.waitForTimeout(settleMs)
    const { shown, largestPaint, shift, began } = await page.evaluate(() => ({
      shown: window.bench.shown,
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
      script,
      wholeScript,
      idleScript: await scriptTime(session),
    }
  } finally {
    await page.close()
  }
}

async function scriptTime(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  const seconds = metrics.find(({ name }) => name === 'ScriptDuration')?.value
  if (seconds === undefined) throw new Error('the browser does not count script time')
  return seconds * 1000
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
      throw new Error(`${response.url} was encoded as ${encoding}`)
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
function watchPage({ shows, ends, marks }: { shows: string; ends: string; marks: readonly [string, string] }): void {
  window.bench = { shown: 0, largestPaint: 0, shift: 0 }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      window.bench.largestPaint = Math.max(window.bench.largestPaint, entry.startTime)
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.bench.shift += (entry as PerformanceEntry & { value: number }).value
  }).observe({ type: 'layout-shift', buffered: true })
  // A mutation observer instead of a loop of animation frames, because each frame costs the page something.
  const report = (text: string, mark: string, then: () => void) => {
    const looking = new MutationObserver(() => {
      if (!document.body?.textContent.includes(text)) return
      looking.disconnect()
      // The text is painted in the frame after the one in which it was inserted.
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          then()
          console.debug(mark)
        }),
      )
    })
    looking.observe(document, { childList: true, subtree: true, characterData: true })
  }
  report(shows, marks[0], () => (window.bench.shown = performance.now()))
  report(ends, marks[1], () => {})
}
