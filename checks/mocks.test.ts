import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const self = 'checks/mocks.test.ts'

it('no test mocks one of our own modules', () => {
  const tests = globSync('{app,areas,bench,checks,core,demo,identity,platform,prove}/**/*.test.{ts,tsx}', { cwd: root })
  expect(tests.length).toBeGreaterThan(100)
  expect(tests.filter((path) => path !== self && /\bvi\.(do)?mock\(/i.test(readFileSync(root + path, 'utf8')))).toEqual(
    [],
  )
})
