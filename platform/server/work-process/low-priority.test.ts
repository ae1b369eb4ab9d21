import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const isLinux = process.platform === 'linux'

async function priorities(command: string, ...args: readonly string[]): Promise<Record<'before' | 'after', number[]>> {
  const script = `
    import { readdirSync, readFileSync } from 'node:fs'
    import { readFile } from 'node:fs/promises'
    import { goLast } from './platform/server/work-process/low-priority.ts'
    const nice = () => readdirSync('/proc/self/task').map((thread) =>
      Number(readFileSync('/proc/self/task/' + thread + '/stat', 'utf8').replace(/^.*\\) /s, '').split(' ')[16]))
    const before = nice()
    goLast()
    await Promise.all([1, 2, 3, 4].map(() => readFile('package.json')))
    process.stdout.write(JSON.stringify({ before, after: nice() }))`
  const { stdout } = await promisify(execFile)(command, [...args, '--input-type=module-typescript', '--eval', script], {
    cwd: new URL('../../..', import.meta.url),
  })
  return JSON.parse(stdout) as Record<'before' | 'after', number[]>
}

test.runIf(isLinux)('every thread goes last, those that start later too', async () => {
  const { before, after } = await priorities(process.execPath)
  const [usual = 0] = before
  expect(before.length).toBeGreaterThan(1)
  expect(new Set(before)).toEqual(new Set([usual]))
  expect(new Set(after)).toEqual(new Set([Math.max(usual, 10)]))
})

test.runIf(isLinux)('what the operator has put lower stays there', async () => {
  const { after } = await priorities('nice', '-n', '19', process.execPath)
  expect(new Set(after)).toEqual(new Set([19]))
})
