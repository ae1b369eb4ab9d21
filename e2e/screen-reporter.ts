import { readFileSync } from 'node:fs'
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'

/** Prints what was on the screen when a journey failed: of a run on another machine, the log is all there is. */
export default class ScreenReporter implements Reporter {
  onTestEnd({ title }: TestCase, { attachments }: TestResult): void {
    for (const { name, path } of attachments) {
      if (name !== 'error-context' || !path) continue
      process.stdout.write(`\nOn the screen when '${title}' failed:\n${snapshotIn(path)}\n`)
    }
  }
}

/** The page's accessibility tree, without the test's source that Playwright adds below it. */
const snapshotIn = (path: string) => /```yaml\n[\s\S]*?```/.exec(readFileSync(path, 'utf8'))?.[0] ?? 'nothing'
