// Reads the results that Vitest and Playwright wrote.
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const resultsDir = fileURLToPath(new URL('../test-results/', import.meta.url))

export interface Counts {
  readonly passed: number
  readonly failed: number
}

export interface VitestResults {
  readonly success: boolean
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly assertionResults: readonly {
      readonly title: string
      readonly fullName: string
      readonly status: string
      readonly duration?: number | null
      readonly meta?: { readonly cases?: number }
    }[]
  }[]
}

interface PlaywrightResults {
  readonly errors: readonly unknown[]
  readonly stats: { readonly expected: number; readonly unexpected: number; readonly flaky: number }
}

/**
 * The counts of a run. A file that could not be loaded, or an error outside every test, is a failure too; so is a test that passed
 * only after a retry, which `playwright test --retries` allows.
 */
export function countsOf(results: unknown): Counts {
  if ((results as PlaywrightResults).stats) {
    const { stats, errors } = results as PlaywrightResults
    return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length }
  }
  const { success, numPassedTests, numFailedTests, testResults } = results as VitestResults
  const unloaded = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  const failed = numFailedTests + unloaded.length
  return { passed: numPassedTests, failed: success ? failed : Math.max(failed, 1) }
}

/** What a run wrote to `test-results/<name>.json`; null if it wrote nothing. */
export function readResults(name: string): unknown {
  const file = `${resultsDir}${name}.json`
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
}

/** The total of the runs that have results. */
export function sumOf(names: readonly string[]): Counts {
  const all = names
    .map((name) => readResults(name))
    .filter((results) => results !== null)
    .map((results) => countsOf(results))
  return {
    passed: all.reduce((sum, { passed }) => sum + passed, 0),
    failed: all.reduce((sum, { failed }) => sum + failed, 0),
  }
}
