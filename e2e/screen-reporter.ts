import { readFileSync } from 'node:fs'
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'

/** The name of the attachment of a failed journey with the accessibility tree of one of its pages. */
export const screenName = 'screen'

/** Prints what was on the screen when a journey failed, because the log is all there is of a run on another machine. */
export default class ScreenReporter implements Reporter {
  onTestEnd({ title }: TestCase, { attachments }: TestResult): void {
    const screens = attachments.filter(({ name }) => name === screenName).map(({ body }) => body?.toString() ?? '')
    const own = attachments.filter(({ name, path }) => name === 'error-context' && path).map(({ path = '' }) => path)
    for (const screen of screens.length > 0 ? screens : own.map(snapshotIn))
      process.stdout.write(`\nOn the screen when '${title}' failed:\n${screen}\n`)
  }
}

/** The page's accessibility tree, without the test's source that Playwright adds below it. */
const snapshotIn = (path: string) => /```yaml\n[\s\S]*?```/.exec(readFileSync(path, 'utf8'))?.[0] ?? 'nothing'
