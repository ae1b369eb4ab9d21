// Only the scripts that the browser itself runs may start anything. Importing any other module has no side effects, so that a test, another
// screen or a tool may import it.
import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, it, vi } from 'vitest'
import { stubBrowser } from '#platform/web/page/test-globals.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
/** The scripts that the browser itself runs: before the main one, the main one, and beside the page. */
const starts = new Set(['app/web/boot.ts', 'app/web/main.tsx', 'app/web/service-worker.ts'])
const acts = [
  'addEventListener',
  'fetch',
  'setTimeout',
  'setInterval',
  'requestAnimationFrame',
  'BroadcastChannel',
] as const

/** Imports modules one after the other, and returns which of them had side effects, and which. */
async function actionsOf(paths: readonly string[], load = (path: string): unknown => import(root + path)) {
  const found: string[] = []
  let path = ''
  stubBrowser()
  const note = (name: string) => () => void found.push(`${path} ${name}`)
  vi.stubGlobal('matchMedia', note('matchMedia'))
  vi.stubGlobal('window', globalThis)
  vi.stubGlobal('location', { pathname: '/', search: '' })
  for (const name of acts) vi.stubGlobal(name, note(name))
  Object.assign(document, { addEventListener: note('document.addEventListener') })
  Object.assign(localStorage, { setItem: note('localStorage.setItem'), removeItem: note('localStorage.removeItem') })
  for (path of paths) await load(path)
  return found
}

afterEach(() => vi.unstubAllGlobals())

it('no module of the page has side effects when it is imported', async () => {
  const modules = globSync('{platform/web,core/*/web,areas/*/web,app/web}/**/*.{ts,tsx}', { cwd: root })
  // A file with a React component imports React, whose scheduler looks for the browser's clock at import.
  const ours = modules.filter((path) => !/\.test\.|\/test-[^/]+$/.test(path) && !starts.has(path))
  expect(ours.length).toBeGreaterThan(250)
  await import('react-dom/client')
  expect(await actionsOf(ours)).toEqual([])
}, 300_000)

it('and one that did would be reported', async () => {
  const found = await actionsOf(['one'], () => addEventListener('online', () => undefined))
  expect(found).toEqual(['one addEventListener'])
})
