import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { findBrowser } from './checks/ensure-browser.ts'
import { restingProofs } from './checks/resting-proofs.ts'

const server = '{areas/*/server,core/*/server,platform/server,app/server,identity,demo}/**/*.test.ts'
const proofs = '{app,areas,core,platform}/**/*.proof.test.ts'
const importsAct = 'checks/imports-act.test.ts'
const browser = '**/*.browser.test.{ts,tsx}'
const pageDependencies = [
  '@hookform/resolvers/standard-schema',
  '@tanstack/react-query',
  'idb',
  'oidc-client-ts',
  'pdfjs-dist/legacy/build/pdf.mjs',
  'react',
  'react-day-picker',
  'react-day-picker/locale/sv',
  'react-dom',
  'react-dom/client',
  'react-hook-form',
  'react-router',
  'react/jsx-dev-runtime',
  'vitest-browser-react',
  'zod/mini',
]
const all = {
  // What is only slow, on a machine that something else keeps busy, is no failure.
  testTimeout: 240_000,
  hookTimeout: 240_000,
  // A poll's own is a second, its first look included.
  expect: { poll: { timeout: 20_000 } },
  // Files share their globals where they are not isolated: what one replaces must not answer the next one.
  unstubGlobals: true,
  unstubEnvs: true,
}

export default defineConfig({
  test: {
    // Of the root alone, and so run once: the projects do not extend it.
    globalSetup: ['app/server/test-template.ts'],
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: 'server',
          include: [server],
          exclude: [proofs],
          ...all,
          // The server does nothing when it is imported, so its files share what they import: otherwise it costs a third more.
          isolate: false,
        },
      },
      {
        test: {
          name: 'page',
          include: ['{app,areas,checks,core,platform}/**/*.test.{ts,tsx}'],
          exclude: [server, proofs, browser, importsAct],
          // No module has side effects when it is imported (importsAct holds it), so its files share what they import.
          isolate: false,
          ...all,
        },
      },
      {
        // Named ahead: one that Vite first meets in the middle of a test reloads the page under it.
        optimizeDeps: { include: pageDependencies },
        test: {
          name: 'browser',
          include: [browser],
          setupFiles: ['platform/web/page/test-page.ts', 'checks/in-oldest-browser.ts'],
          ...all,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { executablePath: findBrowser() ?? undefined, args: ['--no-sandbox'] },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      // It looks at what an import does, which only the first does.
      { test: { name: 'imports', include: [importsAct], ...all } },
      {
        test: {
          name: 'proofs',
          include: [proofs],
          exclude: [...restingProofs()],
          ...all,
          // One that goes over a whole list takes half a minute by itself.
          testTimeout: 300_000,
        },
      },
    ],
  },
})
