import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{app,areas,checks,demo,identity,platform}/**/*.test.{ts,tsx}'],
    globalSetup: ['app/server/test-template.ts'],
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
})
