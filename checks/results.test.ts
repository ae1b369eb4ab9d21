import { expect, it } from 'vitest'
import { countsOf } from './results.ts'

it('counts a journey that passed only after a retry as failed', () => {
  const stats = { expected: 3, unexpected: 1, flaky: 2 }
  expect(countsOf({ stats, errors: [] })).toEqual({ passed: 3, failed: 3 })
  expect(countsOf({ stats, errors: [{}] })).toEqual({ passed: 3, failed: 4 })
})

it('counts a file that could not be loaded as failed', () => {
  const loaded = {
    name: 'a',
    status: 'passed',
    assertionResults: [{ title: 'one', fullName: 'one', status: 'passed' }],
  }
  const unloaded = { name: 'b', status: 'failed', assertionResults: [] }
  const run = { numPassedTests: 1, numFailedTests: 0 }
  expect(countsOf({ ...run, success: true, testResults: [loaded] })).toEqual({ passed: 1, failed: 0 })
  expect(countsOf({ ...run, success: false, testResults: [loaded, unloaded] })).toEqual({ passed: 1, failed: 1 })
})
