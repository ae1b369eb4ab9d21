import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Runs a command in the project's root with visible output. Returns its exit code. */
export function run(
  command: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<number> {
  console.log(`\n> ${[...Object.keys(environment).map((name) => `${name}=…`), command, ...args].join(' ')}`)
  const bin = join(root, 'node_modules/.bin')
  // The portal is started about forty times: with cached compilation this takes half the time.
  const compiled = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node') }
  const env = { ...compiled, ...process.env, ...environment, PATH: `${bin}:${process.env.PATH}` }
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', env })
    child.on('error', reject).on('exit', (code) => resolve(code ?? 1))
  })
}

/** Vitest's arguments for a run that also writes its results for checks/results.ts. */
export function vitest(name: string, ...more: readonly string[]): string[] {
  return ['run', ...more, ...reporters(name)]
}

/** The same for the tests that import a file, directly or indirectly. */
export function vitestOf(name: string, file: string): string[] {
  return ['related', file, '--run', ...reporters(name)]
}

const reporters = (name: string) => [
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=test-results/${name}.json`,
]
