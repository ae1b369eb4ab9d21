// npm run check: the static checks. The compiler uses one processor, so the other commands run beside it. Each command's output is
// printed when it ends, and all commands run even if one of them fails.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const beside: readonly (readonly [command: string, ...args: string[]])[][] = [
  [['tsc', '-b']],
  [
    ['npm', 'run', '--silent', 'lint'],
    ['oxfmt', '--check'],
    ['depcruise', '.'],
    ['knip'],
    ['node', 'checks/class-names.ts'],
  ],
]

function passes([command, ...args]: readonly [string, ...string[]]): Promise<boolean> {
  return new Promise((resolve) => {
    execFile(command, args, { cwd: root, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      process.stdout.write(stdout)
      process.stderr.write(stderr)
      if (error) console.error(`failed: ${[command, ...args].join(' ')}`)
      resolve(error === null)
    })
  })
}

const results = await Promise.all(
  beside.map(async (commands) => {
    const passed: boolean[] = []
    for (const command of commands) passed.push(await passes(command))
    return passed.every(Boolean)
  }),
)
process.exitCode = results.every(Boolean) ? 0 : 1
