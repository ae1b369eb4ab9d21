import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { findBrowser } from './checks/ensure-browser.ts'
import { freePort } from './platform/server/test-port.ts'

// This file is read again by every worker: the port and the folder are chosen once, and handed on in the environment.
process.env.E2E_PORT ??= String(await freePort())
// Without a locale, Chromium saves a file with å in its name as 'download'.
process.env.LC_ALL ??= 'C.UTF-8'
process.env.E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), 'linjen-e2e-'))

// Every journey runs on a phone's screen. On a wide one: what is tagged @wide, because the width changes it or because a keyboard goes with
// a wide screen; all of them, and what is tagged @prove, under `npm run prove`. `npm test` runs a sample of these (e2e/sample.ts).
const full = process.env.PROVE === 'full'

const size = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } }

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/browser',
  reporter: [['list'], ['./e2e/screen-reporter.ts'], ['json', { outputFile: 'test-results/playwright.json' }]],
  workers: 3,
  fullyParallel: true,
  grepInvert: full ? undefined : /@prove/,
  // What passes at the second try only is a bug, in the test or in the portal.
  retries: 0,
  forbidOnly: true,
  // What is only slow, on a machine that something else keeps busy, is no failure.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  use: {
    baseURL: `http://localhost:${process.env.E2E_PORT}`,
    locale: 'sv-SE',
    timezoneId: 'Europe/Stockholm',
    // A worker's own requests pass a test's routes by: the journeys without coverage let it in, and cut a real line.
    serviceWorkers: 'block',
    // Or axe measures a colour on its way from one theme to the other.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording each test costs a fifth of the time: TRACE=1 does it for one that is looked into.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findBrowser() ?? undefined,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    { name: 'phone', use: { browserName: 'chromium', viewport: size.phone, hasTouch: true, isMobile: false } },
    {
      name: 'desktop',
      use: { browserName: 'chromium', viewport: size.desktop },
      grep: full ? undefined : /@wide/,
    },
  ],
  // One real portal with a fresh demo, as `npm start` starts it.
  webServer: {
    command: 'node app/build/build-if-changed.ts && exec node app/server/main.ts',
    url: `http://127.0.0.1:${process.env.E2E_PORT}/healthz`,
    env: { PORT: process.env.E2E_PORT, DATA_DIR: process.env.E2E_DATA_DIR, HOST: '127.0.0.1' },
    // It fills its database first.
    timeout: 300_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
  globalTeardown: './e2e/teardown.ts',
})
