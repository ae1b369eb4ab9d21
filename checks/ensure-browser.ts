// Before the browser tests: finds Chromium, or installs it if that is possible without asking.
import { accessSync, constants } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { install } from './apt.ts'

// The headless shell first: the same engine without the window system, and a third faster.
const places = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
]

function runs(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The browser for the tests: CHROMIUM, or the usual places; null if there is none. */
export function findBrowser(): string | null {
  const named = process.env.CHROMIUM
  if (named) return runs(named) ? named : null
  return places.find(runs) ?? null
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.env.CHROMIUM && !findBrowser()) {
    console.error(`CHROMIUM=${process.env.CHROMIUM} is not an executable program.`)
    process.exit(1)
  }
  if (!findBrowser()) install('Chromium is missing', 'chromium-headless-shell')
  if (!findBrowser()) {
    console.error(
      'The browser tests need Chromium: install it (Debian, Ubuntu: apt-get install chromium), or name it with CHROMIUM=/path/to/chrome.',
    )
    process.exit(1)
  }
}
